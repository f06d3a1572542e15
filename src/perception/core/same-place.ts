import type { BoxNorm } from "../../base/contract/geometry.ts";
import { boxIou, growBox } from "../../base/geo/box.ts";

/** Overlap, of boxes grown by a fifth, at which a new track is the same thing as one out of sight. */
const sameIou = 0.3;
const sameGrowth = 0.2;

/** True when two boxes overlap enough to be the same thing a moment later. */
export function isSamePlace(a: BoxNorm | null, b: BoxNorm | null): boolean {
  if (a === null || b === null) return false;
  return boxIou(growBox(a, sameGrowth), growBox(b, sameGrowth)) >= sameIou;
}
