import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { open, type RootDatabase } from "lmdb";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import { withTableInMemory } from "./lock-table.ts";
import { forgetMetaCopy } from "./meta-copy.ts";
import { type Key, mapBytes } from "./reads.ts";

/** The folder of the LMDB file in the data directory. */
export const storeFolder = "store";

/** LMDB as it is open at the moment. */
export class Environment {
  readonly #dir: string;
  readonly #log: Logger;
  #db: RootDatabase<unknown, Key> | undefined;
  #isReadOnly = false;

  /** `dataDir` is the data directory. */
  constructor(dataDir: string, log: Logger) {
    this.#dir = join(dataDir, storeFolder);
    this.#log = log;
  }

  /** The open database; undefined before `open`, after `close`, and when a reopening has failed. */
  get db(): RootDatabase<unknown, Key> | undefined {
    return this.#db;
  }

  /** True while the file could only be opened for reading. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  /** Opens for reading and writing, or throws LMDB's error. */
  open(): void {
    mkdirSync(this.#dir, { recursive: true });
    forgetMetaCopy(this.#dir);
    this.#db = withTableInMemory(this.#dir, this.#log, () => this.#open({}));
    this.#isReadOnly = false;
  }

  /**
   * Closes and opens again: an environment with a failed commit may take no further transaction. Opens
   * for reading where the disk refuses writes; throws when even that fails.
   */
  async reopen(): Promise<void> {
    await this.close();
    try {
      this.open();
    } catch (error) {
      this.#log.warn({ error: describeError(error) }, "the store is opened for reading only");
      this.#db = this.#open({ readOnly: true });
      this.#isReadOnly = true;
    }
  }

  /** Waits for the commit under way, then closes; idempotent. */
  async close(): Promise<void> {
    const db = this.#db;
    this.#db = undefined;
    await db?.close();
  }

  #open(more: { readOnly?: true }): RootDatabase<unknown, Key> {
    return open<unknown, Key>({
      path: this.#dir,
      encoding: "json",
      mapSize: mapBytes,
      maxDbs: 1,
      // A commit is durable before it is visible, and one that fails rejects: with overlapping flushes
      // neither holds.
      overlappingSync: false,
      // Otherwise each batch has a promise of its own that no code can catch when the commit fails.
      eventTurnBatching: false,
      ...more,
    });
  }
}
