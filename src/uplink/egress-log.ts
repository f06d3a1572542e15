import type { StoreTransaction } from "../base/core/store.ts";
import {
  type LogPage,
  type LogPageQuery,
  type NumberedEntry,
  NumberedLog,
  type NumberedLogParts,
} from "../base/events/numbered-log.ts";
import type { CallFigures } from "./endpoint-port.ts";
import type { Capability, DataClass } from "./uplink-terms.ts";

/** A submission that is about to leave, and its endpoint. */
export interface EgressEntry {
  org: string;
  endpoint: string;
  host: string;
  model: string | null;
  capability: Capability | "push";
  dataClass: DataClass;
  jobId: string;
  step: string;
  bytesSent: number;
}

/** Outcome of a submission; `received` is null without an answer. */
export interface TransferOutcome {
  outcome: string;
  received: CallFigures | null;
}

/**
 * Log of transfers from the box: time, endpoint and size. An entry is durable before the first byte
 * leaves; without an entry, nothing is sent.
 */
export class EgressLog {
  readonly #log: NumberedLog<EgressEntry & TransferOutcome>;

  constructor(parts: NumberedLogParts) {
    this.#log = new NumberedLog("egress", parts);
  }

  start(): void {
    this.#log.start();
  }

  stop(): void {
    this.#log.stop();
  }

  /** Adds an entry; its number is for `end`. */
  begin(tx: StoreTransaction, entry: EgressEntry): number {
    return this.#log.add(tx, { ...entry, outcome: "sent", received: null });
  }

  /** Adds the outcome to an entry, unless the entry has been trimmed. */
  end(tx: StoreTransaction, at: { org: string; seq: number }, outcome: TransferOutcome): void {
    this.#log.change(tx, at, outcome);
  }

  /**
   * Returns a page of the organisation's entries, newest first, each through `map` with its number. Fails with
   * `invalid_query_parameter` for a cursor of another list.
   */
  page<T>(
    org: string,
    query: LogPageQuery,
    map: (seq: number, entry: NumberedEntry<EgressEntry & TransferOutcome>) => T,
  ): LogPage<T> {
    return this.#log.page(org, query, map);
  }

  /** Removes entries that are too old or too many; resolves with their number. */
  trim(): Promise<number> {
    return this.#log.trim();
  }
}
