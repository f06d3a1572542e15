/** A point or direction in the scene: x to the right, y away from the camera, z up; metres. */
export type Vec3 = [x: number, y: number, z: number];

/** The picture of the cameras and their lens. */
export const view = { widthPx: 960, heightPx: 540, focalPx: 700 } as const;

/** A place for the camera; it looks along y and down by `pitchRad`. */
export interface Mount {
  x: number;
  y: number;
  heightM: number;
  pitchRad: number;
}

/** The yard's camera on its pole, and the gate's on the wall behind it. */
export const mounts = {
  yard: { x: 0, y: 0, heightM: 4.1, pitchRad: 0.3 },
  gate: { x: -1.9, y: 4.6, heightM: 3.3, pitchRad: 0.25 },
} as const satisfies Record<string, Mount>;

/** Position of the camera's lens. */
export const eye: Vec3 = [0, 0, 0];
let cosPitch = 1;
let sinPitch = 0;

/** Puts the one camera of this process at another place; it begins in the yard. */
export function placeCamera({ x, y, heightM, pitchRad }: Mount): void {
  eye.splice(0, 3, x, y, heightM);
  cosPitch = Math.cos(pitchRad);
  sinPitch = Math.sin(pitchRad);
}

placeCamera(mounts.yard);

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
  const dy = y - eye[1];
  const dz = z - eye[2];
  const depth = dy * cosPitch - dz * sinPitch;
  if (depth < 0.1) return undefined;
  const up = dy * sinPitch + dz * cosPitch;
  return {
    px: view.widthPx / 2 + (view.focalPx * (x - eye[0])) / depth,
    py: view.heightPx / 2 - (view.focalPx * up) / depth,
  };
}
