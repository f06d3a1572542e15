import { fail } from "../contract/fail.ts";
import { blockBytes, decodeHead, extendedHead, paddingOf, type TarHead } from "./tar-format.ts";

/** A member while the archive is read; `body` is valid until the caller takes the next member. */
export interface ReadMember extends TarHead {
  body: AsyncIterable<Buffer>;
}

/** Longest extended header that is read; names and sizes need less than 10 KiB. */
const maxExtendedBytes = 64 * 1024;

/**
 * Reads a tar archive from its beginning to the end of its source, and skips bodies that the caller
 * does not read. Fails with `archive_invalid` for hard links, devices and other types, for a cut
 * archive, and for padding that is not zero. Paths come as written: the caller passes them through
 * `safePath`.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<ReadMember> {
  const bytes = new Bytes(source);
  let extension: Buffer | undefined;
  for (;;) {
    const raw = decodeHead(await bytes.take(blockBytes));
    if (!raw) {
      await bytes.zerosToEnd();
      return;
    }
    const head = extension ? extendedHead(raw.head, extension) : raw.head;
    extension = undefined;
    if (raw.kind === "extended") {
      if (head.sizeBytes > maxExtendedBytes) {
        throw fail(
          "archive_invalid",
          "archive: an extended header is too long. Use another archive",
        );
      }
      extension = await bytes.take(head.sizeBytes);
      await bytes.zeros(paddingOf(head.sizeBytes));
      continue;
    }
    if (raw.kind === "refused") {
      throw fail(
        "archive_invalid",
        `archive: ${head.path} is not a file, folder or link. Use another archive`,
      );
    }
    const body = new Body(bytes, head.type === "file" ? head.sizeBytes : 0);
    if (raw.kind !== "ignored") yield { ...head, body };
    await body.drop();
    await bytes.zeros(paddingOf(head.type === "file" ? head.sizeBytes : 0));
  }
}

/** The bytes of one member. */
class Body implements AsyncIterable<Buffer> {
  readonly #bytes: Bytes;
  #left: number;

  constructor(bytes: Bytes, sizeBytes: number) {
    this.#bytes = bytes;
    this.#left = sizeBytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    while (this.#left > 0) {
      const chunk = await this.#bytes.some(this.#left);
      this.#left -= chunk.length;
      yield chunk;
    }
  }

  async drop(): Promise<void> {
    const left = this.#left;
    this.#left = 0;
    await this.#bytes.skip(left);
  }
}

/** Takes exact amounts from chunks of any size. */
class Bytes {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Returns at least one byte and at most `max`. */
  async some(max: number): Promise<Buffer> {
    while (this.#held.length === 0) {
      const next = await this.#chunks.next();
      if (next.done) throw fail("archive_invalid", "archive: is cut off. Use a complete copy");
      const { value } = next;
      this.#held = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    const taken = this.#held.subarray(0, max);
    this.#held = this.#held.subarray(taken.length);
    return taken;
  }

  /** Reads the zeros at the end of the archive, so that the source is read to its end. */
  async zerosToEnd(): Promise<void> {
    refuseFilled(this.#held);
    for (let next = await this.#chunks.next(); !next.done; next = await this.#chunks.next()) {
      refuseFilled(next.value);
    }
  }

  /** Reads the padding of a body's last block. */
  async zeros(length: number): Promise<void> {
    refuseFilled(await this.take(length));
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = length; left > 0;) {
      const part = await this.some(left);
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) left -= (await this.some(left)).length;
  }
}

function refuseFilled(bytes: Uint8Array): void {
  if (bytes.every((byte) => byte === 0)) return;
  throw fail("archive_invalid", "archive: its padding is not zero. Use another copy");
}
