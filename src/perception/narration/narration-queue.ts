import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";

/** An incident that waits for the words of a vision endpoint, as stored. */
export interface WaitingNarration {
  org: string;
  /** The incident's. */
  id: string;
  streamId: string;
  /** The stream's masks when the incident was opened, as JSON: its picture has these burnt in. */
  masks: string;
  /** Unix milliseconds. */
  openedAtMs: number;
}

// One list for the whole box: a start reads it before it knows the organisations.
const prefix: StoreKey = ["box", "narration"];
const keyOf = (org: string, id: string): StoreKey => [...prefix, org, id];

/** Notes that the incident waits, as part of the caller's transaction. */
export function putNarration(tx: StoreTransaction, waiting: WaitingNarration): void {
  tx.put(keyOf(waiting.org, waiting.id), waiting);
}

/** Removes the incident from the queue. */
export function removeNarration(tx: StoreTransaction, org: string, id: string): void {
  tx.remove(keyOf(org, id));
}

/** Returns the incidents that waited when the box stopped, oldest first. */
export function waitingNarrations(store: StoreReader): WaitingNarration[] {
  return store
    .range<WaitingNarration>({ prefix })
    .map(({ value }) => value)
    .toSorted((a, b) => a.openedAtMs - b.openedAtMs);
}

/** True when an incident of this id waits. */
export function isNarrationWaiting(store: StoreReader, org: string, id: string): boolean {
  return store.get(keyOf(org, id)) !== undefined;
}
