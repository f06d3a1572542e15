import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { fail } from "../contract/fail.ts";
import { limits } from "../contract/limits.ts";

/**
 * The Idempotency-Key of a request: 1–255 visible ASCII characters, bare or as a quoted string;
 * undefined when there is none. Fails with `invalid_idempotency_key`.
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers["idempotency-key"];
  if (header === undefined) return undefined;
  const raw = Array.isArray(header) ? header.join(",") : header;
  const key = /^"(.*)"$/.exec(raw)?.[1] ?? raw;
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > limits.idempotencyKeyLength) {
    throw fail(
      "invalid_idempotency_key",
      `Idempotency-Key is 1 to ${limits.idempotencyKeyLength} visible ASCII characters`,
    );
  }
  return key;
}

/** SHA-256 of what makes two requests the same: method, path, and body with sorted members. */
export function fingerprint(method: string, path: string, body: unknown): string {
  const hash = createHash("sha256").update(`${method}\0${path}\0`);
  return hash.update(canonical(body ?? null)).digest("hex");
}

/** JSON with members in one order. The body's depth is bounded by its parser. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(",")}}`;
}
