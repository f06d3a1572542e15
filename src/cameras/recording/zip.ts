import { once } from "node:events";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** One file of an archive, in the order in which it is written. */
export interface ZipEntry {
  /** Path inside the archive, with `/`. */
  name: string;
  atMs: number;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * A ZIP archive (APPNOTE 6.3, ZIP64 where a size or the count needs it) of uncompressed files, created while it is
 * read: holds only a few chunks. The archive takes the next entry when the body of the previous one has been
 * read. Rejects with the error of an entry.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let body: Readable | undefined;
  const write = async (): Promise<void> => {
    for await (const { name, atMs, body: bytes } of entries) {
      if (output.destroyed) return;
      body = Readable.from(bytes, { objectMode: false });
      const read = once(body, "close");
      zip.addReadStream(body, name, { mtime: new Date(atMs), mode: 0o100_644, compress: false });
      await read;
    }
    zip.end();
  };
  zip.on("error", (error: Error) => output.destroy(error));
  write().catch((error: Error) => output.destroy(error));
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    // A reader that stops early releases the files too.
    body?.destroy();
    output.destroy();
  }
}
