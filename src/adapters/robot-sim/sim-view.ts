import type { Viewpoint } from "../../base/geo/ground-view.ts";
import { figureAt, figureHeightM, figureWidthM } from "./figure.ts";

/** A place in metres. */
type PointM = readonly [xM: number, yM: number];

/** Things that the camera of a simulated robot sees. */
export interface SimScene {
  /** Solid areas; each is drawn with walls of `wallHeightM`. */
  obstacles: readonly (readonly PointM[])[];
  people: readonly { xM: number; yM: number; headingRad: number }[];
}

/** Size of the picture in pixels. */
export const viewSize = { widthPx: 480, heightPx: 270 } as const;
/** Walls are taller than the camera stands, so that nothing is seen over them. */
export const wallHeightM = 2;

/** A picture while it is drawn. */
interface Canvas {
  rgb: Uint8Array;
  /** Distance of each pixel's surface along its ray, in lengths of the ray. */
  depth: Float32Array;
  view: Viewpoint;
  focal: number;
  sin: number;
  cos: number;
  sinYaw: number;
  cosYaw: number;
}

/** A ray from the camera: across the ground and down, per length of it. */
interface Ray {
  x: number;
  y: number;
  down: number;
}

const { widthPx, heightPx } = viewSize;
const skyRgb = [150, 178, 208] as const;
const groundRgb = [118, 115, 108] as const;
const wallRgb = [158, 140, 118] as const;
/** Farther away the ground is as pale as the sky. */
const hazeM = 40;
const nearest = 0.05;
const shadowM = 0.28;
/** A row of the picture that passes a person by so much at its middle does not meet it anywhere. */
const rowSlackM = 0.5;

/**
 * Draws what a camera at `view` sees: flat ground with a line each metre, walls around obstacles, and
 * people; 8-bit red, green, blue, row after row. Every place on the ground is where `groundAt` finds it.
 */
export function drawView(scene: SimScene, view: Viewpoint): Uint8Array {
  const canvas: Canvas = {
    rgb: new Uint8Array(widthPx * heightPx * 3),
    depth: new Float32Array(widthPx * heightPx).fill(Infinity),
    view,
    focal: 0.5 / Math.tan(view.fovRad / 2),
    sin: Math.sin(view.downRad),
    cos: Math.cos(view.downRad),
    sinYaw: Math.sin(view.yawRad),
    cosYaw: Math.cos(view.yawRad),
  };
  drawGround(canvas, scene);
  for (const obstacle of scene.obstacles) {
    for (const [at, from] of obstacle.entries()) {
      drawWall(canvas, from, obstacle[(at + 1) % obstacle.length]!);
    }
  }
  for (const person of scene.people) drawPerson(canvas, person);
  return canvas.rgb;
}

function rayThrough(
  { view, focal, sin, cos, sinYaw, cosYaw }: Canvas,
  px: number,
  py: number,
): Ray {
  const right = ((px + 0.5) / widthPx - 0.5) / focal;
  const low = ((py + 0.5) / heightPx - 0.5) / view.aspect / focal;
  const ahead = cos - sin * low;
  return {
    x: ahead * cosYaw + right * sinYaw,
    y: ahead * sinYaw - right * cosYaw,
    down: sin + cos * low,
  };
}

/** Sky, and ground row by row: along a row of the picture every ray goes down by as much. */
function drawGround(canvas: Canvas, scene: SimScene): void {
  const { view, rgb } = canvas;
  for (let py = 0; py < heightPx; py += 1) {
    const [first, last] = [rayThrough(canvas, 0, py), rayThrough(canvas, widthPx, py)];
    const reach = first.down > 1e-6 ? view.heightM / first.down : Infinity;
    const haze = Math.min(1, (reach * Math.hypot(first.x, first.y)) / hazeM);
    const [stepX, stepY] = [(last.x - first.x) / widthPx, (last.y - first.y) / widthPx];
    for (let px = 0; px < widthPx; px += 1) {
      const xM = view.xM + (first.x + stepX * px) * reach;
      const yM = view.yM + (first.y + stepY * px) * reach;
      const light = haze < 1 ? lightOf(scene, xM, yM) * (1 - haze) : 0;
      const at = (py * widthPx + px) * 3;
      rgb[at] = groundRgb[0] * light + skyRgb[0] * haze;
      rgb[at + 1] = groundRgb[1] * light + skyRgb[1] * haze;
      rgb[at + 2] = groundRgb[2] * light + skyRgb[2] * haze;
    }
  }
}

/** Slabs of a metre with joints, no two alike, and a shadow under everybody. */
function lightOf({ people }: SimScene, xM: number, yM: number): number {
  const [column, row] = [Math.floor(xM), Math.floor(yM)];
  const isJoint = xM - column < 0.04 || yM - row < 0.04;
  const speck = 0.06 * grain(Math.floor(xM * 20), Math.floor(yM * 20));
  let light = (0.9 + 0.2 * grain(column, row) + speck) * (isJoint ? 0.75 : 1);
  for (const one of people) {
    const [dx, dy] = [one.xM - xM, one.yM - yM];
    if (dx * dx + dy * dy < shadowM * shadowM) light *= 0.6;
  }
  return light;
}

/** A number from 0 to 1 for a place, always the same. */
function grain(x: number, y: number): number {
  let hash = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263);
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0xffff_ffff;
}

/** Columns of the picture that a thing between two upright lines may cover; null for none of them. */
function columnsOf(canvas: Canvas, a: PointM, b: PointM): [from: number, to: number] | null {
  const [first, second] = [a, b].map((point) => ahead(canvas, point));
  if (first!.farM < nearest && second!.farM < nearest) return null;
  // Behind the camera a thing has no column: what reaches there may cover all.
  if (first!.farM < nearest || second!.farM < nearest) return [0, widthPx];
  const columns = [first!, second!].flatMap((one) => [one.low, one.high]);
  const from = Math.max(0, Math.floor(Math.min(...columns)) - 1);
  const to = Math.min(widthPx, Math.ceil(Math.max(...columns)) + 2);
  return from < to ? [from, to] : null;
}

/** The least depth of an upright line of `wallHeightM`, and the columns of its ends. */
function ahead({ view, focal, sin, cos, sinYaw, cosYaw }: Canvas, [xM, yM]: PointM) {
  const [dx, dy] = [xM - view.xM, yM - view.yM];
  const forward = dx * cosYaw + dy * sinYaw;
  const right = dx * sinYaw - dy * cosYaw;
  const foot = forward * cos + view.heightM * sin;
  const top = forward * cos + (view.heightM - wallHeightM) * sin;
  const farM = Math.min(foot, top);
  const columns = [foot, top].map((depth) => (0.5 + (right / depth) * focal) * widthPx);
  return { farM, low: Math.min(...columns), high: Math.max(...columns) };
}

function drawWall(canvas: Canvas, from: PointM, to: PointM): void {
  const columns = columnsOf(canvas, from, to);
  if (!columns) return;
  const { view, rgb, depth } = canvas;
  const [ex, ey] = [to[0] - from[0], to[1] - from[1]];
  const [fx, fy] = [from[0] - view.xM, from[1] - view.yM];
  const shade = 0.7 + 0.3 * Math.abs(ex / Math.hypot(ex, ey));
  for (let py = 0; py < heightPx; py += 1) {
    for (let px = columns[0]; px < columns[1]; px += 1) {
      const ray = rayThrough(canvas, px, py);
      const cross = ray.x * ey - ray.y * ex;
      if (Math.abs(cross) < 1e-9) continue;
      const reach = (fx * ey - fy * ex) / cross;
      const along = (fx * ray.y - fy * ray.x) / cross;
      const upM = view.heightM - ray.down * reach;
      const at = py * widthPx + px;
      const isHit = reach > 0 && along >= 0 && along <= 1 && upM >= 0 && upM <= wallHeightM;
      if (!isHit || reach >= depth[at]!) continue;
      depth[at] = reach;
      const isCourse = upM % 0.25 < 0.02 && reach < 15;
      for (let c = 0; c < 3; c += 1) {
        rgb[at * 3 + c] = wallRgb[c]! * shade * (isCourse ? 0.8 : 1);
      }
    }
  }
}

/** A person, as a flat picture that faces the camera. */
function drawPerson(canvas: Canvas, person: SimScene["people"][number]): void {
  const { view, rgb, depth } = canvas;
  const [fx, fy] = [person.xM - view.xM, person.yM - view.yM];
  const awayM = Math.hypot(fx, fy);
  if (awayM < 0.3 || awayM > hazeM) return;
  const [nx, ny] = [fx / awayM, fy / awayM];
  const half = figureWidthM / 2;
  const ends = [-half, half].map((m): PointM => [person.xM + ny * m, person.yM - nx * m]);
  const columns = columnsOf(canvas, ends[0]!, ends[1]!);
  if (!columns) return;
  const turnRad = person.headingRad - Math.atan2(fy, fx);
  for (let py = 0; py < heightPx; py += 1) {
    const middle = rayThrough(canvas, (columns[0] + columns[1]) / 2, py);
    const upMiddleM = view.heightM - (middle.down * awayM) / (middle.x * nx + middle.y * ny);
    if (upMiddleM < -rowSlackM || upMiddleM > figureHeightM + rowSlackM) continue;
    for (let px = columns[0]; px < columns[1]; px += 1) {
      const ray = rayThrough(canvas, px, py);
      const reach = awayM / (ray.x * nx + ray.y * ny);
      const at = py * widthPx + px;
      if (!(reach > 0) || reach >= depth[at]!) continue;
      const acrossM = (ray.x * reach - fx) * ny - (ray.y * reach - fy) * nx;
      const upM = view.heightM - ray.down * reach;
      if (upM < 0 || upM > figureHeightM) continue;
      const pixel = figureAt(turnRad, acrossM, upM);
      if (!pixel) continue;
      depth[at] = reach;
      for (let c = 0; c < 3; c += 1) rgb[at * 3 + c] = pixel.bytes[pixel.at + c]!;
    }
  }
}
