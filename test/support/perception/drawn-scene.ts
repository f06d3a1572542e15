import { join } from "node:path";
import type { SceneGrid } from "../../../src/perception/core/vision-port.ts";
import { runFfmpeg } from "../cameras/video-fragments.ts";

/** A grey picture, row by row. */
export interface DrawnPicture {
  widthPx: number;
  heightPx: number;
  levels: Float32Array;
}

/** A rectangle in fractions of the picture with a shade and a texture of its own. */
export interface DrawnBox {
  box: readonly [number, number, number, number];
  level: number;
  /** Contrast of its texture in levels; 0 is plain. */
  texture?: number;
  seed?: number;
}

/** What a drawn camera shows at one moment; everything is exact, nothing is random. */
export interface DrawnView {
  boxes?: readonly DrawnBox[];
  /** Applied to the whole picture: level × gain + offset. */
  gain?: number;
  offset?: number;
  /** A patch whose light differs: the texture below it stays. */
  patches?: readonly { box: DrawnBox["box"]; gain: number; offset?: number }[];
  /** Side of the blur in pixels; 1 is sharp. */
  blurPx?: number;
  /** The camera has turned: what is seen moves by these pixels. */
  shiftPx?: readonly [number, number];
  /** A hand, a cloth, paint over the lens: everything becomes this level. */
  coveredLevel?: number;
  /** Levels of sensor noise; 1.5 where it is left out. */
  noise?: number;
  /** Another place altogether. */
  place?: number;
}

/** Size of the drawn pictures. */
export const drawnSize = { widthPx: 384, heightPx: 216 } as const;
const cellPx = 4;

function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x + 0x9e37, 0x85eb_ca6b) ^ Math.imul(y + 0x79b9, 0xc2b2_ae35);
  h = Math.imul(h ^ Math.imul(seed + 1, 0x27d4_eb2f), 0x1656_67b1);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d);
  return ((h ^ (h >>> 13)) >>> 0) / 2 ** 32;
}

/** Value noise in patches of `side` pixels, 0–1, smooth inside of them. */
function patchy(x: number, y: number, side: number, seed: number): number {
  return hash(Math.floor(x / side), Math.floor(y / side), seed);
}

const places = new Map<number, Float32Array>();
const marginPx = 160;

/** A yard with a wall, paving and things in it, larger than the picture so that it can be turned. */
function placeLevels(place: number): { levels: Float32Array; widthPx: number } {
  const widthPx = drawnSize.widthPx + 2 * marginPx;
  const heightPx = drawnSize.heightPx + 2 * marginPx;
  let levels = places.get(place);
  if (!levels) {
    levels = new Float32Array(widthPx * heightPx);
    for (let y = 0; y < heightPx; y += 1) {
      for (let x = 0; x < widthPx; x += 1) {
        const slope = (40 * y) / heightPx + (20 * x) / widthPx;
        const blocks =
          70 * patchy(x + 23 * place, y + 31 * place, 56, place) +
          30 * patchy(x + 7 * place, y, 20, place + 10);
        const grain = 18 * patchy(x, y, 3, place + 20) + 8 * hash(x, y, place + 30);
        levels[y * widthPx + x] = 30 + slope + blocks + grain;
      }
    }
    places.set(place, levels);
  }
  return { levels, widthPx };
}

/** Sensor noise of one level: four frames of it, which return in turn. */
const noiseFrames = Array.from({ length: 4 }, (_, frame) =>
  Float32Array.from(
    { length: drawnSize.widthPx * drawnSize.heightPx },
    (_none, at) => 2 * (hash(at, frame, 77) - 0.5),
  ),
);

/** Draws a view; `frame` moves the noise. */
function draw(view: DrawnView, frame: number): DrawnPicture {
  const { widthPx, heightPx } = drawnSize;
  const levels = groundLevels(view);
  for (const box of view.boxes ?? []) drawBox(levels, box);
  for (const { box, gain, offset = 0 } of view.patches ?? []) {
    inside(box, (at) => {
      levels[at] = levels[at]! * gain + offset;
    });
  }
  const picture = { widthPx, heightPx, levels };
  if (view.coveredLevel !== undefined) levels.fill(view.coveredLevel);
  if (view.blurPx !== undefined) blur(picture, view.blurPx);
  expose(levels, view, noiseFrames[frame % noiseFrames.length]!);
  return picture;
}

function groundLevels({ place = 1, shiftPx = [0, 0] }: DrawnView): Float32Array {
  const { widthPx, heightPx } = drawnSize;
  const levels = new Float32Array(widthPx * heightPx);
  const ground = placeLevels(place);
  for (let y = 0; y < heightPx; y += 1) {
    const from = (y + marginPx - shiftPx[1]) * ground.widthPx + marginPx - shiftPx[0];
    levels.set(ground.levels.subarray(from, from + widthPx), y * widthPx);
  }
  return levels;
}

function expose(levels: Float32Array, view: DrawnView, grain: Float32Array): void {
  const { gain = 1, offset = 0, noise = 1.5 } = view;
  for (let at = 0; at < levels.length; at += 1) {
    const level = levels[at]! * gain + offset + noise * grain[at]!;
    levels[at] = level < 0 ? 0 : level > 255 ? 255 : level;
  }
}

function drawBox(levels: Float32Array, { box, level, texture = 20, seed = 5 }: DrawnBox): void {
  inside(box, (at, x, y) => {
    levels[at] = level + texture * (patchy(x, y, 5, seed) - 0.5);
  });
}

function inside(box: DrawnBox["box"], visit: (at: number, x: number, y: number) => void): void {
  const { widthPx, heightPx } = drawnSize;
  const [x1, y1, x2, y2] = [
    Math.max(0, Math.round(box[0] * widthPx)),
    Math.max(0, Math.round(box[1] * heightPx)),
    Math.min(widthPx, Math.round(box[2] * widthPx)),
    Math.min(heightPx, Math.round(box[3] * heightPx)),
  ];
  for (let y = y1; y < y2; y += 1) {
    for (let x = x1; x < x2; x += 1) visit(y * widthPx + x, x - x1, y - y1);
  }
}

function blur(picture: DrawnPicture, sidePx: number): void {
  const { widthPx, heightPx, levels } = picture;
  // Twice in both directions is near enough to a lens.
  for (let pass = 0; pass < 2; pass += 1) {
    for (let y = 0; y < heightPx; y += 1)
      smooth(levels, y * widthPx, { step: 1, count: widthPx }, sidePx);
    for (let x = 0; x < widthPx; x += 1)
      smooth(levels, x, { step: widthPx, count: heightPx }, sidePx);
  }
}

function smooth(
  levels: Float32Array,
  from: number,
  line: { step: number; count: number },
  side: number,
): void {
  const { step, count } = line;
  const old = Float32Array.from({ length: count }, (_, i) => levels[from + i * step]!);
  const reach = Math.floor(side / 2);
  for (let i = 0; i < count; i += 1) {
    let [sum, n] = [0, 0];
    for (let j = Math.max(0, i - reach); j <= Math.min(count - 1, i + reach); j += 1) {
      sum += old[j]!;
      n += 1;
    }
    levels[from + i * step] = sum / n;
  }
}

const drawnGrids = new Map<string, SceneGrid>();

/** The grid of a view; the noise of four frames returns in turn, so that equal views cost nothing. */
export function drawnGrid(view: DrawnView, frame: number): SceneGrid {
  const key = `${frame % 4} ${JSON.stringify(view)}`;
  let grid = drawnGrids.get(key);
  if (!grid) {
    grid = gridOf(draw(view, frame % 4));
    if (drawnGrids.size < 500) drawnGrids.set(key, grid);
  }
  return grid;
}

/** The picture's grid, as the vision process measures it. */
function gridOf({ widthPx, heightPx, levels }: DrawnPicture): SceneGrid {
  const [columns, rows] = [widthPx / cellPx, heightPx / cellPx];
  const luma = new Float32Array(columns * rows);
  const detail = new Float32Array(columns * rows);
  for (let y = 0; y < heightPx; y += 1) {
    const row = Math.floor(y / cellPx) * columns;
    const [lastX, hasBelow] = [widthPx - 1, y + 1 < heightPx];
    for (let x = 0; x < widthPx; x += 1) {
      const at = y * widthPx + x;
      const cell = row + Math.floor(x / cellPx);
      const level = levels[at]!;
      luma[cell]! += level / cellPx ** 2;
      if (x < lastX) detail[cell]! += Math.abs(level - levels[at + 1]!) / 4;
      if (hasBelow) detail[cell]! += Math.abs(level - levels[at + widthPx]!) / 4;
    }
  }
  return { columns, rows, luma: bytes(luma), detail: bytes(detail), basis: "drawn" };
}

/** In a loop: `Uint8Array.from` calls a function for each, and took half of the time of its tests. */
function bytes(values: Float32Array): Uint8Array {
  const rounded = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    rounded[at] = Math.min(255, Math.round(values[at]!));
  }
  return rounded;
}

/** A file of the views of `seconds`, coded by the real ffmpeg. */
export async function drawnFile(
  dir: string,
  how: { seconds: number; fps: number },
  viewAt: (tSec: number) => DrawnView,
): Promise<string> {
  const { widthPx, heightPx } = drawnSize;
  const frames = Math.round(how.seconds * how.fps);
  const raw = Buffer.alloc(widthPx * heightPx * frames);
  for (let frame = 0; frame < frames; frame += 1) {
    raw.set(draw(viewAt(frame / how.fps), frame).levels, frame * widthPx * heightPx);
  }
  const file = join(dir, "drawn.mp4");
  const input = `-f rawvideo -pix_fmt gray -s ${widthPx}x${heightPx} -r ${how.fps} -i pipe:0`;
  const coding = "-c:v libx264 -preset ultrafast -crf 24 -bf 0 -g 20 -pix_fmt yuv420p -an";
  await runFfmpeg([...input.split(" "), ...coding.split(" "), file], raw);
  return file;
}
