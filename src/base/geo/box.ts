import type { BoxNorm, PointNorm } from "../contract/geometry.ts";

/** Area of `box` in the square of its unit; 0 for an inverted box. */
export function boxArea(box: BoxNorm): number {
  return Math.max(0, box[2] - box[0]) * Math.max(0, box[3] - box[1]);
}

/** Area that both boxes cover. */
export function intersectionArea(a: BoxNorm, b: BoxNorm): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Intersection over union of two boxes, 0–1; 0 when either is empty. */
export function boxIou(a: BoxNorm, b: BoxNorm): number {
  const shared = intersectionArea(a, b);
  if (shared === 0) return 0;
  return shared / (boxArea(a) + boxArea(b) - shared);
}

/** Returns `box` grown on each side by `fraction` of its width or height. */
export function growBox(box: BoxNorm, fraction: number): BoxNorm {
  const dx = (box[2] - box[0]) * fraction;
  const dy = (box[3] - box[1]) * fraction;
  return [box[0] - dx, box[1] - dy, box[2] + dx, box[3] + dy];
}

/** The smallest box around both. */
export function boxUnion(a: BoxNorm, b: BoxNorm): BoxNorm {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** Returns `box` cut to the frame. */
export function clampBox(box: BoxNorm): BoxNorm {
  const cut = (value: number): number => Math.min(1, Math.max(0, value));
  return [cut(box[0]), cut(box[1]), cut(box[2]), cut(box[3])];
}

/** Returns the point where an upright object touches the ground: the middle of the lower edge. */
export function contactPoint(box: BoxNorm): PointNorm {
  return [(box[0] + box[2]) / 2, box[3]];
}

/** The middle of `box`. */
export function boxCentre(box: BoxNorm): PointNorm {
  return [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
}

/** True when `point` lies in `box` or on its edge. */
export function boxContains(box: BoxNorm, point: PointNorm): boolean {
  return point[0] >= box[0] && point[0] <= box[2] && point[1] >= box[1] && point[1] <= box[3];
}

/** Share of the smaller of two boxes that lies in the other, 0–1. */
export function overlapShare(a: BoxNorm, b: BoxNorm): number {
  const smaller = Math.min(boxArea(a), boxArea(b));
  return smaller === 0 ? 0 : intersectionArea(a, b) / smaller;
}
