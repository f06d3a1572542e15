/** A stream or robot of the fleet as the plan sees it. */
export interface PlannedItem {
  key: string;
  /** The box that has its lease and is up; null while it is free. */
  holder: string | null;
  /** The box that its holder has offered it to, while that one is up; absent for none. */
  offered?: string;
  /** Boxes that are up and can have it. */
  candidates: readonly string[];
}

/** A stream or robot that changes its box. */
export interface Move {
  key: string;
  box: string;
}

/** Number of leases that each box holds; offered ones count for their next box. */
export function loadsOf(
  boxes: readonly string[],
  items: readonly PlannedItem[],
): Map<string, number> {
  const loads = new Map(boxes.map((box) => [box, 0]));
  for (const { holder, offered = holder } of items) {
    if (offered !== null && loads.has(offered)) loads.set(offered, loads.get(offered)! + 1);
  }
  return loads;
}

/**
 * Gives each free item to the least loaded box that can have it. Boxes with the same view make the same plan, so each
 * claims only what the plan gives it. Those with the fewest candidates come first, so that they do not find their
 * only box full.
 */
export function assign(boxes: readonly string[], items: readonly PlannedItem[]): Move[] {
  const loads = loadsOf(boxes, items);
  const moves: Move[] = [];
  const free = items
    .filter(({ holder }) => holder === null)
    .toSorted((a, b) => a.candidates.length - b.candidates.length || (a.key < b.key ? -1 : 1));
  for (const { key, candidates } of free) {
    const box = leastLoaded(candidates, loads);
    if (box === undefined) continue;
    loads.set(box, loads.get(box)! + 1);
    moves.push({ key, box });
  }
  return moves;
}

/** Returns at most `most` items that `own` should give to others so that loads differ by less than two. */
export function reliefs(
  own: string,
  { boxes, items }: { boxes: readonly string[]; items: readonly PlannedItem[] },
  most: number,
): Move[] {
  const loads = loadsOf(boxes, items);
  const held = items
    .filter(({ holder, offered }) => holder === own && offered === undefined)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const moves: Move[] = [];
  for (const { key, candidates } of held) {
    const box = leastLoaded(candidates, loads);
    if (moves.length === most || box === undefined) break;
    if (loads.get(own)! - loads.get(box)! < 2) continue;
    loads.set(own, loads.get(own)! - 1);
    loads.set(box, loads.get(box)! + 1);
    moves.push({ key, box });
  }
  return moves;
}

function leastLoaded(
  candidates: readonly string[],
  loads: ReadonlyMap<string, number>,
): string | undefined {
  return candidates
    .filter((box) => loads.has(box))
    .toSorted((a, b) => loads.get(a)! - loads.get(b)! || (a < b ? -1 : 1))
    .at(0);
}
