import type { Clock } from "../../base/core/clock.ts";
import { type DigestAnswer, digestRealm } from "../../base/keys/digest.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { UsernameToken } from "../../base/keys/username-token.ts";
import type { OnvifDeviceSource } from "../../cameras/onvif-device/onvif-device-port.ts";
import type { RestreamCaller } from "../../cameras/restream/restream-port.ts";
import { find, type XmlElement } from "../onvif/xml.ts";
import { authParams } from "../rtsp-relay/rtsp-auth.ts";
import { DigestNonces } from "./digest-nonces.ts";
import { namespaces } from "./namespaces.ts";
import { SoapFault } from "./soap-fault.ts";
import { tokenSkewMs, UsedTokens } from "./used-tokens.ts";

/** A request that needs a key. */
export interface SignedRequest {
  method: string;
  /** Path and query of the request line. */
  url: string;
  /** Value of `Authorization`; undefined without one. */
  authorization: string | undefined;
  /** Header of the message; undefined for a request without a message. */
  header: XmlElement | undefined;
  /** Address of the peer. */
  address: string | undefined;
}

/** Longest `Authorization`, and longest value of a UsernameToken, that is read. */
const maxHeaderChars = 2048;
const maxValueChars = 400;
const digestType = /#PasswordDigest$/;

/**
 * Signs clients in by HTTP Digest (RFC 7616) or by a UsernameToken with a digest (ONVIF Core Specification 5.9.1). The
 * user is the name or the id of a key, the password is the key.
 */
export class DeviceLogin {
  readonly #source: Pick<OnvifDeviceSource, "admit">;
  readonly #clock: Clock;
  readonly #nonces: DigestNonces;
  readonly #tokens: UsedTokens;

  constructor(parts: { source: Pick<OnvifDeviceSource, "admit">; clock: Clock }) {
    this.#source = parts.source;
    this.#clock = parts.clock;
    this.#nonces = new DigestNonces(parts.clock);
    this.#tokens = new UsedTokens(parts.clock);
  }

  /** Returns the caller. Throws a fault with a challenge, or the coded error of the key. */
  admit(request: SignedRequest): RestreamCaller {
    if (request.authorization !== undefined) return this.#byDigest(request, request.authorization);
    const security = find(request.header, "Security");
    const token = find(security, "UsernameToken");
    if (token && security?.namespace === namespaces.wsse) return this.#byToken(request, token);
    throw this.#refusal("key: is missing. Send the name of a key and the key as password");
  }

  #byDigest(request: SignedRequest, authorization: string): RestreamCaller {
    const answer = digestAnswer(request, authorization);
    if (!answer) throw this.#refusal("Authorization: cannot be read. Use Digest with qop=auth");
    const state = this.#nonces.stateOf(answer.nonce);
    if (state !== "good") throw this.#refusal("nonce: has ended. Use the new one", state);
    const caller = this.#known(() =>
      this.#source.admit({ kind: "digest", answer }, request.address),
    );
    const count = Number.parseInt(answer.counted.nonceCount, 16);
    if (this.#nonces.use(answer.nonce, count)) return caller;
    throw this.#refusal("nc: was used before. Count up", "stale");
  }

  #byToken({ address }: SignedRequest, element: XmlElement): RestreamCaller {
    const token = usernameToken(element);
    if (!token) throw this.#refusal("UsernameToken: cannot be read. Use a PasswordDigest");
    const offMs = Math.abs(Date.parse(token.created) - this.#clock.wallMs());
    if (!(offMs < tokenSkewMs)) {
      throw this.#refusal("Created: is not the box's time. Set the client's clock");
    }
    const caller = this.#known(() => this.#source.admit({ kind: "token", token }, address));
    const use = this.#tokens.use(caller.keyId, token);
    if (use === "new") return caller;
    if (use === "used") throw this.#refusal("Nonce: was used before. Use another one each time");
    throw new SoapFault(
      { code: "Receiver", subcodes: [], status: 503, headers: { "retry-after": "60" } },
      "UsernameToken: the key sends too many. Wait a minute, or use HTTP Digest",
    );
  }

  /** A client without a key of this kind can still answer the challenge. */
  #known(admit: () => RestreamCaller): RestreamCaller {
    try {
      return admit();
    } catch (error) {
      const coded = GatehouseError.find(error);
      throw coded?.code === "invalid_api_key" ? this.#refusal(coded.message) : error;
    }
  }

  #refusal(reason: string, state: "stale" | "foreign" = "foreign"): SoapFault {
    const stale = state === "stale" ? ", stale=true" : "";
    const challenge = `Digest realm="${digestRealm}", qop="auth", nonce="${this.#nonces.make()}", algorithm=MD5${stale}`;
    const headers = { "www-authenticate": challenge };
    const parts = { code: "Sender", subcodes: ["ter:NotAuthorized"], status: 401 } as const;
    return new SoapFault({ ...parts, headers }, reason);
  }
}

function digestAnswer(
  { method, url }: SignedRequest,
  authorization: string,
): (DigestAnswer & Required<Pick<DigestAnswer, "counted">>) | undefined {
  if (authorization.length > maxHeaderChars) return undefined;
  const text = /^\s*Digest\s+(.*)$/is.exec(authorization)?.[1];
  const fields = authParams(text ?? "");
  const [username, nonce, uri, response, nonceCount, clientNonce] = [
    "username",
    "nonce",
    "uri",
    "response",
    "nc",
    "cnonce",
  ].map((name) => fields.get(name));
  if (username === undefined || nonce === undefined || response === undefined) return undefined;
  if (nonceCount === undefined || !/^[0-9a-f]{8}$/i.test(nonceCount)) return undefined;
  if (clientNonce === undefined || fields.get("qop") !== "auth") return undefined;
  if (fields.get("realm") !== digestRealm || uri === undefined || !isSame(uri, url)) {
    return undefined;
  }
  return { username, nonce, uri, method, response, counted: { nonceCount, clientNonce } };
}

/** Some clients sign the whole address. */
function isSame(signed: string, url: string): boolean {
  const whole = URL.parse(signed);
  return signed === url || (whole !== null && `${whole.pathname}${whole.search}` === url);
}

function usernameToken(element: XmlElement): UsernameToken | undefined {
  const password = find(element, "Password");
  const values = ["Username", "Nonce", "Created"].map((name) => find(element, name)?.text);
  const [username = "", nonce = "", created = ""] = values;
  const digest = password?.text ?? "";
  if (!digestType.test(password?.attributes.get("Type") ?? "")) return undefined;
  if ([username, nonce, created, digest].some(({ length }) => length > maxValueChars)) {
    return undefined;
  }
  if (username === "" || nonce === "") return undefined;
  return { username, nonce: Buffer.from(nonce, "base64"), created, digest };
}
