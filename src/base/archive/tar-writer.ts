import { blockBytes, encodeHead, paddingOf, type TarHead } from "./tar-format.ts";
import { fail } from "../contract/fail.ts";

/** A member to write; `body` gives exactly `sizeBytes` bytes. */
export interface TarMember extends Partial<Pick<TarHead, "type" | "mode" | "atMs" | "target">> {
  path: string;
  sizeBytes: number;
  body?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Makes a tar archive (POSIX pax) while it is read, with one chunk in memory. Rejects with
 * `store_failed` when a body is shorter or longer than `sizeBytes`: the file changed meanwhile.
 */
export async function* tarOf(
  members: AsyncIterable<TarMember> | Iterable<TarMember>,
): AsyncGenerator<Buffer> {
  for await (const member of members) {
    const { path, sizeBytes, type = "file", mode = 0o600, atMs = 0, target = "" } = member;
    yield encodeHead({ path, sizeBytes, type, mode, atMs, target });
    let left = sizeBytes;
    for await (const chunk of member.body ?? []) {
      left -= chunk.length;
      if (left < 0) throw fail("store_failed", `${path}: grew while it was read. Try again`);
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
    if (left > 0) throw fail("store_failed", `${path}: shrank while it was read. Try again`);
    yield Buffer.alloc(paddingOf(sizeBytes));
  }
  yield Buffer.alloc(2 * blockBytes);
}
