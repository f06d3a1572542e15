import { createHash, randomBytes } from "node:crypto";

/** User name and password of a camera. */
export interface Credentials {
  username: string;
  password: string;
}

/** A parsed `WWW-Authenticate` header that we can answer. */
export interface AuthChallenge {
  scheme: "digest" | "basic";
  realm: string;
  nonce: string;
  opaque: string | undefined;
  /** Digest only; as the challenge wrote it, for the echo. */
  algorithm: string | undefined;
  hash: "md5" | "sha256";
  session: boolean;
  /** True when `qop=auth` was offered. */
  qop: boolean;
}

/** Strongest first: SHA-256, MD5, Basic. */
const strength = (challenge: AuthChallenge): number =>
  challenge.scheme === "basic" ? 0 : challenge.hash === "md5" ? 1 : 2;

/** The strongest challenge that we can answer, or undefined (RFC 7616 3.7, RFC 7617). */
export function chooseChallenge(values: readonly string[]): AuthChallenge | undefined {
  return values
    .flatMap(splitChallenges)
    .map(parseChallenge)
    .filter((each) => each !== undefined)
    .toSorted((a, b) => strength(b) - strength(a))[0];
}

/** One header may list several challenges: each begins with a scheme and a space. */
function splitChallenges(value: string): string[] {
  return value.split(/,\s*(?=(?:Digest|Basic)\s)/i);
}

function parseChallenge(text: string): AuthChallenge | undefined {
  const match = /^\s*(Digest|Basic)\s+(.*)$/is.exec(text);
  if (!match) return undefined;
  const params = authParams(match[2]!);
  return match[1]!.toLowerCase() === "basic" ? basicChallenge(params) : digestChallenge(params);
}

/** Returns the parameters of a challenge or an answer (RFC 7235 2.1) by name in lower case; of two, the last one. */
export function authParams(text: string): Map<string, string> {
  const params = new Map<string, string>();
  const pattern = /([a-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi;
  for (const [, name, quoted, token] of text.matchAll(pattern)) {
    params.set(name!.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? token ?? "");
  }
  return params;
}

function basicChallenge(params: ReadonlyMap<string, string>): AuthChallenge {
  return {
    scheme: "basic",
    realm: params.get("realm") ?? "",
    nonce: "",
    opaque: undefined,
    algorithm: undefined,
    hash: "md5",
    session: false,
    qop: false,
  };
}

function digestChallenge(params: ReadonlyMap<string, string>): AuthChallenge | undefined {
  const algorithm = params.get("algorithm");
  const kind = /^(md5|sha-256)(-sess)?$/i.exec(algorithm ?? "MD5");
  const nonce = params.get("nonce");
  if (nonce === undefined || kind === null) return undefined;
  const offered = (params.get("qop") ?? "").split(",").map((each) => each.trim().toLowerCase());
  // A challenge that offers only auth-int cannot be answered without hashing bodies.
  if (params.has("qop") && !offered.includes("auth")) return undefined;
  return {
    scheme: "digest",
    realm: params.get("realm") ?? "",
    nonce,
    opaque: params.get("opaque"),
    algorithm,
    hash: kind[1]!.toLowerCase() === "md5" ? "md5" : "sha256",
    session: kind[2] !== undefined,
    qop: offered.includes("auth"),
  };
}

/** The request that an `Authorization` header is for. */
export interface AuthorizedRequest {
  method: string;
  uri: string;
  /** The count of uses of this nonce, from 1. */
  count: number;
  /** Client nonce; random when absent. */
  cnonce?: string;
}

/** The value of `Authorization` that answers `challenge` (RFC 7616 3.4, RFC 7617 2). */
export function authorize(
  challenge: AuthChallenge,
  who: Credentials,
  request: AuthorizedRequest,
): string {
  if (challenge.scheme === "basic") {
    return `Basic ${Buffer.from(`${who.username}:${who.password}`, "utf8").toString("base64")}`;
  }
  const hash = (text: string): string =>
    createHash(challenge.hash).update(text, "utf8").digest("hex");
  const cnonce = request.cnonce ?? randomBytes(12).toString("hex");
  const count = request.count.toString(16).padStart(8, "0");
  let secret = hash(`${who.username}:${challenge.realm}:${who.password}`);
  if (challenge.session) secret = hash(`${secret}:${challenge.nonce}:${cnonce}`);
  const subject = hash(`${request.method}:${request.uri}`);
  const middle = challenge.qop ? `${challenge.nonce}:${count}:${cnonce}:auth` : challenge.nonce;
  const quote = (text: string): string => `"${text.replace(/(["\\])/g, "\\$1")}"`;
  const fields = [
    `username=${quote(who.username)}`,
    `realm=${quote(challenge.realm)}`,
    `nonce=${quote(challenge.nonce)}`,
    `uri=${quote(request.uri)}`,
    `response="${hash(`${secret}:${middle}:${subject}`)}"`,
  ];
  if (challenge.algorithm !== undefined) fields.push(`algorithm=${challenge.algorithm}`);
  if (challenge.qop) fields.push("qop=auth", `nc=${count}`);
  if (challenge.qop || challenge.session) fields.push(`cnonce="${cnonce}"`);
  if (challenge.opaque !== undefined) fields.push(`opaque=${quote(challenge.opaque)}`);
  return `Digest ${fields.join(", ")}`;
}
