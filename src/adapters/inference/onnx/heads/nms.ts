/** A box in pixels of the model's input, corners `x1,y1,x2,y2`. */
export interface BoxPx {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** A box that a head read from the output, before suppression. */
export interface Candidate extends BoxPx {
  score: number;
  /** Index into the manifest's labels. */
  classIndex: number;
  /** The net's own description of the box, where its feature maps are asked for. */
  features?: Float32Array;
}

/** Most candidates for suppression; the best scores win. Bounds its cost to 300² / 2. */
const maxCandidates = 300;
/** Most boxes reported of one frame. */
const maxDetections = 100;

/** Share of a box inside a better one of its class from which it is a part of the same thing. */
const maxShareWithin = 0.75;
/** Share of a better box inside one of its class from which that one is the same thing again, or spans two things. */
const maxShareOfBetter = 0.8;

/** Classes that resemble each other and mean the same thing: one vehicle must not be a car and a truck. */
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

/**
 * Greedy non-maximum suppression within groups; best score first, at most 100 boxes. Two more kinds of boxes are
 * removed: one that lies almost whole in a better one of its own class (a torso in a person, a cabin in a truck), and
 * one that has almost the whole of a better one in it (a box around two cars).
 */
export function suppress(candidates: Candidate[], groups: Int32Array, maxIou: number): Candidate[] {
  candidates.sort((a, b) => b.score - a.score);
  const selected: Candidate[] = [];
  const considered = Math.min(candidates.length, maxCandidates);
  for (let i = 0; i < considered && selected.length < maxDetections; i += 1) {
    const box = candidates[i]!;
    const group = groups[box.classIndex];
    const isCovered = selected.some(
      (other) =>
        groups[other.classIndex] === group &&
        (iou(box, other) > maxIou || (other.classIndex === box.classIndex && isNested(box, other))),
    );
    if (!isCovered) selected.push(box);
  }
  return selected;
}

/** Intersection over union of two boxes, 0–1. */
export function iou(a: BoxPx, b: BoxPx): number {
  const both = overlapPx2(a, b);
  return both === 0 ? 0 : both / (areaPx2(a) + areaPx2(b) - both);
}

function isNested(box: BoxPx, better: BoxPx): boolean {
  return shareWithin(box, better) >= maxShareWithin || shareWithin(better, box) >= maxShareOfBetter;
}

function shareWithin(box: BoxPx, other: BoxPx): number {
  const both = overlapPx2(box, other);
  return both === 0 ? 0 : both / areaPx2(box);
}

function overlapPx2(a: BoxPx, b: BoxPx): number {
  const width = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1);
  const height = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
  return width <= 0 || height <= 0 ? 0 : width * height;
}

function areaPx2({ x1, y1, x2, y2 }: BoxPx): number {
  return (x2 - x1) * (y2 - y1);
}
