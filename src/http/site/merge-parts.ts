import { compareKeys, type ListKey, type ListOrder } from "./list-order.ts";

/** What one box gave of a list. */
export interface BoxPart {
  boxId: string;
  name: string;
  /** In the order of the list. */
  items: readonly Readonly<Record<string, unknown>>[];
  total: number;
  hasMore: boolean;
  /** Why there is no part, without a period; null for a box that answered. */
  problem: string | null;
}

/** An entry, its place, and the box that gave it. */
export interface PlacedEntry {
  key: ListKey;
  item: Readonly<Record<string, unknown>>;
  boxId: string;
}

/** The entries of all parts. */
interface Merged {
  /** Those up to the end of the shortest part that goes on: what follows is not known yet. */
  items: PlacedEntry[];
  total: number;
  hasMore: boolean;
}

/**
 * Merges the parts of all boxes. An entry that several boxes have comes once: of the box that the table names, else of
 * the first part.
 */
export function mergeParts(
  parts: readonly BoxPart[],
  { order, ownerOf }: { order: ListOrder; ownerOf(id: string): string | undefined },
): Merged {
  const entries = parts
    .flatMap(({ boxId, items }) => items.map((item) => ({ key: order.keyOf(item), item, boxId })))
    .toSorted((a, b) => compareKeys(order, a.key, b.key));
  const unique: PlacedEntry[] = [];
  for (const entry of entries) {
    const before = unique.at(-1);
    if (!before || compareKeys(order, before.key, entry.key) !== 0) unique.push(entry);
    else if (ownerOf(String(entry.key.at(-1))) === entry.boxId) unique[unique.length - 1] = entry;
  }
  const hasMore = parts.some((part) => part.hasMore);
  const sum = parts.reduce((before, { total }) => before + total, 0);
  // Twice what two boxes have, where the rest is not known.
  return { items: unique, total: hasMore ? sum : sum - entries.length + unique.length, hasMore };
}
