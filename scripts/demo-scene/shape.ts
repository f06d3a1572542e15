import type { Vec3 } from "./view.ts";

/** Reflection of light at a point of a surface; linear colour, 0–1. */
export interface Surface {
  red: number;
  green: number;
  blue: number;
  /** Share of mirrored surroundings at a right angle, 0–1. */
  gloss: number;
}

/** Something solid, described by its distance function (negative inside, metres). */
export interface Shape {
  /** Corners of an axis-aligned box that holds all of it. */
  readonly low: Vec3;
  readonly high: Vec3;
  distance(x: number, y: number, z: number): number;
  /** Writes the surface near a point into `out`. */
  surface(point: Vec3, out: Surface): void;
}

/** Sets a surface in one call. */
export function paint(out: Surface, rgb: Vec3, gloss: number): void {
  out.red = rgb[0];
  out.green = rgb[1];
  out.blue = rgb[2];
  out.gloss = gloss;
}

/** Smooth minimum of two distances with blend width `k` (quadratic polynomial). */
export function smoothMin(a: number, b: number, k: number): number {
  const h = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.min(a, b) - h * h * k * 0.25;
}

/** Constrains a number to a range. */
export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}
