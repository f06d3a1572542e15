/** A point or direction in the scene: x to the right, y away from the camera, z up; metres. */
export type Vec3 = [x: number, y: number, z: number];

/** The fixed camera on its pole. */
export const view = {
  widthPx: 960,
  heightPx: 540,
  focalPx: 700,
  heightM: 4.1,
  pitchRad: 0.3,
} as const;

const cosPitch = Math.cos(view.pitchRad);
const sinPitch = Math.sin(view.pitchRad);

/** Position of the camera's lens. */
export const eye: Vec3 = [0, 0, view.heightM];

/** Writes the unit direction through pixel (`px`, `py`) into `out`. */
export function rayThrough(px: number, py: number, out: Vec3): void {
  const right = (px - view.widthPx / 2) / view.focalPx;
  const up = (view.heightPx / 2 - py) / view.focalPx;
  const inverse = 1 / Math.hypot(right, up, 1);
  out[0] = right * inverse;
  out[1] = (cosPitch + up * sinPitch) * inverse;
  out[2] = (up * cosPitch - sinPitch) * inverse;
}

/** The pixel that shows a point of the scene; undefined behind the camera. */
export function project(x: number, y: number, z: number): { px: number; py: number } | undefined {
  const dz = z - view.heightM;
  const depth = y * cosPitch - dz * sinPitch;
  if (depth < 0.1) return undefined;
  const up = y * sinPitch + dz * cosPitch;
  return {
    px: view.widthPx / 2 + (view.focalPx * x) / depth,
    py: view.heightPx / 2 - (view.focalPx * up) / depth,
  };
}
