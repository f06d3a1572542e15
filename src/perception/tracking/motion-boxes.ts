import { motionLabel } from "../core/track.ts";
import type { BoxNorm } from "../../base/contract/geometry.ts";
import {
  boxArea,
  boxCentre,
  boxContains,
  boxIou,
  boxUnion,
  growBox,
  intersectionArea,
} from "../../base/geo/box.ts";
import type { Detection } from "../core/vision-port.ts";

/** The distance outside a track's box at which a fragment still belongs to it, as a share of the box. */
const trackReach = 0.25;
/** The largest distance between two fragments of one thing, as a share of each box. */
const fragmentReach = 0.2;
/** Pieces are joined only while their common box is at most this many times their area. */
const maxWaste = 1.6;

/**
 * Joins the pieces of moving things: a walking person often appears as head, arms and legs. Pieces in the
 * expected box of a track become one detection, and so do other pieces that nearly touch. Detections of other
 * classes pass unchanged.
 */
export function joinMotion(
  detections: readonly Detection[],
  expected: readonly BoxNorm[],
): readonly Detection[] {
  const pieces = detections.filter((one) => one.label === motionLabel);
  if (pieces.length < 2) return detections;
  const others = detections.filter((one) => one.label !== motionLabel);
  const free = new Set(pieces);
  const joined: Detection[] = [];
  for (const box of expected) {
    const whole = pieceTogether(box, free);
    if (whole !== null) joined.push(whole);
  }
  return [...others, ...joined, ...cluster([...free])];
}

function pieceTogether(expected: BoxNorm, free: Set<Detection>): Detection | null {
  const reach = growBox(expected, trackReach);
  const parts = [...free].filter((part) => boxContains(reach, boxCentre(part.boxNorm)));
  if (parts.length < 2) return null;
  const whole = parts.reduce(join);
  // A box that once grew too large must not absorb everything inside it.
  const filled = parts.reduce((sum, part) => sum + boxArea(part.boxNorm), 0);
  if (boxArea(whole.boxNorm) > maxWaste * filled) return null;
  const best = Math.max(...parts.map((part) => boxIou(part.boxNorm, expected)));
  if (boxIou(whole.boxNorm, expected) < best) return null;
  for (const part of parts) free.delete(part);
  return whole;
}

function cluster(pieces: Detection[]): Detection[] {
  const groups = [...pieces];
  for (let i = 0; i < groups.length; i += 1) {
    for (let j = i + 1; j < groups.length; j += 1) {
      if (!belongTogether(groups[i]!.boxNorm, groups[j]!.boxNorm)) continue;
      groups[i] = join(groups[i]!, groups[j]!);
      groups.splice(j, 1);
      j = i;
    }
  }
  return groups;
}

function belongTogether(a: BoxNorm, b: BoxNorm): boolean {
  if (intersectionArea(growBox(a, fragmentReach), growBox(b, fragmentReach)) === 0) return false;
  return boxArea(boxUnion(a, b)) <= maxWaste * (boxArea(a) + boxArea(b));
}

function join(a: Detection, b: Detection): Detection {
  return {
    label: motionLabel,
    score: Math.max(a.score, b.score),
    boxNorm: boxUnion(a.boxNorm, b.boxNorm),
  };
}
