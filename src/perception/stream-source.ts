import { isAbsolute, normalize } from "node:path";
import type { SourceSpec } from "../cameras/source.ts";
import { fail } from "../contract/fail.ts";
import type { StreamRequest } from "../contract/surveillance.ts";

/**
 * Reads `source` of a request: the address without user info, and the credentials apart. Throws
 * `invalid_request_body` with `param`; no message repeats the address, which may hold a password.
 */
export function readSource(wire: NonNullable<StreamRequest["source"]>): SourceSpec {
  if (wire.type === "file") return readFileSource(wire);
  const { address, username, password } = readAddress(wire.url, wire.type, "source.url");
  const user = wire.username ?? username;
  const secret = wire.password ?? password;
  return {
    kind: wire.type,
    url: address,
    ...(user === undefined ? {} : { username: user }),
    ...(secret === undefined ? {} : { password: secret }),
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
  if (type === "file") throw refuse("source.sub_url", "a file has no second stream");
  const { address, username, password } = readAddress(url, type, "source.sub_url");
  if (address === main.url) throw refuse("source.sub_url", "is the main stream's address");
  return {
    ...main,
    url: address,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

function readFileSource(wire: NonNullable<StreamRequest["source"]>): SourceSpec {
  if (wire.username !== undefined || wire.password !== undefined) {
    const param = wire.username === undefined ? "source.password" : "source.username";
    throw refuse(param, "a file has no credentials");
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(wire.url)) {
    throw refuse("source.url", "for type `file` this is a path on the box, not a URL");
  }
  if (!isAbsolute(wire.url) || wire.url.includes("\0")) {
    throw refuse("source.url", "for type `file` this is an absolute path on the box");
  }
  return { kind: "file", url: normalize(wire.url) };
}

interface Address {
  address: string;
  username: string | undefined;
  password: string | undefined;
}

function readAddress(text: string, type: "rtsp" | "rtsps", param: string): Address {
  const url = URL.parse(text);
  if (url === null) {
    throw refuse(param, "is no address; special characters of a password must be percent-encoded");
  }
  const scheme = url.protocol.slice(0, -1).toLowerCase();
  if (scheme !== type) {
    throw refuse(param, `starts with \`${scheme}:\`, and type \`${type}\` needs \`${type}://\``);
  }
  if (url.hostname === "") throw refuse(param, "names no host");
  if (url.hash !== "") throw refuse(param, "has a fragment (#…), which a camera's address has not");
  return {
    address: `${type}://${url.host}${url.pathname}${url.search}`,
    username: url.username === "" ? undefined : decoded(url.username),
    password: url.password === "" ? undefined : decoded(url.password),
  };
}

/** Percent-decoded; a text with a bare `%` is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function refuse(param: string, message: string) {
  return fail("invalid_request_body", `${param}: ${message}`, { param });
}
