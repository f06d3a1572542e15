import type { AuditEntry } from "./audit-record.ts";
import { describeError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Part } from "../core/parts.ts";
import type { Store, StoreTransaction } from "../core/store.ts";
import {
  type LogPage,
  type LogPageQuery,
  type NumberedEntry,
  NumberedLog,
  type NumberedLogParts,
} from "../events/numbered-log.ts";

const maxTextLength = 500;

/**
 * Record of changes: actor, source, action and outcome. The log only grows; the retention removes
 * the oldest entries. It counts and logs entries that it cannot write and continues: a full disk
 * must not stop anybody from stopping a robot or revoking a key.
 */
export class AuditLog implements Part {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #entries: NumberedLog<AuditEntry>;
  #lost = 0;

  constructor(parts: NumberedLogParts) {
    this.#store = parts.store;
    this.#log = parts.log;
    this.#entries = new NumberedLog("audit", parts);
  }

  /** Number of entries that could not be written since the start. */
  get lost(): number {
    return this.#lost;
  }

  start(): void {
    this.#entries.start();
  }

  stop(): void {
    this.#entries.stop();
  }

  /** Adds an entry; durable when this resolves. Never rejects. */
  async add(entry: AuditEntry): Promise<void> {
    const short = shortened(entry);
    try {
      await this.#store.transact((tx) => void this.#entries.add(tx, short));
    } catch (error) {
      this.#lost += 1;
      this.#log.warn({ ...short, error: describeError(error) }, "an audit entry was not kept");
    }
  }

  /** Adds an entry in the transaction of its change. */
  addIn(tx: StoreTransaction, entry: AuditEntry): void {
    this.#entries.add(tx, shortened(entry));
  }

  /**
   * Returns a page of the organisation's entries, newest first, each through `map` with its number. Fails with
   * `invalid_query_parameter` for a cursor of another list.
   */
  page<T>(
    org: string,
    query: LogPageQuery,
    map: (seq: number, entry: NumberedEntry<AuditEntry>) => T,
  ): LogPage<T> {
    return this.#entries.page(org, query, map);
  }

  /** Removes entries beyond the retention; resolves with their number. */
  trim(): Promise<number> {
    return this.#entries.trim();
  }
}

function shortened(entry: AuditEntry): AuditEntry {
  return { ...entry, action: entry.action.slice(0, maxTextLength) };
}
