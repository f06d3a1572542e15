import { isUtf8 } from "node:buffer";
import { fail } from "../base/contract/fail.ts";
import { limits } from "../base/contract/limits.ts";

/** Most members of one JSON object in a request. */
const maxKeysPerObject = 2000;
/** Longest key, in bytes as sent, to compare with the forbidden names below. */
const longestForbiddenKey = 80;
/** Names through which a merged object could reach a prototype. */
const forbiddenKeys = new Set(["__proto__", "constructor"]);

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Parses a request body. A scan of the bytes before `JSON.parse` refuses costly and dangerous
 * input: nesting beyond 32 levels (`body_too_deep`, as soon as it is reached), more than 2000
 * members in one object and prototype-poisoning keys (`invalid_request_body`). Anything but JSON in
 * UTF-8 is `invalid_json`, an empty body `invalid_request_body`.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw fail("invalid_request_body", "body: is missing. Send a JSON body");
  scan(bytes);
  // Decoding would replace invalid UTF-8 by another character and continue.
  if (!isUtf8(bytes)) throw fail("invalid_json", "body: is not UTF-8. Send JSON in UTF-8");
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw fail("invalid_json", "body: is not valid JSON. Correct the syntax", { cause: error });
  }
}

function scan(bytes: Buffer): void {
  const keyCounts: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = stringEnd(bytes, at);
      if (isKey(bytes, end)) checkKey(bytes, at, end);
      at = end;
    } else if (byte === openBrace || byte === openBracket) {
      keyCounts.push(0);
      if (keyCounts.length > limits.jsonDepth) {
        throw fail(
          "body_too_deep",
          `body: is nested too deep. Use at most ${limits.jsonDepth} levels`,
        );
      }
    } else if (byte === closeBrace || byte === closeBracket) {
      keyCounts.pop();
    } else if (byte === colon && keyCounts.length > 0) {
      const count = keyCounts[keyCounts.length - 1]! + 1;
      keyCounts[keyCounts.length - 1] = count;
      if (count > maxKeysPerObject) {
        throw fail(
          "invalid_request_body",
          `body: an object has too many members. Send at most ${maxKeysPerObject}`,
        );
      }
    }
  }
}

/**
 * Returns the index of the closing quote of the string that opens at `start`; skips long strings
 * natively.
 */
function stringEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(quote, start + 1); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  throw fail("invalid_json", "body: is not valid JSON. Correct the syntax");
}

function isKey(bytes: Buffer, end: number): boolean {
  let at = end + 1;
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0a || bytes[at] === 0x0d) {
    at += 1;
  }
  return bytes[at] === colon;
}

function checkKey(bytes: Buffer, start: number, end: number): void {
  if (end - start > longestForbiddenKey) return;
  const raw = bytes.toString("utf8", start, end + 1);
  if (forbiddenKeys.has(unescaped(raw))) {
    throw fail(
      "invalid_request_body",
      `body: no member may be called ${unescaped(raw)}. Rename the member`,
      {
        param: unescaped(raw),
      },
    );
  }
}

function unescaped(raw: string): string {
  if (!raw.includes("\\")) return raw.slice(1, -1);
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw;
  }
}
