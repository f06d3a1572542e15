import type { PointNorm } from "../contract/geometry.ts";

/** How a camera looks at flat ground; angles in radians, lengths in metres. */
export interface Viewpoint {
  xM: number;
  yM: number;
  yawRad: number;
  /** Horizontal angle of view. */
  fovRad: number;
  heightM: number;
  /** How far it looks down from the horizon. */
  downRad: number;
  /** The picture's width over its height. */
  aspect: number;
}

/** Farther than this the ground has no position: a pixel is metres there. */
const farthestM = 50;

/** Where the ground at `point` of the picture lies; null at the horizon, above it and far away. */
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
