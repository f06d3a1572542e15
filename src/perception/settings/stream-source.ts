import { isAbsolute, normalize } from "node:path";
import { readService } from "../../cameras/probe/camera-probe.ts";
import { readCameraAddress } from "../../cameras/source-address.ts";
import type { SourceSpec } from "../../cameras/source.ts";
import { errorCodes, type HttpErrorCode } from "../../base/contract/error-codes.ts";
import { fail, invalidField, messageAbout } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { hasMarks, withSecrets } from "../../base/secrets/address-secrets.ts";
import { readRobotSource, refuseRobotFields } from "./robot-source-wire.ts";
import type { StreamRequest } from "./stream-document.ts";

/**
 * Resolves with the source to open, e.g. with the real path of a file. Rejects with a coded error when the
 * site does not allow it.
 */
export type CheckSource = (source: SourceSpec) => Promise<SourceSpec>;

/** As `check`, with refusals that name `param`. */
export async function checkedSource(
  check: CheckSource,
  source: SourceSpec,
  param: string,
): Promise<SourceSpec> {
  try {
    return await check(source);
  } catch (error) {
    const coded = GatehouseError.find(error);
    if (!coded) throw error;
    if (coded.code in errorCodes) {
      throw fail(coded.code as HttpErrorCode, messageAbout(param, coded.message), { param });
    }
    // A code without an answer of its own, e.g. `file_not_allowed`: the field is wrong.
    throw invalidField(param, `is refused with \`${coded.code}\`. ${coded.message}`);
  }
}

/**
 * Reads `source` of a request: the address without user info, and the credentials apart. `org` is the organisation
 * whose robots it may name. Throws `invalid_request_body` with `param`; no message repeats the address, which may hold
 * a password.
 */
export function readSource(wire: NonNullable<StreamRequest["source"]>, org = ""): SourceSpec {
  if (wire.type === "robot") return readRobotSource(wire, org);
  refuseRobotFields(wire);
  if (wire.type === "file") return readFileSource(wire);
  const { address, username, password } = readCameraAddress(wire.url, wire.type, "source.url");
  const user = wire.username ?? username;
  const secret = wire.password ?? password;
  return {
    kind: wire.type,
    url: filledIn(address, { username: user, password: secret }, "source.url"),
    ...(user === undefined ? {} : { username: user }),
    ...(secret === undefined ? {} : { password: secret }),
    ...(wire.onvif_url === undefined
      ? {}
      : { onvifUrl: readService(wire.onvif_url, "source.onvif_url") }),
  };
}

/**
 * Reads `source.sub_url`: a smaller stream of the same camera, with the camera's credentials unless
 * the address has its own. Undefined when there is none; refusals as of `readSource`.
 */
export function readSubSource(
  wire: NonNullable<StreamRequest["source"]>,
  main: SourceSpec,
): SourceSpec | undefined {
  const { sub_url: url, type } = wire;
  if (url === undefined) return undefined;
  if (type === "file" || type === "robot")
    throw invalidField("source.sub_url", "is only for a camera in the network. Leave it out");
  const {
    address: maskedAddress,
    username,
    password,
  } = readCameraAddress(url, type, "source.sub_url");
  const own = { username: username ?? main.username, password: password ?? main.password };
  const address = filledIn(maskedAddress, own, "source.sub_url");
  if (address === main.url)
    throw invalidField(
      "source.sub_url",
      "is the address of the main stream. Give the second stream's address",
    );
  return {
    ...main,
    url: address,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

/** Fills in the secrets of a masked address, as an answer showed it, from the credentials. */
function filledIn(
  url: string,
  credentials: { username: string | undefined; password: string | undefined },
  param: string,
): string {
  const filled = withSecrets(url, credentials);
  if (!hasMarks(filled)) return filled;
  throw invalidField(param, "has *** in place of a secret. Give the camera's own address");
}

function readFileSource(wire: NonNullable<StreamRequest["source"]>): SourceSpec {
  if (wire.username !== undefined || wire.password !== undefined) {
    const param = wire.username === undefined ? "source.password" : "source.username";
    throw invalidField(param, "is not for a file. Leave it out");
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(wire.url)) {
    throw invalidField("source.url", "is a URL. Give a path on the box for type `file`");
  }
  if (!isAbsolute(wire.url) || wire.url.includes("\0")) {
    throw invalidField(
      "source.url",
      "is not an absolute path. Give one on the box for type `file`",
    );
  }
  return { kind: "file", url: normalize(wire.url) };
}
