import { type ChainStepState, type ChainWire, ruleLimits } from "./wire/rule.ts";
import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";

/** A chain as stored: as the wire shows it, with its version. */
export interface ChainRecord {
  v: 1;
  org: string;
  chain: ChainWire;
}

const prefixOf = (org: string): StoreKey => [org, "rule-chain"];
/** Oldest chains removed with a new one beyond the limit. */
const trimBatch = 20;

/** Whether nothing more becomes of a step in this state. */
export function isStepOver(state: ChainStepState): boolean {
  return state !== "pending" && state !== "executing";
}

/** Stores the chain; the oldest make room. */
export function putChain(tx: StoreTransaction, org: string, chain: ChainWire): void {
  const record: ChainRecord = { v: 1, org, chain };
  tx.put([...prefixOf(org), chain.id], record);
  if (tx.count(prefixOf(org)) <= ruleLimits.chains) return;
  for (const { key } of tx.range({ prefix: prefixOf(org), limit: trimBatch })) tx.remove(key);
}

/** The chain, or undefined. */
export function getChain(store: StoreReader, org: string, id: string): ChainWire | undefined {
  return store.get<ChainRecord>([...prefixOf(org), id.toLowerCase()])?.chain;
}

/** Chains, newest first. */
export function listChains(store: StoreReader, org: string): ChainWire[] {
  return store
    .range<ChainRecord>({ prefix: prefixOf(org), reverse: true, limit: ruleLimits.chains })
    .map(({ value }) => value.chain);
}
