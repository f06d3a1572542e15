import { digestOf, type Agreed } from "./replication-state.ts";
import type { SharedData, SharedKind } from "./shared-kind.ts";
import type { SignedRecord } from "./signed-records.ts";

/** The version of this box, that of the table, and what both last agreed on. */
export interface Versions {
  own: SharedData | null;
  agreed: Agreed | undefined;
  read: SignedRecord | undefined;
}

/**
 * What a box does with a record: `none`; `agree` on what both have; `write` its own version; `merge` both and write that;
 * `take` the version of the table; `lose`: keep its own as a conflict, and take that of the table.
 */
export type Step = "none" | "agree" | "write" | "merge" | "take" | "lose";

/** Returns the next step for a record. The version of the table stands, unless a revocation or removal is final. */
export function nextStep(shared: SharedKind, versions: Versions, boxId: string): Step {
  const { own, agreed, read } = versions;
  const digest = digestOf(own);
  if (!read) return own !== null || isRemoved(shared, agreed) ? "write" : "none";
  const isSeen = agreed?.revision === read.revision;
  if (digest === read.digest) return isSeen ? "none" : "agree";
  if (!hasChanged(shared, versions)) return isSeen ? "none" : stepAgainst(shared, versions, "take");
  if (isSeen || read.boxId === boxId) return "write";
  return stepAgainst(shared, versions, "lose");
}

/** What this box and another one changed apart from each other. */
function stepAgainst(
  shared: SharedKind,
  { own, agreed, read }: Versions,
  otherwise: "take" | "lose",
): Step {
  if (mergedOf(shared, own, read!) !== null) return "merge";
  if (!shared.isRemovalFinal) return otherwise;
  if (own === null && otherwise === "lose" && isRemoved(shared, agreed)) return "write";
  return read!.document.data === null ? "take" : otherwise;
}

/** The version that keeps what must hold of the own one; null where that of the table has it. */
export function mergedOf(
  { keep }: SharedKind,
  own: SharedData | null,
  { document: { data }, digest }: SignedRecord,
): SharedData | null {
  if (!own || !data || !keep) return null;
  const merged = keep(own, data);
  return digestOf(merged) === digest ? null : merged;
}

function hasChanged(shared: SharedKind, { own, agreed }: Versions): boolean {
  if (own !== null) return digestOf(own) !== agreed?.digest;
  return isRemoved(shared, agreed) && agreed?.digest !== null;
}

function isRemoved({ isRemovable }: SharedKind, agreed: Agreed | undefined): boolean {
  return isRemovable && agreed !== undefined;
}
