/** One line that was taken out (`-`, numbered in the former text) or put in (`+`, in the new one). */
export interface LineChange {
  sign: "+" | "-";
  /** From 1. */
  line: number;
  text: string;
}

/** Above so many cells the middle of the texts counts as replaced as a whole. */
const maxCells = 4_000_000;

/** Returns the fewest lines to take out of `from` and to put in to get `to`, in order. */
export function lineChanges(from: string, to: string): LineChange[] {
  const [a, b] = [from.split("\n"), to.split("\n")];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) {
    tail += 1;
  }
  return middleChanges(a.slice(head, a.length - tail), b.slice(head, b.length - tail), head);
}

function middleChanges(a: readonly string[], b: readonly string[], head: number): LineChange[] {
  const width = b.length + 1;
  const common = commonLengths(a, b);
  const changes: LineChange[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j] && common) {
      i += 1;
      j += 1;
      continue;
    }
    const isGone =
      i < a.length &&
      (j === b.length || !common || common[(i + 1) * width + j]! >= common[i * width + j + 1]!);
    if (isGone) {
      changes.push({ sign: "-", line: head + i + 1, text: a[i]! });
      i += 1;
    } else {
      changes.push({ sign: "+", line: head + j + 1, text: b[j]! });
      j += 1;
    }
  }
  return changes;
}

/** Longest common subsequence of what follows each pair of lines; undefined when it would take too much. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array | undefined {
  const width = b.length + 1;
  if ((a.length + 1) * width > maxCells) return undefined;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  return lengths;
}
