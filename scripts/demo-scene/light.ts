import { clamp } from "./shape.ts";
import type { Shape, Surface } from "./shape.ts";
import type { Vec3 } from "./view.ts";

/** Direction to the sun: behind the camera and to its left, so that shadows fall away from it. */
export const toSun: Vec3 = [-0.46, -0.42, 0.782];

const sunRgb: Vec3 = [1.62, 1.5, 1.28];
const skyRgb: Vec3 = [0.5, 0.58, 0.7];
const bounceRgb: Vec3 = [0.17, 0.16, 0.14];

/** Light on a point, in two parts so that clouds can dim the sun alone. */
export interface Lit {
  ambient: Vec3;
  sun: Vec3;
}

/**
 * Returns the light that a surface with this normal sends to the camera, mirrored surroundings
 * included.
 */
export function lightSurface(surface: Surface, normal: Vec3, along: Vec3): Lit {
  const [nx, ny, nz] = normal;
  const facing = -(nx * along[0] + ny * along[1] + nz * along[2]);
  const fresnel =
    surface.gloss +
    (1 - surface.gloss) * (surface.gloss > 0 ? 0.65 : 0) * (1 - clamp(facing, 0, 1)) ** 5;
  const mx = along[0] + 2 * facing * nx;
  const my = along[1] + 2 * facing * ny;
  const mz = along[2] + 2 * facing * nz;
  const glint =
    surface.gloss * 14 * Math.max(0, mx * toSun[0] + my * toSun[1] + mz * toSun[2]) ** 60;
  const mirrored = surroundings(mz);
  const direct = Math.max(0, nx * toSun[0] + ny * toSun[1] + nz * toSun[2]);
  const up = 0.5 + 0.5 * nz;
  const colour: Vec3 = [surface.red, surface.green, surface.blue];
  const lit: Lit = { ambient: [0, 0, 0], sun: [0, 0, 0] };
  for (let i = 0; i < 3; i += 1) {
    const soft = skyRgb[i]! * up + bounceRgb[i]! * (1.4 - up);
    lit.ambient[i] = colour[i]! * soft * (1 - fresnel) + fresnel * mirrored[i]!;
    lit.sun[i] = (colour[i]! * direct * (1 - fresnel) + glint * direct) * sunRgb[i]!;
  }
  return lit;
}

function surroundings(mz: number): Vec3 {
  if (mz > 0.16) {
    const high = clamp(mz, 0, 1);
    return [0.85 - 0.45 * high, 0.92 - 0.35 * high, 1 - 0.15 * high];
  }
  if (mz > -0.02) return [0.14, 0.13, 0.11];
  return [0.2, 0.2, 0.19];
}

/** Share of the sun that reaches a point past `shape`, 0–1, with a soft edge. */
export function sunPast(shape: Shape, [x, y, z]: Vec3): number {
  let travelled = 0.03;
  let visible = 1;
  for (let step = 0; step < 28; step += 1) {
    const d = shape.distance(
      x + toSun[0] * travelled,
      y + toSun[1] * travelled,
      z + toSun[2] * travelled,
    );
    if (d < 0.004) return 0;
    visible = Math.min(visible, (14 * d) / travelled);
    travelled += Math.max(d, 0.03);
    if (z + toSun[2] * travelled > shape.high[2] + 0.1) break;
  }
  return visible;
}

/** Farther than this from a shape, the ground sees the whole sky. */
export const skyReachM = 0.4;

/** Share of the sky that a point near `shape` sees, 0–1. */
export function skyNear(shape: Shape, [x, y, z]: Vec3): number {
  const d = shape.distance(x, y, z + 0.12);
  return clamp(0.4 + (0.6 * d) / skyReachM, 0.35, 1);
}

/** The outward direction of `shape`'s surface near a point (tetrahedron differences). */
export function normalOf(shape: Shape, [x, y, z]: Vec3): Vec3 {
  const e = 0.006;
  const a = shape.distance(x + e, y - e, z - e);
  const b = shape.distance(x - e, y - e, z + e);
  const c = shape.distance(x - e, y + e, z - e);
  const d = shape.distance(x + e, y + e, z + e);
  const nx = a - b - c + d;
  const ny = -a - b + c + d;
  const nz = -a + b - c + d;
  const inverse = 1 / (Math.hypot(nx, ny, nz) || 1);
  return [nx * inverse, ny * inverse, nz * inverse];
}
