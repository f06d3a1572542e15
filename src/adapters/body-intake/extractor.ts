import { fail } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import type { ReceivedBlob } from "../../base/jobs/inputs/received-blob.ts";
import { Base64File } from "./base64-file.ts";

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Longest member name that is compared, in bytes as sent; blob fields have shorter ones. */
const longestName = 256;
/** Files of one body; contracts ask for six pictures at most. */
const maxFiles = 16;

interface Frame {
  isObject: boolean;
  /** In an object: whether the next string is a name. */
  nameNext: boolean;
  name: string;
}

/**
 * Takes the long strings of some fields out of a JSON body that arrives in pieces, and returns the rest. It
 * only separates strings from structure; a parser checks the rest. Memory: the rest (at most 1 MiB) and 64
 * KiB.
 */
export class Extractor {
  readonly #dir: string;
  readonly #key: Uint8Array | null;
  readonly #fields: ReadonlySet<string>;
  readonly #frames: Frame[] = [];
  #rest = Buffer.allocUnsafeSlow(4096);
  readonly #files: Base64File[] = [];
  readonly #blobs: ReceivedBlob[] = [];
  #restBytes = 0;
  #inString = false;
  #escapeOpen = false;
  /** Bytes of a string whose destination is still open. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #holds: "name" | "value" | undefined;
  #file: Base64File | undefined;

  /** `key` seals what is stored; null stores it as it arrives. */
  constructor(options: { dir: string; blobFields: readonly string[]; key: Uint8Array | null }) {
    const { dir, blobFields, key } = options;
    this.#dir = dir;
    this.#key = key;
    this.#fields = new Set(blobFields);
  }

  /**
   * Takes the next piece. Throws `body_too_deep`, `request_too_large` when more than 1 MiB is left outside of
   * blobs, and the errors of a blob's file; then call `drop`.
   */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      at = this.#inString ? this.#string(chunk, at) : this.#structure(chunk, at);
    }
  }

  /** The end of the body. */
  finish(): { json: Buffer; blobs: ReceivedBlob[] } {
    // The body ends inside of a string: without its closing quote the rest is not JSON.
    if (this.#file) throw fail("invalid_json", "body: is not valid JSON. Correct the syntax");
    this.#releaseHeld();
    return { json: this.#rest.subarray(0, this.#restBytes), blobs: this.#blobs };
  }

  /** Removes every file of this body. */
  drop(): void {
    for (const file of this.#files) file.drop();
  }

  /** Reads from `start`, outside of strings, past the next opening quote; returns the position. */
  #structure(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at];
      const frame = this.#frames.at(-1);
      if (byte === quote) {
        this.#emit(chunk.subarray(start, at + 1));
        this.#openString(frame);
        return at + 1;
      }
      if (byte === openBrace || byte === openBracket) this.#open(byte === openBrace);
      else if (byte === closeBrace || byte === closeBracket) this.#frames.pop();
      else if (frame?.isObject && byte === colon) frame.nameNext = false;
      else if (frame?.isObject && byte === comma) frame.nameNext = true;
    }
    this.#emit(chunk.subarray(start));
    return chunk.length;
  }

  #open(isObject: boolean): void {
    this.#frames.push({ isObject, nameNext: isObject, name: "" });
    if (this.#frames.length > limits.jsonDepth) {
      throw fail(
        "body_too_deep",
        `body: is nested too deep. Use at most ${limits.jsonDepth} levels`,
      );
    }
  }

  #openString(frame: Frame | undefined): void {
    this.#inString = true;
    this.#escapeOpen = false;
    if (frame?.nameNext) this.#holds = "name";
    else this.#holds = this.#fields.has(this.#path()) ? "value" : undefined;
  }

  #path(): string {
    let path = "";
    for (const { isObject, name } of this.#frames) {
      if (!isObject) path += "[]";
      else path += path === "" ? name : `.${name}`;
    }
    return path;
  }

  /** Reads from `start`, inside of a string, past its closing quote; returns the position. */
  #string(chunk: Buffer, start: number): number {
    const end = this.#closingQuote(chunk, start);
    this.#content(chunk.subarray(start, end === -1 ? chunk.length : end));
    if (end === -1) return chunk.length;
    this.#closeString();
    return end + 1;
  }

  #closingQuote(chunk: Buffer, start: number): number {
    let at = this.#escapeOpen ? start + 1 : start;
    this.#escapeOpen = false;
    let escape = chunk.indexOf(backslash, at);
    for (;;) {
      const end = chunk.indexOf(quote, at);
      while (escape !== -1 && (end === -1 || escape < end)) {
        at = escape + 2;
        if (at > chunk.length) {
          this.#escapeOpen = true;
          return -1;
        }
        escape = chunk.indexOf(backslash, at);
      }
      if (end === -1 || end >= at) return end;
    }
  }

  #content(bytes: Buffer): void {
    if (this.#file) {
      this.#file.write(bytes);
      return;
    }
    if (this.#holds === undefined) {
      this.#emit(bytes);
      return;
    }
    this.#held.push(Buffer.from(bytes));
    this.#heldBytes += bytes.length;
    if (this.#holds === "name" && this.#heldBytes > longestName) this.#releaseHeld();
    if (this.#holds === "value" && this.#heldBytes > limits.blobStringBytes) this.#openFile();
  }

  #openFile(): void {
    const isOneTooMany = this.#files.length >= maxFiles;
    this.#file = new Base64File({
      dir: this.#dir,
      key: this.#key,
      fault: isOneTooMany ? "too_many" : null,
    });
    if (!isOneTooMany) this.#files.push(this.#file);
    this.#emit(Buffer.from(this.#file.token));
    const first = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    this.#file.write(first);
  }

  #closeString(): void {
    this.#inString = false;
    const frame = this.#frames.at(-1);
    if (this.#file) {
      this.#blobs.push(this.#file.finish());
      this.#file = undefined;
    } else if (this.#holds === "name" && frame) {
      frame.name = nameOf(Buffer.concat(this.#held));
    } else if (frame?.nameNext) frame.name = "";
    this.#releaseHeld();
    this.#emit(closing);
  }

  /** The string that was held is no blob: it belongs to the rest. */
  #releaseHeld(): void {
    for (const bytes of this.#held) this.#emit(bytes);
    this.#held = [];
    this.#heldBytes = 0;
    this.#holds = undefined;
  }

  #emit(bytes: Buffer): void {
    const end = this.#restBytes + bytes.length;
    if (end > limits.bodyBytes) {
      throw fail(
        "request_too_large",
        "body: is larger than 1 MiB without its pictures. Send less beside them",
      );
    }
    if (end > this.#rest.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end, 2 * this.#rest.length));
      this.#rest.copy(larger, 0, 0, this.#restBytes);
      this.#rest = larger;
    }
    bytes.copy(this.#rest, this.#restBytes);
    this.#restBytes = end;
  }
}

const closing = Buffer.from('"');

/** The name as a parser reads it; anything but a string is not the name of a field. */
function nameOf(raw: Buffer): string {
  if (!raw.includes(backslash)) return raw.toString();
  try {
    return String(JSON.parse(`"${raw.toString()}"`));
  } catch {
    return "";
  }
}
