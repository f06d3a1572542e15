import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SegmentRecord } from "./segment-record.ts";

/** Returns the path of a segment's file: by organisation, stream and day, so that people can find it. */
export function segmentPath(
  dir: string,
  { org, streamId, startMs, id }: Pick<SegmentRecord, "org" | "streamId" | "startMs" | "id">,
): string {
  const time = new Date(startMs).toISOString();
  const name = `${time.slice(11, 19).replaceAll(":", "")}-${id}.mp4`;
  return join(dir, org, streamId, time.slice(0, 10), name);
}

/** A segment's file while it is written; every call rejects with the system's error. */
export class SegmentFile {
  readonly #file: FileHandle;
  #sizeBytes = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Creates the file, which must not exist yet, and its folders. */
  static async create(path: string): Promise<SegmentFile> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return new SegmentFile(await open(path, "wx", 0o600));
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Appends all `chunks`; truncates what a failed write left. */
  async append(chunks: readonly Uint8Array[]): Promise<void> {
    const lengthBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const { bytesWritten } = await this.#file.writev(chunks, this.#sizeBytes);
    // A full disk writes a part and reports the error only at the next write.
    if (bytesWritten < lengthBytes) await this.#appendRest(chunks, bytesWritten);
    this.#sizeBytes += lengthBytes;
  }

  /** Syncs the file, so that its data survives a power cut. */
  async sync(): Promise<void> {
    await this.#file.datasync();
  }

  /** Truncates an incomplete fragment and closes the file; with `sync` durably. */
  async close(how: { sync: boolean }): Promise<void> {
    try {
      const { size } = await this.#file.stat();
      if (size > this.#sizeBytes) await this.#file.truncate(this.#sizeBytes);
      if (how.sync) await this.#file.datasync();
    } finally {
      await this.#file.close();
    }
  }

  async #appendRest(chunks: readonly Uint8Array[], written: number): Promise<void> {
    const rest = Buffer.concat(chunks).subarray(written);
    let at = 0;
    while (at < rest.length) {
      const place = this.#sizeBytes + written + at;
      const { bytesWritten } = await this.#file.write(rest, at, rest.length - at, place);
      at += bytesWritten;
    }
  }
}
