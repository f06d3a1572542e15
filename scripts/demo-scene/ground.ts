import { fbm2, hash3, noise3 } from "./noise.ts";
import { clamp, paint } from "./shape.ts";
import type { Surface } from "./shape.ts";
import { places } from "./places.ts";
import type { Vec3 } from "./view.ts";

function near(value: number, line: number, half: number): boolean {
  return Math.abs(value - line) < half;
}

/** Writes the ground's surface at a point into `out`: yard, pavement, road, verge. */
export function groundAt(x: number, y: number, out: Surface): void {
  const speckle = 0.86 + 0.28 * noise3(x * 17, y * 17, 1);
  const stains = 0.72 + 0.5 * fbm2(x * 0.55, y * 0.55);
  const isDrive =
    x > places.gate.fromX &&
    x < places.gate.toX &&
    y > places.fenceY - 0.6 &&
    y < places.road.fromY;
  if (y < places.fenceY && !isDrive) yardAt(x, y, out);
  else if (isDrive) paint(out, [0.17, 0.165, 0.16], 0);
  else if (y < places.road.fromY) pavementAt(x, y, out);
  else if (y < places.road.toY) roadAt(x, y, out);
  else if (y < places.road.toY + 1.8) pavementAt(x, y, out);
  else paint(out, [0.07 + 0.03 * hash3(x * 30, y * 30, 4), 0.115, 0.035], 0);
  const shade = speckle * stains;
  out.red *= shade;
  out.green *= shade;
  out.blue *= shade;
}

/** Distance to the nearest joint of a grid of slabs, as a fraction of a slab. */
function toJoint(value: number, slabM: number): number {
  const share = Math.abs((value / slabM) % 1);
  return Math.min(share, 1 - share);
}

function isOnEdge(
  x: number,
  y: number,
  area: { fromX: number; toX: number; fromY: number; toY: number },
): boolean {
  const half = 0.06;
  const alongX = x > area.fromX - half && x < area.toX + half;
  const alongY = y > area.fromY - half && y < area.toY + half;
  const onX = near(x, area.fromX, half) || near(x, area.toX, half);
  const onY = near(y, area.fromY, half) || near(y, area.toY, half);
  return alongX && alongY && (onX || onY);
}

function isBayLine(x: number, y: number): boolean {
  const { toX, fromY, toY } = places.parking;
  return y > fromY && y < toY && [0, 1, 2].some((bay) => near(x, toX - bay * 3.4, 0.05));
}

function yardAt(x: number, y: number, out: Surface): void {
  paint(out, [0.34, 0.325, 0.3], 0);
  if (Math.min(toJoint(x, 3.2), toJoint(y, 3.2)) < 0.006) paint(out, [0.13, 0.125, 0.12], 0);
  const isWorn = noise3(x * 9, y * 9, 8) <= 0.3;
  if (!isWorn && isOnEdge(x, y, places.storage)) paint(out, [0.62, 0.44, 0.03], 0);
  if (!isWorn && isBayLine(x, y)) paint(out, [0.66, 0.66, 0.64], 0);
  const track = Math.abs(x + 2.4 + 0.05 * (13 - y) ** 1.5);
  if (near(track, 0.75, 0.14)) paint(out, [out.red * 0.8, out.green * 0.8, out.blue * 0.8], 0);
}

function pavementAt(x: number, y: number, out: Surface): void {
  const { road } = places;
  if (near(y, road.fromY - 0.09, 0.09) || near(y, road.toY + 0.09, 0.09))
    return paint(out, [0.46, 0.45, 0.43], 0);
  const tone = 0.3 + 0.06 * hash3(Math.floor(x / 0.6), Math.floor(y / 0.6), 2);
  const joint = ((x % 0.6) + 0.6) % 0.6 < 0.025 || y % 0.6 < 0.03;
  paint(out, joint ? [0.15, 0.14, 0.13] : [tone, tone * 0.97, tone * 0.92], 0);
}

function roadAt(x: number, y: number, out: Surface): void {
  const { road } = places;
  paint(out, [0.098, 0.098, 0.102], 0);
  const middle = (road.fromY + road.toY) / 2;
  const dash = ((x % 6) + 6) % 6 < 3;
  const white: Vec3 = [0.58, 0.58, 0.56];
  if (near(y, middle, 0.07) && dash) paint(out, white, 0);
  if (near(y, road.fromY + 0.28, 0.05) || near(y, road.toY - 0.28, 0.05)) paint(out, white, 0);
  const wheelPath = Math.min(
    ...[1.0, 2.5, 4.4, 5.9].map((lane) => Math.abs(y - road.fromY - lane)),
  );
  const polish = 1 - 0.14 * clamp(1 - wheelPath / 0.4, 0, 1);
  out.red *= polish;
  out.green *= polish;
  out.blue *= polish;
}
