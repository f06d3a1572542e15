import { type FileHandle, open, rm } from "node:fs/promises";
import { fail } from "../../base/contract/fail.ts";

/**
 * Writes a file that does not exist yet, readable by its owner only, and returns its size in bytes: a typing mistake
 * must not lose a file. Removes what it wrote when `chunks` fail. Fails with `store_failed`; `advice` ends its message.
 * With `isSynced` the file is on the disk when this resolves.
 */
export async function writeNewFile(
  path: string,
  chunks: AsyncIterable<Buffer>,
  { advice, isSynced = false }: { advice: string; isSynced?: boolean },
): Promise<number> {
  const file = await open(path, "wx", 0o600).catch((cause: { code?: string }) => {
    const why = cause.code === "EEXIST" ? "exists already" : "cannot be written";
    throw fail("store_failed", `${path}: ${why}. ${advice}`, { cause });
  });
  try {
    let bytes = 0;
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    if (isSynced) await file.sync();
    return bytes;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Opens `path` afresh for its owner only: the part of a file that gets its name once it is complete. Fails with
 * `store_failed`.
 */
export async function openPartial(path: string): Promise<FileHandle> {
  await rm(path, { force: true });
  return await open(path, "wx", 0o600).catch((cause) => {
    const message = `${path}: cannot be written. Check the folder and its free space`;
    throw fail("store_failed", message, { cause });
  });
}
