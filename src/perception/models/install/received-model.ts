import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fail, invalidField } from "../../../base/contract/fail.ts";

/** Largest model file that a caller may send, in bytes. */
export const maxModelBytes = 500e6;

const prefix = ".received-";

/**
 * Writes a caller's bytes to a new file in `dir`, in pieces, and returns its path; removes files of earlier
 * calls. Rejects with `request_too_large` beyond `maxModelBytes`, and with `invalid_request_body` for another
 * sha256.
 */
export async function receiveModel(
  dir: string,
  body: Readable,
  expected: string | undefined,
): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o750 });
  for (const name of await readdir(dir)) {
    if (name.startsWith(prefix)) await rm(join(dir, name), { force: true });
  }
  const path = join(dir, `${prefix}${randomUUID()}.onnx`);
  const hash = createHash("sha256");
  try {
    await pipeline(body, bounded(hash), createWriteStream(path, { mode: 0o640 }));
    const found = hash.digest("hex");
    if (expected !== undefined && found !== expected) {
      throw invalidField("sha256", `what arrived has ${found}. Send the file again`);
    }
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function bounded(hash: { update(chunk: Buffer): unknown }) {
  return async function* count(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxModelBytes) {
        const message = `body: the file is larger than ${maxModelBytes / 1e6} MB. Use a smaller model`;
        throw fail("request_too_large", message, { param: "body" });
      }
      hash.update(chunk);
      yield chunk;
    }
  };
}
