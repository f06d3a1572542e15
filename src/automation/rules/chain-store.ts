import type { ChainRecord } from "./chain-record.ts";
import { type ChainStepState, ruleLimits } from "./rule-terms.ts";
import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";

/** The stored value: a chain with its version. */
interface StoredChain {
  v: 1;
  org: string;
  chain: ChainRecord;
}

const prefixOf = (org: string): StoreKey => [org, "rule-chain"];
/** Oldest chains removed with a new one beyond the limit. */
const trimBatch = 20;

/** True when a step in this state has ended. */
export function isStepOver(state: ChainStepState): boolean {
  return state !== "pending" && state !== "executing";
}

/** Stores the chain; removes the oldest beyond the limit. */
export function putChain(tx: StoreTransaction, org: string, chain: ChainRecord): void {
  const record: StoredChain = { v: 1, org, chain };
  tx.put([...prefixOf(org), chain.id], record);
  if (tx.count(prefixOf(org)) <= ruleLimits.chains) return;
  for (const { key } of tx.range({ prefix: prefixOf(org), limit: trimBatch })) tx.remove(key);
}

/** Returns the chain, or undefined. */
export function getChain(store: StoreReader, org: string, id: string): ChainRecord | undefined {
  return store.get<StoredChain>([...prefixOf(org), id.toLowerCase()])?.chain;
}

/** Returns chains, newest first. */
export function listChains(store: StoreReader, org: string): ChainRecord[] {
  return store
    .range<StoredChain>({ prefix: prefixOf(org), reverse: true, limit: ruleLimits.chains })
    .map(({ value }) => value.chain);
}
