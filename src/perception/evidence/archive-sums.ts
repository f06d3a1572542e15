import { createHash } from "node:crypto";
import type { ZipEntry } from "../../cameras/recording/zip.ts";

/** Makes an entry of an archive whose sum is noted when its body has been read. */
export type EntryMaker = (name: string, body: ZipEntry["body"]) => ZipEntry;

/** A file of an archive. */
export interface ArchiveFile {
  path: string;
  sha256: string;
  sizeBytes: number;
}

/** The files of an archive with their sizes and SHA-256 sums, as far as they have been written. */
export class ArchiveSums {
  readonly #atMs: number;
  readonly #files: ArchiveFile[] = [];

  /** `atMs`: the time of every file, Unix milliseconds. */
  constructor(atMs: number) {
    this.#atMs = atMs;
  }

  noted(name: string, body: ZipEntry["body"]): ZipEntry {
    const onEnd = (sha256: string, sizeBytes: number): void => {
      this.#files.push({ path: name, sha256, sizeBytes });
    };
    return { name, atMs: this.#atMs, body: counted(body, onEnd) };
  }

  /** The files written so far. */
  files(): ArchiveFile[] {
    return [...this.#files];
  }

  /** The last entry: `SHA256SUMS`, as `sha256sum -c` reads it. */
  sums(): ZipEntry {
    const lines = this.#files.map(({ path, sha256 }) => `${sha256}  ${path}\n`);
    return { name: "SHA256SUMS", atMs: this.#atMs, body: [Buffer.from(lines.join(""))] };
  }
}

/** A JSON file. */
export function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

async function* counted(
  body: ZipEntry["body"],
  onEnd: (sha256: string, sizeBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    yield chunk;
  }
  onEnd(hash.digest("hex"), sizeBytes);
}
