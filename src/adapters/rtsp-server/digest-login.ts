import { randomBytes, timingSafeEqual } from "node:crypto";
import { type DigestAnswer, digestRealm } from "../../base/keys/digest.ts";
import { authParams } from "../rtsp-relay/rtsp-auth.ts";

/** The request that a Digest answer belongs to. */
export interface SignedRequest {
  method: string;
  /** As the request line has it. */
  uri: string;
  /** Value of `Authorization`; undefined without one. */
  authorization: string | undefined;
}

/** Longest `Authorization` that is read. */
const maxHeaderChars = 2048;

/**
 * The Digest challenge of one connection (RFC 7616): its nonce is random and works on this connection only, so that an
 * answer that was overheard opens nothing elsewhere.
 */
export class DigestLogin {
  readonly #nonce = randomBytes(16).toString("hex");

  /** Returns the value of `WWW-Authenticate`. Only MD5 and without `qop`: every client knows this form (RFC 2069). */
  challenge(): string {
    return `Digest realm="${digestRealm}", nonce="${this.#nonce}", algorithm=MD5`;
  }

  /** Returns the answer of a request; undefined without one, or for one that is no answer to this challenge. */
  answerOf({ method, uri, authorization }: SignedRequest): DigestAnswer | undefined {
    if (authorization === undefined || authorization.length > maxHeaderChars) return undefined;
    const text = /^\s*Digest\s+(.*)$/is.exec(authorization)?.[1];
    if (text === undefined) return undefined;
    const fields = authParams(text);
    const username = fields.get("username");
    const response = fields.get("response");
    if (username === undefined || response === undefined) return undefined;
    if (fields.get("realm") !== digestRealm || !this.#isOwn(fields.get("nonce"))) return undefined;
    const signedUri = fields.get("uri") ?? uri;
    if (!isSameStream(signedUri, uri)) return undefined;
    const nonceCount = fields.get("nc");
    const clientNonce = fields.get("cnonce");
    const isCounted = nonceCount !== undefined && clientNonce !== undefined && fields.has("qop");
    return {
      username,
      nonce: this.#nonce,
      uri: signedUri,
      method,
      response,
      ...(isCounted ? { counted: { nonceCount, clientNonce } } : {}),
    };
  }

  #isOwn(nonce: string | undefined): boolean {
    if (nonce?.length !== this.#nonce.length) return false;
    return timingSafeEqual(Buffer.from(nonce, "latin1"), Buffer.from(this.#nonce, "latin1"));
  }
}

/**
 * True when one address continues the other: clients sign the address of the stream, of its track, or of both with or
 * without the slash at the end.
 */
function isSameStream(left: string, right: string): boolean {
  const bare = (uri: string): string => uri.replace(/\/+$/, "");
  const [first, second] = [bare(left), bare(right)];
  return first === second || first.startsWith(`${second}/`) || second.startsWith(`${first}/`);
}
