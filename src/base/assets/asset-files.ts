import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail } from "../contract/fail.ts";
import { unfinishedPrefix, writeFileAtomic } from "../core/atomic-file.ts";

const namePattern = /^([0-9a-f-]{36})\.([a-z0-9]{1,8})$/;

/** The files of assets below one folder, spread over 256 folders by the random end of their ids. */
export class AssetFiles {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /**
   * Returns the path of a file; fails with `internal_error` for an id or extension that cannot name
   * one.
   */
  path(id: string, ext: string): string {
    const name = `${id}.${ext}`;
    if (!namePattern.test(name)) throw fail("internal_error", "this is no name of a file");
    return join(this.#dir, id.slice(-2), name);
  }

  /** Writes a file durably; fails with `storage_full` or `store_failed` and then leaves nothing. */
  async write(id: string, ext: string, bytes: Uint8Array): Promise<void> {
    const path = this.path(id, ext);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFileAtomic(path, bytes);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === "ENOSPC" || code === "EDQUOT") {
        throw fail("storage_full", diskFull, { cause: error });
      }
      const message = "asset: cannot be written. See the log of the box for the reason";
      throw fail("store_failed", message, { cause: error });
    }
  }

  /** Reads a file; undefined when it is gone. Fails with `store_failed` when the disk fails. */
  async read(id: string, ext: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(this.path(id, ext));
    } catch (error) {
      if ((error as { code?: unknown }).code === "ENOENT") return undefined;
      const message = "asset: cannot be read. See the log of the box for the reason";
      throw fail("store_failed", message, { cause: error });
    }
  }

  /** Removes a file; idempotent. */
  async remove(id: string, ext: string): Promise<void> {
    await rm(this.path(id, ext), { force: true });
  }

  /** Lists the files with their ids, and removes unfinished ones that a crash left. */
  async list(): Promise<{ id: string; path: string }[]> {
    const found: { id: string; path: string }[] = [];
    for (const entry of await readdir(this.#dir, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const [, id] = namePattern.exec(entry.name) ?? [];
      if (id !== undefined) found.push({ id, path });
      else if (entry.name.startsWith(unfinishedPrefix)) await rm(path);
    }
    return found;
  }
}

/** The message of `storage_full` for an asset. */
export const diskFull = "asset: the disk is full. Free space on the disk of the data directory";
