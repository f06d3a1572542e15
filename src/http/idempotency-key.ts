import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { fail } from "../base/contract/fail.ts";
import { limits } from "../base/contract/limits.ts";
import { type ReceivedBlobs, textDigest } from "../base/jobs/inputs/received-blob.ts";

/**
 * Returns the Idempotency-Key of a request: 1–255 visible ASCII characters, bare or as a quoted
 * string; undefined without one. Fails with `invalid_idempotency_key`.
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers["idempotency-key"];
  if (header === undefined) return undefined;
  const raw = Array.isArray(header) ? header.join(",") : header;
  const key = /^"(.*)"$/.exec(raw)?.[1] ?? raw;
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > limits.idempotencyKeyLength) {
    throw fail(
      "invalid_idempotency_key",
      `Idempotency-Key: has the wrong form. Send 1 to ${limits.idempotencyKeyLength} visible ASCII characters`,
    );
  }
  return key;
}

/** Longest string hashed as it is; a digest stands for longer ones, as for blobs. */
const longestPlainString = 4096;

/**
 * Returns a SHA-256 that equal requests share: `target` (`POST /x`) and body with sorted members.
 * `blobs`: the strings behind tokens in the body.
 */
export function fingerprint(target: string, body: unknown, blobs?: ReceivedBlobs): string {
  const hash = createHash("sha256").update(`${target}\0`);
  return hash.update(canonical(body ?? null, blobs)).digest("hex");
}

/** JSON with sorted members. The parser bounds the body's depth. */
function canonical(value: unknown, blobs: ReceivedBlobs | undefined): string {
  if (typeof value === "string") {
    if (value.length > longestPlainString) return `sha256:${textDigest(value)}`;
    const blob = blobs?.of(value);
    return blob ? `sha256:${blob.textSha256}` : JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each, blobs)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each, blobs)}`).join(",")}}`;
}
