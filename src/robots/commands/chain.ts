import { createHash } from "node:crypto";
import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { LeasePriority } from "../robot-terms.ts";

/** The entries about robots in the audit chain. */
export interface ChainEntry {
  /** Unix milliseconds. */
  atMs: number;
  robotId: string;
  /** `command_accepted`, `command_refused`, `lease_taken`, `stop` and so on. */
  event: string;
  commandId: string | null;
  who: { keyId: string; priority: LeasePriority } | null;
  why: string | null;
  detail: { readonly [name: string]: string | number | boolean | null };
}

/** An entry with its place in the chain. */
export interface LinkedEntry extends ChainEntry {
  v: 1;
  seq: number;
  prevHash: string;
  hash: string;
}

const headKey = (org: string): StoreKey => [org, "robot-audit-head"];
const entryKey = (org: string, seq: number): StoreKey => [org, "robot-audit", seq];
/** Before the first entry. */
const firstHash = "0".repeat(64);
/** Below 100 keys a transaction. */
const trimBatch = 80;

/** SHA-256 of the hash before and of the entry as JSON with its members in one order. */
export function linkHash(prevHash: string, seq: number, entry: ChainEntry): string {
  const { atMs, robotId, event, commandId, who, why, detail } = entry;
  const text = JSON.stringify([
    seq,
    atMs,
    robotId,
    event,
    commandId,
    who && [who.keyId, who.priority],
    why,
    Object.entries(detail).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  return createHash("sha256").update(prevHash).update(text).digest("hex");
}

/** Adds `entry` to the organisation's chain, as part of the caller's transaction. */
export function link(tx: StoreTransaction, org: string, entry: ChainEntry): LinkedEntry {
  const head = tx.get<{ seq: number; hash: string }>(headKey(org));
  const seq = (head?.seq ?? 0) + 1;
  const prevHash = head?.hash ?? firstHash;
  const hash = linkHash(prevHash, seq, entry);
  const linked: LinkedEntry = { v: 1, ...entry, seq, prevHash, hash };
  tx.put(entryKey(org, seq), linked);
  tx.put(headKey(org), { v: 1, seq, hash });
  return linked;
}

/** Entries before `beforeSeq`, newest first. */
export function chainPage(
  store: StoreReader,
  org: string,
  page: { limit: number; beforeSeq?: number },
): LinkedEntry[] {
  const { limit, beforeSeq } = page;
  return store
    .range<LinkedEntry>({
      prefix: [org, "robot-audit"],
      reverse: true,
      limit,
      ...(beforeSeq === undefined ? {} : { before: entryKey(org, beforeSeq) }),
    })
    .map(({ value }) => value);
}

/** Returns how many entries the organisation's chain has stored. */
export function chainLength(store: StoreReader, org: string): number {
  return store.count([org, "robot-audit"]);
}

/** Returns the `seq` of the first entry that does not follow from the previous one; null for an intact chain. */
export function brokenLink(entries: readonly LinkedEntry[]): number | null {
  let before: LinkedEntry | undefined;
  for (const entry of entries.toSorted((a, b) => a.seq - b.seq)) {
    const follows = !before || (entry.seq === before.seq + 1 && entry.prevHash === before.hash);
    if (!follows || linkHash(entry.prevHash, entry.seq, entry) !== entry.hash) return entry.seq;
    before = entry;
  }
  return null;
}

/** Keys of the oldest entries that are too old or too many; at most one transaction's worth. */
export function surplusOf(
  store: StoreReader,
  org: string,
  keep: { maxCount: number; oldestMs: number },
): StoreKey[] {
  const surplus = chainLength(store, org) - keep.maxCount;
  return store
    .range<LinkedEntry>({ prefix: [org, "robot-audit"], limit: trimBatch })
    .filter(({ value }, at) => at < surplus || value.atMs < keep.oldestMs)
    .map(({ key }) => key);
}
