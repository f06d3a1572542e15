import type { StoreFigures, StoreReader } from "../../base/core/store.ts";
import { allWebhooks } from "../../notifications/webhooks/webhook-record.ts";
import { readMark } from "../store/store-version.ts";

/** The facts of the store for the doctor; plain JSON. */
export interface StoreFacts {
  version: number;
  readableFrom: number;
  isMigrating: boolean;
  figures: StoreFigures;
  /** Wall time of the newest event; null before the first. */
  lastEventAtMs: number | null;
  /** Disabled webhooks, with the reasons. */
  disabledWebhooks: { id: string; org: string; reason: string }[];
  /** True when the API has a key. */
  hasKeys: boolean;
  /** True when somebody has an account. */
  hasPeople: boolean;
}

/** Reads the facts; the appliance may write to the store meanwhile. */
export function storeFacts(store: StoreReader, figures: StoreFigures): StoreFacts {
  const { version, readableFrom, under } = readMark(store);
  const last = store.range<{ atMs: number }>({ prefix: ["box", "event"], reverse: true, limit: 1 });
  return {
    version,
    readableFrom,
    isMigrating: under !== undefined,
    figures,
    lastEventAtMs: last[0]?.value.atMs ?? null,
    disabledWebhooks: allWebhooks(store)
      .filter(({ isActive, disabledReason }) => !isActive && disabledReason !== "manual")
      .map(({ id, org, disabledReason }) => ({ id, org, reason: disabledReason ?? "unknown" })),
    hasKeys: hasAny(store, "key-org"),
    hasPeople: hasAny(store, "person-org"),
  };
}

function hasAny(store: StoreReader, kind: string): boolean {
  return store.range({ prefix: ["box", kind], limit: 1 }).length > 0;
}
