import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";

/** LMDB's table of readers, in the store's folder. */
const lockFile = "lock.mdb";
/** A file system in memory that every Linux has. */
const memoryDir = "/dev/shm";

/**
 * Runs `open`, which opens the store in `storeDir`, so that LMDB's table of readers lies in memory. Each
 * read writes to that table through a map: on a disk that does not answer, such a write stops the
 * thread, and the thread that reads is the event loop's. The table has no name once the store is open,
 * so a killed process leaves nothing behind. Without a memory file system it stays on the disk.
 */
export function withTableInMemory<T>(storeDir: string, log: Logger, open: () => T): T {
  const link = join(storeDir, lockFile);
  let folder: string | undefined;
  try {
    rmSync(link, { force: true });
    folder = mkdtempSync(join(memoryDir, "gatehouse-"));
    symlinkSync(join(folder, lockFile), link);
  } catch (error) {
    log.warn({ error: describeError(error) }, "the store's lock table stays on the disk");
  }
  try {
    return open();
  } finally {
    if (folder !== undefined) {
      remove(link);
      remove(folder);
    }
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // A file system that has become read-only keeps the link; the next start replaces it.
  }
}
