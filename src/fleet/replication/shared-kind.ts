import type { RecordKind } from "./record-terms.ts";

/** Data of a record as boxes share it: plain JSON. */
export type SharedData = Readonly<Record<string, unknown>>;

/** How one kind of records of this box is shared. */
export interface SharedKind {
  kind: RecordKind;
  /** Whether a record that this box no longer has was removed by somebody: then the others remove it too. */
  isRemovable: boolean;
  /** Whether a removal wins over every other change, so that nobody gets a right back by accident. */
  isRemovalFinal: boolean;
  /** The records of this box, by id. */
  list(): ReadonlyMap<string, SharedData>;
  /** The record of this box; null for none. */
  get(id: string): SharedData | null;
  /** Stores the record of another box; null removes it. Rejects with a coded error that says what is wrong. */
  apply(id: string, data: SharedData | null): Promise<void>;
  /** What must hold of a record whatever others wrote, such as a revocation; `theirs` where nothing must. */
  keep?(own: SharedData, theirs: SharedData): SharedData;
}
