import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fail } from "../../base/contract/fail.ts";

/** SQLite's result code for a lock that another connection holds (SQLITE_BUSY). */
const busy = 5;

/**
 * Keeps a second appliance out of a data directory. The lock is a byte-range lock of the operating system on
 * `lock`, taken through an exclusive transaction of the SQLite that Node brings: the kernel releases it
 * whenever the process ends, so neither a stale file nor a reused process id can mislead. It holds across
 * containers that share the directory.
 */
export class DirectoryLock {
  readonly #dir: string;
  #database: DatabaseSync | undefined;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Takes the lock or fails with `store_locked`, naming the directory and the holder's pid. */
  take(): void {
    const database = new DatabaseSync(join(this.#dir, "lock"), { timeout: 0 });
    try {
      database.exec("PRAGMA journal_mode=MEMORY; PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE");
    } catch (error) {
      database.close();
      if ((error as { errcode?: number }).errcode !== busy) throw error;
      throw fail(
        "store_locked",
        `data directory: another appliance (pid ${this.#holder()}) uses ${this.#dir}. Stop it first`,
        { cause: error },
      );
    }
    this.#database = database;
    writeFileSync(join(this.#dir, "lock.pid"), `${process.pid}\n`, { mode: 0o600 });
  }

  /** Lets go of the lock; idempotent. */
  release(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  #holder(): string {
    try {
      return readFileSync(join(this.#dir, "lock.pid"), "utf8").trim();
    } catch {
      return "unknown";
    }
  }
}
