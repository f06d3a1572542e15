import type { BoxNorm, PointNorm } from "../../../base/contract/geometry.ts";
import { contactPoint } from "../../../base/geo/box.ts";
import type { BehaviorFrame } from "../behavior.ts";

/** A fall takes at most this long; somebody slower lies down or sits. */
const dropSec = 2.5;
const maxPostures = 40;
/** Height over width from which a body is upright, standing or sitting. */
const minUprightShape = 1.5;
/** A body below this ratio is on the ground. */
const maxLyingShape = 1.25;
/** The drop of the head in a fall, as a share of the upright height, and the resulting shape. */
const groundDrop = 0.35;
const groundShape = 0.6;
/** The same for somebody whom the detector loses on the way down. */
const begunDrop = 0.18;
const begunShape = 0.8;
/** A head this near to its upright height is up again. */
const upDrop = 0.25;
/** A box this near to the frame's edge is cut by it. */
const frameEdgeShare = 0.015;
/** A body that goes behind something or out of the picture keeps its width; a falling one becomes wider. */
const fallenWidth = 1.3;
const fallenWidthAtFoot = 1.5;
/** Nobody walks out of sight this fast: heights per second that the head drops, over this time. */
const fallingSpeed = 0.8;
const speedSec = 0.5;
const minStepSec = 0.15;
/** Somebody lost on the way down must have been this tall; neighbours in a crowd merge. */
const minBegunHeight = 0.25;
/** Smaller bodies than this jitter, so that speed and feet say too little about them. */
const minClearHeight = 0.35;
/** A track younger than this is not reliable either. */
const minClearSec = 0.6;
/** The share that the lower edge leaves visible of a falling body; of somebody who walks out, less remains. */
const minShareAtFoot = 0.45;
/** Feet that stay within this share of the height show that nothing hides the body from below. */
const footSlack = 0.2;
/** Smaller than this share of the picture, boxes say too little about a posture. */
const minHeight = 0.2;

/** The outline of a body at one moment. */
export interface Posture {
  tSec: number;
  /** Height of the head in the picture, 0 at the top. */
  top: number;
  height: number;
  /** Height over width as a viewer sees it. */
  shape: number;
  feet: PointNorm;
  /** Cut by the left or right edge of the frame. */
  isAtSide: boolean;
  /** Cut by the lower edge. */
  isAtFoot: boolean;
}

/** A body that comes down from upright. */
export interface Drop {
  /** False while it is still on the way. */
  isOnGround: boolean;
  /** True when a person who vanishes after this may have gone out of sight instead. */
  mayHaveLeft: boolean;
  isUpAgain(posture: Posture): boolean;
}

/** Returns the posture that a body's box shows. */
export function postureOf(box: BoxNorm, { tSec, aspect }: BehaviorFrame): Posture {
  const height = box[3] - box[1];
  const shape = height / ((box[2] - box[0]) * aspect);
  const isAtSide = box[0] < frameEdgeShare || box[2] > 1 - frameEdgeShare;
  const isAtFoot = box[3] > 1 - frameEdgeShare;
  return { tSec, top: box[1], height, shape, feet: contactPoint(box), isAtSide, isAtFoot };
}

/** Adds to the postures of the newest seconds; at many frames a second some are left out. */
export function remember(postures: Posture[], posture: Posture): void {
  const newest = postures.at(-1);
  const before = postures.at(-2);
  const stepSec = dropSec / maxPostures;
  // The newest always stays, so that the moment of vanishing is known.
  if (newest && before && newest.tSec - before.tSec < stepSec) postures.pop();
  postures.push(posture);
  while (posture.tSec - postures[0]!.tSec > dropSec) postures.shift();
}

/** Returns the drop when the newest posture is the end, or the middle, of a fast drop from upright. */
export function dropOf(postures: readonly Posture[]): Drop | null {
  const now = postures.at(-1)!;
  const upright = postures.filter((one) => one.shape >= minUprightShape && one.height >= minHeight);
  if (upright.length === 0) return null;
  const from = upright.reduce((best, one) => (one.top < best.top ? one : best));
  const dropped = (now.top - from.top) / from.height;
  const shape = now.shape / from.shape;
  if (dropped < begunDrop || shape > begunShape) return null;
  const isOnGround = dropped >= groundDrop && shape <= groundShape && now.shape <= maxLyingShape;
  return {
    isOnGround,
    mayHaveLeft: mayHaveLeft(postures, { from, isOnGround }),
    isUpAgain: (posture) =>
      posture.shape >= minUprightShape && (posture.top - from.top) / from.height < upDrop,
  };
}

/** True when a person who vanishes after the newest posture may be out of sight and not down. */
function mayHaveLeft(
  postures: readonly Posture[],
  { from, isOnGround }: { from: Posture; isOnGround: boolean },
): boolean {
  const now = postures.at(-1)!;
  const isCutShort = now.isAtFoot && now.height < minShareAtFoot * from.height;
  if (now.isAtSide || isCutShort) return true;
  const widening = now.height / now.shape / (from.height / from.shape);
  const isWide = widening >= (now.isAtFoot ? fallenWidthAtFoot : fallenWidth);
  if (isWide && (isOnGround || from.height >= minBegunHeight)) return false;
  if (from.height < minClearHeight || now.tSec - postures[0]!.tSec < minClearSec) return true;
  const isHiddenBelow = now.isAtFoot || now.feet[1] < from.feet[1] - footSlack * from.height;
  const isFast = headSpeed(postures) >= fallingSpeed * from.height;
  return !isFast && (!isOnGround || isHiddenBelow);
}

/** Returns how fast the head dropped lately: its fastest step, in picture heights per second. */
function headSpeed(postures: readonly Posture[]): number {
  const newestSec = postures.at(-1)!.tSec;
  let fastest = 0;
  for (const [index, to] of postures.entries()) {
    const from = postures.findLast((one, at) => at < index && to.tSec - one.tSec >= minStepSec);
    if (from === undefined || newestSec - from.tSec > speedSec) continue;
    fastest = Math.max(fastest, (to.top - from.top) / (to.tSec - from.tSec));
  }
  return fastest;
}
