import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import { unfinishedPrefix } from "../../base/core/atomic-file.ts";
import { unwrapped } from "../../base/core/base64.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import { PieceSealer } from "../../base/secrets/vault.ts";
import type { BlobFault, ReceivedBlob } from "../../base/jobs/inputs/received-blob.ts";

/** Enough to recognise a DICOM file, whose mark is at byte 128. */
const headBytes = 160;
/** The head of a data URL is within this many characters. */
const longestDataUrlHead = 200;
const noSpaceCodes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);
const outOfFilesCodes: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE"]);

/**
 * Decodes the base64 text of one JSON string, which may be wrapped in lines, into a file while the text comes in. A text that is no
 * base64, or more than a picture may be, leaves no file: it is read to its end all the same, because
 * the answer to the request names its field. For the synchronous world of a worker thread.
 */
export class Base64File {
  readonly #dir: string;
  readonly #id = uuidv7();
  readonly #hash = createHash("sha256");
  readonly #sealing: PieceSealer | null;
  #file: number | undefined;
  /** An incomplete escape sequence. */
  #openEscape = "";
  /** Characters that do not fill four yet, or may be the padded last ones. */
  #tail = "";
  #started = false;
  #claimedType: string | null = null;
  #head = Buffer.alloc(0);
  #bytes = 0;
  #fault: BlobFault | null = null;
  #renamed = false;

  /** `key` seals the file for its own id; `fault`: nothing is stored from the start. */
  constructor(options: { dir: string; key: Uint8Array | null; fault?: BlobFault | null }) {
    this.#dir = options.dir;
    this.#sealing = options.key && new PieceSealer(options.key, this.#id);
    this.#fault = options.fault ?? null;
  }

  /** Stands in the JSON in place of the string. */
  get token(): string {
    return `blob:${this.#id}`;
  }

  /**
   * The next bytes of the string, as sent. Throws `invalid_json` for what no JSON string may hold,
   * `storage_full` and `store_failed`.
   */
  write(raw: Buffer): void {
    const hasEscapes = this.#openEscape !== "" || raw.includes(0x5c);
    if (hasEscapes) {
      const { whole, rest } = splitAtOpenEscape(this.#openEscape + raw.toString("latin1"));
      this.#openEscape = rest;
      this.#text(unescaped(whole));
    } else {
      this.#text(raw.toString("latin1"), raw);
    }
  }

  /** The end of the string; the file is whole and on the disk afterwards. Throws like `write`. */
  finish(): ReceivedBlob {
    if (this.#openEscape !== "") throw notJson();
    const tail = this.#tail;
    if (tail.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(tail)) this.#giveUp("not_base64");
    if (this.#fault === null) this.#store(Buffer.from(tail, "base64"));
    if (this.#fault === null) this.#publish();
    return {
      id: this.#id,
      token: this.token,
      bytes: this.#bytes,
      textSha256: this.#hash.digest("hex"),
      head: new Uint8Array(this.#head),
      claimedType: this.#claimedType,
      fault: this.#fault,
    };
  }

  /** Removes the file, finished or not. */
  drop(): void {
    this.#close();
    rmSync(join(this.#dir, this.#renamed ? this.#id : unfinishedPrefix + this.#id), {
      force: true,
    });
  }

  #text(text: string, raw?: Buffer): void {
    this.#hash.update(raw ?? text);
    const body = this.#started ? text : this.#withoutDataUrlHead(text);
    this.#started = true;
    if (this.#fault === "not_base64" || this.#fault === "not_base64_url") {
      if (raw) unescaped(text);
      return;
    }
    const plain = unwrapped(body);
    // Cut-out strings are not parsed, which would find control characters.
    if (raw && plain.length !== body.length) checkHeldBack(body);
    const all = this.#tail + plain;
    // The last characters wait: they may be padded.
    const ready = Math.max(0, Math.floor((all.length - 1) / 4)) * 4;
    this.#tail = all.slice(ready);
    if (raw) checkHeldBack(text.slice(-Math.min(this.#tail.length, text.length)));
    const quads = all.slice(0, ready);
    const bytes = Buffer.from(quads, "base64");
    // Node skips invalid base64 and accepts the URL alphabet too; this reader does neither.
    if (bytes.length !== (ready / 4) * 3 || quads.includes("-") || quads.includes("_")) {
      if (raw) unescaped(text);
      this.#giveUp("not_base64");
    } else this.#store(bytes);
  }

  #withoutDataUrlHead(text: string): string {
    if (!text.startsWith("data:")) return text;
    const comma = text.indexOf(",");
    const head = comma < 0 ? "" : text.slice("data:".length, Math.min(comma, longestDataUrlHead));
    if (!head.endsWith(";base64")) this.#giveUp("not_base64_url");
    this.#claimedType = head.slice(0, -";base64".length);
    return text.slice(comma + 1);
  }

  #store(bytes: Buffer): void {
    if (this.#head.length < headBytes) {
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, headBytes - this.#head.length)]);
    }
    this.#bytes += bytes.length;
    if (this.#fault !== null) return;
    if (this.#bytes > limits.pictureBytes) {
      this.#giveUp("too_large");
      return;
    }
    onDisk(() => {
      if (this.#file === undefined) {
        this.#file = openSync(join(this.#dir, unfinishedPrefix + this.#id), "w", 0o600);
        if (this.#sealing) writeAll(this.#file, this.#sealing.begin());
      }
      writeAll(this.#file, this.#sealing?.update(bytes) ?? bytes);
    });
  }

  #publish(): void {
    onDisk(() => {
      if (this.#file === undefined) return;
      if (this.#sealing) writeAll(this.#file, this.#sealing.end());
      fsyncSync(this.#file);
      this.#close();
      renameSync(join(this.#dir, unfinishedPrefix + this.#id), join(this.#dir, this.#id));
      this.#renamed = true;
    });
  }

  #giveUp(fault: BlobFault): void {
    this.#fault ??= fault;
    this.drop();
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

function onDisk(work: () => void): void {
  try {
    work();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (noSpaceCodes.has(code))
      throw fail("storage_full", "disk: is full. Free space", { cause: error });
    // The worker's answer carries a code and a sentence, and no cause.
    if (outOfFilesCodes.has(code))
      throw fail("overloaded", "body: too many files are open. Try again");
    throw fail("store_failed", "body: cannot be stored. See the log for the cause", {
      cause: error,
    });
  }
}

/** The text up to the last escape sequence that is whole. */
function splitAtOpenEscape(text: string): { whole: string; rest: string } {
  for (let at = text.indexOf("\\"); at !== -1;) {
    const length = text[at + 1] === "u" ? 6 : 2;
    if (at + length > text.length) return { whole: text.slice(0, at), rest: text.slice(at) };
    at = text.indexOf("\\", at + length);
  }
  return { whole: text, rest: "" };
}

/** Throws `invalid_json` for control characters in text that waits: its later decoding cannot find them any more. */
function checkHeldBack(sent: string): void {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u001f]/.test(sent)) throw notJson();
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    throw notJson();
  }
}

function notJson() {
  return fail("invalid_json", "body: is not valid JSON. Correct the syntax");
}
