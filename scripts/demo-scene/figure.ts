/**
 * Draws the person that simulated robots see, from eight sides.
 *   scripts/node scripts/demo-scene/figure.ts
 * Writes src/adapters/robot-sim/person.rgba.gz; `src/adapters/robot-sim/figure.ts` reads it.
 */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { figure } from "../../src/adapters/robot-sim/figure-format.ts";
import { lightSurface, normalOf, toSun } from "./light.ts";
import { type Looks, Person } from "./person.ts";
import { clamp, type Surface } from "./shape.ts";
import type { Vec3 } from "./view.ts";

const looks: Looks = {
  heightM: 1.78,
  girth: 1.15,
  top: [0.38, 0.05, 0.045],
  legs: [0.04, 0.05, 0.1],
  shoes: [0.05, 0.035, 0.025],
  skin: [0.5, 0.31, 0.22],
  hair: [0.018, 0.016, 0.014],
};
const { sides, widthPx, heightPx, pixelM } = figure;
/** Rays through one pixel, along each side. */
const samples = 3;
const farM = 4;

/** Light that a ray meets, with 1 for a hit: the ray is level and looks along +y. */
function lookAt(person: Person, xM: number, zM: number): [number, number, number, number] {
  const along: Vec3 = [0, 1, 0];
  let at = farM - 1;
  for (let step = 0; step < 60 && at < farM + 1; step += 1) {
    const point: Vec3 = [xM, at - farM, zM];
    const distance = person.distance(...point);
    if (distance < 0.002) return [...lit(person, point, along), 1];
    at += distance * 0.9;
  }
  return [0, 0, 0, 0];
}

function lit(person: Person, point: Vec3, along: Vec3): Vec3 {
  const surface: Surface = { red: 0, green: 0, blue: 0, gloss: 0 };
  person.surface(point, surface);
  const normal = normalOf(person, point);
  const { ambient, sun } = lightSurface(surface, normal, along);
  const behind = person.distance(
    point[0] + toSun[0] * 0.2,
    point[1] + toSun[1] * 0.2,
    point[2] + toSun[2] * 0.2,
  );
  const share = clamp(behind / 0.12, 0, 1);
  return ambient.map((soft, at) => soft + sun[at]! * share) as Vec3;
}

/** Mean of the rays through one pixel: light of those that hit, and how many did. */
function pixelOf(person: Person, px: number, py: number): [number, number, number, number] {
  const sum: [number, number, number, number] = [0, 0, 0, 0];
  for (let s = 0; s < samples ** 2; s += 1) {
    const [sx, sy] = [(s % samples) + 0.5, Math.floor(s / samples) + 0.5];
    const xM = (px + sx / samples - widthPx / 2) * pixelM;
    const zM = (heightPx - py - sy / samples) * pixelM;
    for (const [c, value] of lookAt(person, xM, zM).entries()) sum[c]! += value;
  }
  return sum;
}

function gamma(light: number): number {
  return Math.round(255 * clamp(light, 0, 1) ** (1 / 2.2));
}

const bytes = new Uint8Array(sides * widthPx * heightPx * 4);
for (let side = 0; side < sides; side += 1) {
  const headingRad = (side / sides) * 2 * Math.PI + Math.PI / 2;
  const pose = { x: 0, y: 0, headingRad, gaitRad: 0.9, stride: 0.8, idleRad: 0 };
  const person = new Person(looks, pose);
  for (let i = 0; i < widthPx * heightPx; i += 1) {
    const [red, green, blue, hits] = pixelOf(person, i % widthPx, Math.floor(i / widthPx));
    const at = (side * widthPx * heightPx + i) * 4;
    bytes.set(hits === 0 ? [0, 0, 0] : [red, green, blue].map((sum) => gamma(sum / hits)), at);
    bytes[at + 3] = Math.round((255 * hits) / samples ** 2);
  }
}
writeFileSync("src/adapters/robot-sim/person.rgba.gz", gzipSync(bytes, { level: 9 }));
