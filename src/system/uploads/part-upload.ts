import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { blockBytes, decodeHead } from "../../base/archive/tar-format.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";

/** One part of a file: where it begins, and the size of the whole. */
export interface FilePart {
  name: string;
  offset: number;
  sizeBytes: number;
}

/** What has arrived of the file. */
export interface UploadState {
  name: string;
  sizeBytes: number;
  receivedBytes: number;
}

/** What the upload accepts. */
export interface PartUploadParts {
  /** Folder of the file while it arrives. */
  dir: string;
  /** Name of the first member of the archive; a file that begins otherwise is refused at once. */
  firstMember: string;
  /** The file in words, such as `a backup of Gatehouse`. */
  what: string;
  maxBytes: number;
  /** Free bytes that a file may take. */
  roomBytes(): Promise<number>;
}

const prefix = ".upload-";

/**
 * Receives one archive in parts, each a request of its own, so that neither the time limit of a request nor a broken
 * connection ends it. The arrived part lies on the disk and survives a restart; a new file removes it.
 */
export class PartUpload {
  readonly #parts: PartUploadParts;
  #isBusy = false;

  constructor(parts: PartUploadParts) {
    this.#parts = parts;
  }

  /** Returns the file that is arriving; null without one. */
  async state(): Promise<UploadState | null> {
    const { dir } = this.#parts;
    for (const file of await readdir(dir).catch(() => [])) {
      const [, size, name] = /^\.upload-(\d{1,15})-(.+)$/.exec(file) ?? [];
      if (name === undefined) continue;
      const found = await stat(join(dir, file)).catch(() => undefined);
      if (found) return { name, sizeBytes: Number(size), receivedBytes: found.size };
    }
    return null;
  }

  /**
   * Appends a part. Resolves with the path of the file once it is complete, else with undefined. Fails with `conflict`
   * when the part begins elsewhere than the arrived ones end, `request_too_large`, `storage_full`, and
   * `invalid_request_body` for a file of another kind or a longer one.
   */
  async take(body: Readable, part: FilePart): Promise<string | undefined> {
    if (this.#isBusy) throw fail("conflict", "upload: another part is arriving. Wait for its end");
    this.#isBusy = true;
    try {
      return await this.#append(body, part);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Removes what has arrived. */
  async clear(): Promise<void> {
    const { dir } = this.#parts;
    for (const file of await readdir(dir).catch(() => [])) {
      if (file.startsWith(prefix)) await rm(join(dir, file), { force: true });
    }
  }

  async #append(body: Readable, part: FilePart): Promise<string | undefined> {
    const { dir } = this.#parts;
    const path = join(dir, `${prefix}${part.sizeBytes}-${part.name}`);
    if (part.offset === 0) await this.#begin(part);
    else await refuseGap(path, part);
    const flags = part.offset === 0 ? "w" : "a";
    try {
      const out = createWriteStream(path, { flags, mode: 0o600 });
      await pipeline(body, (chunks: AsyncIterable<Buffer>) => this.#checked(chunks, part), out);
    } catch (error) {
      // A part that the client broke off stays: the next one continues it.
      const { code } = error as { code?: string };
      if (code === "ENOSPC" || code === "EDQUOT") {
        await rm(path, { force: true });
        throw fail("storage_full", "disk: is full. Free space on it", { cause: error });
      }
      if (code === "invalid_request_body") await rm(path, { force: true });
      throw error;
    }
    const { size } = await stat(path);
    return size === part.sizeBytes ? path : undefined;
  }

  async #begin({ sizeBytes }: FilePart): Promise<void> {
    const { dir, maxBytes, roomBytes } = this.#parts;
    if (sizeBytes > maxBytes) {
      const most = `${maxBytes / 1e9} GB`;
      throw fail("request_too_large", `size: is larger than ${most}. Use a smaller file`, {
        param: "size",
      });
    }
    await this.clear();
    await mkdir(dir, { recursive: true, mode: 0o700 });
    if ((await roomBytes()) < sizeBytes) {
      throw fail("storage_full", "disk: has no room for the file. Free space on it", {
        param: "size",
      });
    }
  }

  async *#checked(chunks: AsyncIterable<Buffer>, part: FilePart): AsyncGenerator<Buffer> {
    let left = part.sizeBytes - part.offset;
    let head: Buffer | undefined = part.offset === 0 ? Buffer.alloc(0) : undefined;
    for await (const chunk of chunks) {
      left -= chunk.length;
      if (left < 0) throw invalidField("body", "is longer than size. Send the size of the file");
      if (head) {
        head = Buffer.concat([head, chunk]);
        if (head.length < blockBytes && left > 0) continue;
        this.#refuseOther(head);
        yield head;
        head = undefined;
      } else yield chunk;
    }
  }

  #refuseOther(bytes: Buffer): void {
    const { firstMember, what } = this.#parts;
    if (memberOf(bytes) === firstMember) return;
    throw invalidField("body", `is not ${what}. Choose another file`);
  }
}

function memberOf(bytes: Buffer): string | undefined {
  try {
    return bytes.length < blockBytes
      ? undefined
      : decodeHead(bytes.subarray(0, blockBytes))?.head.path;
  } catch {
    return undefined;
  }
}

async function refuseGap(path: string, { offset }: FilePart): Promise<void> {
  const arrived = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (arrived === offset) return;
  throw fail("conflict", `offset: ${arrived} bytes have arrived. Continue there`, {
    param: "offset",
  });
}
