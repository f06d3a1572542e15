import type { PointNorm } from "../contract/geometry.ts";

/** A camera's view of flat ground; angles in radians, lengths in metres. */
export interface Viewpoint {
  xM: number;
  yM: number;
  yawRad: number;
  /** Horizontal angle of view. */
  fovRad: number;
  heightM: number;
  /** Angle below the horizon. */
  downRad: number;
  /** The picture's width over its height. */
  aspect: number;
}

/** Beyond this distance the ground has no position: one pixel spans metres there. */
const farthestM = 50;

/**
 * Returns the ground position of `point` of the picture; null at the horizon, above it and beyond
 * `farthestM`.
 */
export function groundAt(
  point: PointNorm,
  view: Viewpoint,
): readonly [xM: number, yM: number] | null {
  const focal = 0.5 / Math.tan(view.fovRad / 2);
  const right = (point[0] - 0.5) / focal;
  const down = (point[1] - 0.5) / view.aspect / focal;
  const [sin, cos] = [Math.sin(view.downRad), Math.cos(view.downRad)];
  const ahead = cos - sin * down;
  const drop = sin + cos * down;
  if (drop <= 1e-6) return null;
  const reach = view.heightM / drop;
  const [aheadM, rightM] = [ahead * reach, right * reach];
  if (aheadM <= 0 || Math.hypot(aheadM, rightM) > farthestM) return null;
  const [sinYaw, cosYaw] = [Math.sin(view.yawRad), Math.cos(view.yawRad)];
  return [view.xM + aheadM * cosYaw + rightM * sinYaw, view.yM + aheadM * sinYaw - rightM * cosYaw];
}
