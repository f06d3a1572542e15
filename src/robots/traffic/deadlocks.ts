/** A robot on its way, as far as others depend on it. */
export interface Traveller {
  id: string;
  held: Iterable<string>;
  /** All areas from here to the end of its way. */
  needs: readonly string[];
}

/**
 * Returns the robots that can come to the end of their ways one after the other while the others stay where they are
 * (the banker's algorithm). A robot at its end counts as gone. `standing` holds areas for ever.
 */
export function whoCanFinish(
  travellers: readonly Traveller[],
  standing: ReadonlySet<string>,
): Set<string> {
  const holder = new Map<string, string>();
  for (const { id, held } of travellers) for (const key of held) holder.set(key, id);
  const done = new Set<string>();
  let isMore = true;
  while (isMore) {
    isMore = false;
    for (const { id, needs } of travellers) {
      if (done.has(id)) continue;
      const isFree = needs.every((key) => {
        const other = holder.get(key);
        return !standing.has(key) && (other === undefined || other === id || done.has(other));
      });
      if (!isFree) continue;
      done.add(id);
      isMore = true;
    }
  }
  return done;
}

/** Returns a circle of robots that wait for each other, each for the next; null for none. */
export function circleOf(waits: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const visited = new Set<string>();
  const search = (id: string, path: readonly string[]): string[] | null => {
    const at = path.indexOf(id);
    if (at >= 0) return path.slice(at);
    if (visited.has(id)) return null;
    visited.add(id);
    for (const next of waits.get(id) ?? []) {
      const found = search(next, [...path, id]);
      if (found) return found;
    }
    return null;
  };
  for (const id of waits.keys()) {
    const found = search(id, []);
    if (found) return found;
  }
  return null;
}
