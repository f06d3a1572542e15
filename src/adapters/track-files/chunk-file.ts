import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, inflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Length and CRC-32 of the packed bytes, wall time of the first and the last frame. */
const headBytes = 24;
/** No chunk is longer; a longer one is a torn or foreign file. */
const maxChunkBytes = 16 * 1024 * 1024;

/** A chunk of frames as it lies in a file. */
export interface Chunk {
  firstMs: number;
  lastMs: number;
  bytes: Buffer;
}

/** Packs a chunk for appending to a file. */
export async function packChunk({ firstMs, lastMs, bytes }: Chunk): Promise<Buffer> {
  const packed = await deflate(bytes, { level: constants.Z_BEST_SPEED });
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(packed.length, 0);
  head.writeUInt32LE(crc32(packed), 4);
  head.writeDoubleLE(firstMs, 8);
  head.writeDoubleLE(lastMs, 16);
  return Buffer.concat([head, packed]);
}

/** Opens a file of chunks; undefined when retention has removed it since it was listed. */
async function openKept(path: string): Promise<FileHandle | undefined> {
  return open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/**
 * The chunks of a file that touch the span, in order; none of a file that is gone. Ends without an error at the first
 * torn one, which a crash or a full disk leaves.
 */
export async function* readChunks(
  path: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): AsyncGenerator<Buffer> {
  const file = await openKept(path);
  if (!file) return;
  try {
    const head = Buffer.alloc(headBytes);
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(head, 0, headBytes, at);
      const length = head.readUInt32LE(0);
      if (bytesRead < headBytes || length > maxChunkBytes) return;
      const [firstMs, lastMs] = [head.readDoubleLE(8), head.readDoubleLE(16)];
      if (lastMs >= fromMs && firstMs < toMs) {
        const packed = Buffer.alloc(length);
        const read = await file.read(packed, 0, length, at + headBytes);
        if (read.bytesRead < length || crc32(packed) !== head.readUInt32LE(4)) return;
        yield await inflate(packed);
      }
      at += headBytes + length;
    }
  } finally {
    await file.close();
  }
}
