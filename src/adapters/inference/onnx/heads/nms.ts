/** A box in pixels of the model's input, corners `x1,y1,x2,y2`. */
export interface BoxPx {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** A box that a head read out of the net, before suppression. */
export interface Candidate extends BoxPx {
  score: number;
  /** Index into the manifest's labels. */
  classIndex: number;
}

/** Most candidates that suppression looks at; the best scores win. Bounds its cost to 300² / 2. */
const maxCandidates = 300;
/** Most boxes reported of one frame. */
const maxDetections = 100;

/** Classes that look alike and stand for one thing: one vehicle must not be a car and a truck. */
const defaultGroups: readonly (readonly string[])[] = [["car", "bus", "truck"]];

/**
 * For each class the number of its suppression group: classes of one group suppress each other,
 * every other class stands alone.
 */
export function groupOfClass(
  labels: readonly string[],
  groups: readonly (readonly string[])[] = defaultGroups,
): Int32Array {
  const result = Int32Array.from(labels.keys());
  for (const group of groups) {
    const members = group.map((label) => labels.indexOf(label)).filter((index) => index >= 0);
    for (const index of members) result[index] = members[0]!;
  }
  return result;
}

/** Greedy non-maximum suppression within groups; best score first, at most 100 boxes. */
export function suppress(candidates: Candidate[], groups: Int32Array, maxIou: number): Candidate[] {
  candidates.sort((a, b) => b.score - a.score);
  const selected: Candidate[] = [];
  const considered = Math.min(candidates.length, maxCandidates);
  for (let i = 0; i < considered && selected.length < maxDetections; i += 1) {
    const box = candidates[i]!;
    const group = groups[box.classIndex];
    const covered = selected.some(
      (other) => groups[other.classIndex] === group && iou(box, other) > maxIou,
    );
    if (!covered) selected.push(box);
  }
  return selected;
}

/** Intersection over union of two boxes, 0–1. */
export function iou(a: BoxPx, b: BoxPx): number {
  const width = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1);
  const height = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
  if (width <= 0 || height <= 0) return 0;
  const both = width * height;
  return both / ((a.x2 - a.x1) * (a.y2 - a.y1) + (b.x2 - b.x1) * (b.y2 - b.y1) - both);
}
