import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { surplusOf } from "./chain.ts";
import { importJournal } from "./command-log.ts";
import { keptCommands, surplusCommands } from "./command-record.ts";
import type { StopJournal } from "./stop-journal.ts";

/** The parts that the upkeep needs. */
export interface RecordUpkeepParts {
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  journal: StopJournal;
  /** Every organisation. */
  orgs(): string[];
  retention: { maxAgeMs: number; maxCount: number };
}

/** Keeps the record of the robots' commands within its limits, and brings stops of the journal into it. */
export class RecordUpkeep {
  readonly #parts: RecordUpkeepParts;
  #isImporting = false;

  constructor(parts: RecordUpkeepParts) {
    this.#parts = parts;
  }

  /** Moves stops from the journal into the store, once that has room. Never rejects. */
  async importJournal(): Promise<void> {
    const { store, log, journal } = this.#parts;
    if (this.#isImporting || journal.waiting === 0 || store.isFull()) return;
    this.#isImporting = true;
    try {
      const count = await importJournal(this.#parts);
      log.info({ count }, "stops of the journal are in the store");
    } catch (error) {
      log.warn({ error: describeError(error) }, "the journal of stops waits on");
    } finally {
      this.#isImporting = false;
    }
  }

  /** Removes entries beyond the retention, and surplus commands of these robots. Never rejects. */
  async trim(robots: Iterable<{ org: string; id: string }>): Promise<void> {
    const { store, clock, orgs, retention, log } = this.#parts;
    const keep = {
      maxCount: retention.maxCount,
      oldestMs: clock.ageMs() - retention.maxAgeMs,
    };
    try {
      for (const org of orgs()) await this.#trimBy(() => surplusOf(store, org, keep));
      for (const { org, id } of robots) {
        await this.#trimBy(() => surplusCommands(store, org, id));
      }
    } catch (error) {
      log.warn({ error: describeError(error) }, "the record of the robots was not trimmed");
    }
  }

  /** Removes every kept command of a removed robot. */
  async forget(org: string, id: string): Promise<void> {
    await this.#trimBy(() => keptCommands(this.#parts.store, org, id));
  }

  async #trimBy(next: () => StoreKey[]): Promise<void> {
    for (let keys = next(); keys.length > 0; keys = next()) {
      const due = keys;
      await this.#parts.store.transact((tx) => due.forEach((key) => tx.remove(key)), {
        essential: true,
      });
    }
  }
}
