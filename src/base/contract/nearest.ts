/** Edits (insert, remove, replace, swap of neighbours) that turn `a` into `b`. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row: number[] = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next: number[] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (isSwap) next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}

/**
 * Returns the entry of `known` that `word` probably misspells: at most two edits away and at most a
 * third of its length, ignoring case and `-` for `_`. Undefined when there is none.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  // Longer words are not typing mistakes, and the table would grow with their square.
  if (word.length > 64) return undefined;
  const plain = (text: string): string => text.toLowerCase().replaceAll("-", "_");
  const best = known
    .map((name) => ({ name, edits: distance(plain(word), plain(name)) }))
    .toSorted((a, b) => a.edits - b.edits)[0];
  if (best === undefined) return undefined;
  return best.edits <= Math.min(2, Math.ceil(best.name.length / 3)) ? best.name : undefined;
}

/** A name and its alias. */
export interface NameAndId {
  id: string;
  name: string;
}

/**
 * Returns up to `count` ids of `known`, the nearest to `word` first, by id or by name, ignoring
 * case. Compares words in their first 64 characters.
 */
export function nearestIds(word: string, known: readonly NameAndId[], count: number): string[] {
  const plain = (text: string): string => text.toLowerCase().slice(0, 64);
  const plainWord = plain(word);
  const edits = ({ id, name }: NameAndId): number =>
    Math.min(distance(plainWord, plain(id)), distance(plainWord, plain(name)));
  return known
    .map((each) => ({ id: each.id, edits: edits(each) }))
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, count)
    .map(({ id }) => id);
}
