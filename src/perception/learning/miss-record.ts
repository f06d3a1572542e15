import type { BoxNorm } from "../../base/contract/geometry.ts";
import { boxIou } from "../../base/geo/box.ts";
import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";

/** Misses that an organisation keeps; the oldest one goes for a new one. */
export const maxMisses = 1000;

/** An object that the detector should have reported, as stored. */
export interface MissRecord {
  v: 1;
  id: string;
  streamId: string;
  label: string;
  boxNorm: BoxNorm;
  /** Unix milliseconds at which the picture was taken. */
  atMs: number;
  /** Key of the person who marked it. */
  markedBy: string;
  /** The picture without anything drawn on it. */
  pictureAssetId: string;
}

const keyOf = (org: string, id: string): StoreKey => [org, "miss", id];

/** Marks of one class that overlap this much within this time are of one object. */
const sameIou = 0.7;
const sameMs = 2000;

/** Stores a miss in place of an earlier mark of the same object. */
export function putMiss(tx: StoreTransaction, org: string, record: MissRecord): void {
  for (const earlier of listMisses(tx, org)) {
    if (isSameObject(earlier, record)) tx.remove(keyOf(org, earlier.id));
  }
  const excess = tx.count([org, "miss"]) + 1 - maxMisses;
  if (excess > 0) {
    // Ids begin with their time.
    for (const { key } of tx.range({ prefix: [org, "miss"], limit: excess })) tx.remove(key);
  }
  tx.put(keyOf(org, record.id), record);
}

/** Every miss of the organisation, newest first. */
export function listMisses(store: StoreReader, org: string): MissRecord[] {
  const prefix = [org, "miss"];
  const rows = store.range<MissRecord>({ prefix, reverse: true, limit: maxMisses });
  return rows.map(({ value }) => value);
}

function isSameObject(a: MissRecord, b: MissRecord): boolean {
  return (
    a.streamId === b.streamId &&
    a.label === b.label &&
    Math.abs(a.atMs - b.atMs) <= sameMs &&
    boxIou(a.boxNorm, b.boxNorm) >= sameIou
  );
}

/** Removes a miss and returns it; undefined when there is none of this id. */
export function removeMiss(tx: StoreTransaction, org: string, id: string): MissRecord | undefined {
  const record = tx.get<MissRecord>(keyOf(org, id));
  if (record) tx.remove(keyOf(org, id));
  return record;
}
