import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreKey, StoreTransaction } from "../../base/core/store.ts";
import type { BaselineStore } from "./anomaly-watch.ts";
import { type HourRecord, weekHours } from "./baseline.ts";

/** The baseline of one stream in the store: at most 168 records of less than 4 KiB. */
export function baselineStore(
  parts: { store: Store; log: Logger },
  { org, streamId }: { org: string; streamId: string },
): BaselineStore {
  return {
    *load() {
      for (let hour = 0; hour < weekHours; hour += 1) {
        const record = parts.store.get<HourRecord>(hourKey(org, streamId, hour));
        if (record) yield [hour, record] as const;
      }
    },
    save(hour, record) {
      const copy = structuredClone(record);
      const write = (tx: StoreTransaction): void => tx.put(hourKey(org, streamId, hour), copy);
      parts.store.transact(write).catch((error) => {
        parts.log.debug({ error: describeError(error) }, "what is usual is not stored now");
      });
    },
  };
}

/** Forgets what was usual for a stream. */
export function removeBaseline(tx: StoreTransaction, org: string, streamId: string): void {
  for (let hour = 0; hour < weekHours; hour += 1) tx.remove(hourKey(org, streamId, hour));
}

function hourKey(org: string, streamId: string, hour: number): StoreKey {
  return [org, "baseline", streamId, hour];
}
