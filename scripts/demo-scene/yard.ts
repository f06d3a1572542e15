import { fbm2, hash3, noise3 } from "./noise.ts";
import { groundAt } from "./ground.ts";
import { lightSurface, toSun } from "./light.ts";
import type { Lit } from "./light.ts";
import { places } from "./places.ts";
import { paint } from "./shape.ts";
import type { Surface } from "./shape.ts";
import type { Vec3 } from "./view.ts";

/** An upright block of the scene and how it is painted. */
interface Block {
  low: Vec3;
  high: Vec3;
  look: (point: Vec3, normal: Vec3, out: Surface) => void;
}

/** The first object that a ray meets among those that never move. */
export interface Backdrop {
  distanceM: number;
  lit: Lit;
}

function plain(rgb: Vec3, gloss = 0): Block["look"] {
  return (point, _normal, out) => {
    const grime = 0.82 + 0.3 * noise3(point[0] * 6, point[1] * 6, point[2] * 6);
    paint(out, [rgb[0] * grime, rgb[1] * grime, rgb[2] * grime], gloss);
  };
}

function container(rgb: Vec3): Block["look"] {
  return ([x, y, z], normal, out) => {
    const along = Math.abs(normal[1]) > 0.5 ? x : y;
    const rib = 0.72 + 0.32 * Math.sin(along * 24);
    const rust = noise3(x * 3, y * 3 + 9, z * 2) > 0.78 ? 0.55 : 1;
    paint(out, [rgb[0] * rib, rgb[1] * rib * rust, rgb[2] * rib * rust], 0.02);
  };
}

function planks(rgb: Vec3): Block["look"] {
  return ([x, y, z], _normal, out) => {
    const gap = ((z % 0.16) + 0.16) % 0.16 < 0.025;
    const grain = 0.75 + 0.4 * noise3(x * 4, y * 4, z * 40);
    paint(out, gap ? [0.03, 0.025, 0.02] : [rgb[0] * grain, rgb[1] * grain, rgb[2] * grain], 0);
  };
}

function facade(wall: Vec3): Block["look"] {
  return ([x, , z], normal, out) => {
    const brick = 0.85 + 0.2 * hash3(x * 4 + (Math.floor(z * 8) % 2) * 2, z * 8, 3);
    paint(out, [wall[0] * brick, wall[1] * brick, wall[2] * brick], 0);
    const u = (((x % 3.1) + 3.1) % 3.1) - 1.55;
    const v = (z % 3.2) - 1.9;
    if (normal[1] > -0.5) return;
    if (Math.abs(u) < 0.68 && Math.abs(v) < 0.86) paint(out, [0.62, 0.62, 0.6], 0);
    const pane = Math.abs(u) < 0.6 && Math.abs(v) < 0.78 && Math.abs(u) > 0.03;
    if (pane)
      paint(
        out,
        [0.02, 0.025, 0.03],
        0.12 + 0.2 * hash3(Math.floor(x / 3.1), Math.floor(z / 3.2), 5),
      );
  };
}

function leaves(rgb: Vec3): Block["look"] {
  return ([x, y, z], _normal, out) => {
    const clump =
      0.35 + 0.9 * fbm2(x * 3 + y, z * 3.3) * (0.6 + 0.8 * noise3(x * 11, y * 11, z * 11));
    paint(out, [rgb[0] * clump, rgb[1] * clump, rgb[2] * clump], 0);
  };
}

function fence(): Block[] {
  const metal = plain([0.16, 0.18, 0.17], 0.02);
  const y = places.fenceY;
  const blocks: Block[] = [];
  for (let x = -16.4; x <= 17; x += 2.4) {
    if (x > places.gate.fromX + 0.1 && x < places.gate.toX - 0.1) continue;
    blocks.push({ low: [x - 0.03, y - 0.03, 0], high: [x + 0.03, y + 0.03, 1.15], look: metal });
  }
  for (const z of [0.4, 1.1]) {
    blocks.push({
      low: [-17, y - 0.012, z - 0.016],
      high: [places.gate.fromX, y + 0.012, z + 0.016],
      look: metal,
    });
    blocks.push({
      low: [places.gate.toX, y - 0.012, z - 0.016],
      high: [17, y + 0.012, z + 0.016],
      look: metal,
    });
  }
  for (const x of [places.gate.fromX, places.gate.toX]) {
    blocks.push({
      low: [x - 0.09, y - 0.09, 0],
      high: [x + 0.09, y + 0.09, 1.35],
      look: plain([0.5, 0.38, 0.04], 0.03),
    });
  }
  return blocks;
}

function furniture(): Block[] {
  const wood = planks([0.36, 0.25, 0.14]);
  return [
    { low: [7.4, 9.4, 0], high: [9.9, 15, 2.5], look: container([0.05, 0.13, 0.26]) },
    { low: [5.1, 11.2, 0], high: [6.3, 12.1, 0.9], look: wood },
    { low: [5.25, 11.25, 0.9], high: [6.2, 12, 1.5], look: wood },
    { low: [3.7, 11.4, 0], high: [4.8, 12.2, 0.75], look: planks([0.42, 0.31, 0.19]) },
    { low: [-12.2, 22.95, 0], high: [-12.06, 23.1, 7], look: plain([0.2, 0.2, 0.2], 0.04) },
    { low: [9.0, 22.95, 0], high: [9.14, 23.1, 7], look: plain([0.2, 0.2, 0.2], 0.04) },
  ];
}

function surroundings(): Block[] {
  return [
    { low: [-40, 28, 0], high: [-4.2, 40, 13], look: facade([0.29, 0.15, 0.1]) },
    { low: [-3.2, 30, 0], high: [19, 42, 11], look: facade([0.4, 0.37, 0.31]) },
    { low: [-40, 25.2, 0], high: [-8.5, 26.1, 1.5], look: leaves([0.06, 0.105, 0.03]) },
    { low: [2.5, 25.4, 0], high: [22, 26.4, 1.25], look: leaves([0.075, 0.12, 0.035]) },
    { low: [20, 33, 0], high: [60, 36, 12], look: leaves([0.05, 0.095, 0.028]) },
    { low: [-60, 60, 0], high: [60, 62, 9], look: leaves([0.09, 0.12, 0.07]) },
  ];
}

const blocks: readonly Block[] = [...fence(), ...furniture(), ...surroundings()];

/** Distance along a ray to a block and the axis of the side it enters through. */
function enter(block: Block, from: Vec3, along: Vec3): { at: number; axis: number } | undefined {
  let first = -Infinity;
  let last = Infinity;
  let axis = 0;
  for (let i = 0; i < 3; i += 1) {
    const inverse = 1 / along[i]!;
    const a = (block.low[i]! - from[i]!) * inverse;
    const b = (block.high[i]! - from[i]!) * inverse;
    if (Math.min(a, b) > first) {
      first = Math.min(a, b);
      axis = i;
    }
    last = Math.min(last, Math.max(a, b));
  }
  return first < last && first > 1e-4 ? { at: first, axis } : undefined;
}

function isShaded(point: Vec3): boolean {
  return blocks.some((block) => enter(block, point, toSun) !== undefined);
}

function sky(along: Vec3): Backdrop {
  const high = Math.max(0, along[2]) * 4;
  const cloud = fbm2((along[0] / along[1]) * 3, along[2] * 22) * 0.18;
  return {
    distanceM: Infinity,
    lit: {
      ambient: [
        0.78 - 0.3 * high + cloud,
        0.86 - 0.2 * high + cloud,
        0.95 - 0.1 * high + cloud * 0.6,
      ],
      sun: [0, 0, 0],
    },
  };
}

/** Returns the nearest surface along a ray among everything that never moves, except vehicles. */
export function backdropAlong(from: Vec3, along: Vec3): Backdrop {
  let distanceM = along[2] < -1e-4 ? -from[2] / along[2] : Infinity;
  let hit: Block | undefined;
  const normal: Vec3 = [0, 0, 1];
  for (const block of blocks) {
    const entry = enter(block, from, along);
    if (!entry || entry.at >= distanceM) continue;
    distanceM = entry.at;
    hit = block;
    normal.fill(0);
    normal[entry.axis] = along[entry.axis]! > 0 ? -1 : 1;
  }
  if (distanceM > 200) return sky(along);
  const point: Vec3 = [
    from[0] + along[0] * distanceM,
    from[1] + along[1] * distanceM,
    from[2] + along[2] * distanceM,
  ];
  const surface: Surface = { red: 0, green: 0, blue: 0, gloss: 0 };
  if (hit) hit.look(point, normal, surface);
  else groundAt(point[0], point[1], surface);
  const lit = lightSurface(surface, normal, along);
  const start: Vec3 = [
    point[0] + normal[0] * 0.01,
    point[1] + normal[1] * 0.01,
    point[2] + normal[2] * 0.01,
  ];
  if (isShaded(start)) lit.sun.fill(0);
  haze(lit, distanceM);
  return { distanceM, lit };
}

function haze(lit: Lit, distanceM: number): void {
  const veil = 1 - Math.exp(-distanceM / 260);
  for (let i = 0; i < 3; i += 1) {
    lit.ambient[i] = lit.ambient[i]! * (1 - veil) + veil * [0.66, 0.72, 0.8][i]!;
    lit.sun[i] = lit.sun[i]! * (1 - veil);
  }
}
