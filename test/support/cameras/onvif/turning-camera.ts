import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sceneFile } from "../../../../src/system/demo/demo-camera.ts";
import { numbers } from "../../box/numbers.ts";
import { type LiveCamera, startLiveCamera } from "../live-camera.ts";
import type { TurningHead } from "./turning-head.ts";
import { runFfmpeg } from "../video-fragments.ts";

const picture = { widthPx: 640, heightPx: 360 } as const;
/** Size of the demo's drawn scene, which is the world's texture. */
const scene = { widthPx: 960, heightPx: 540 } as const;
/** Moments of the scene: without people, and with one who stands free. */
const emptySec = 0.5;
const personSec = 30;
const person = { left: 266, top: 280, width: 88, height: 174 } as const;
/** A pixel that differs this much from the empty scene is one of the person. */
const leastDifference = 24;

/** Where a person of the drawn scene walks in the world of a head; null while nobody is there. */
export type WalkingPerson = (sec: number) => { pan: number; tilt: number } | null;

/** What the camera makes of the scene. */
export interface SceneLight {
  /** Share of the daylight. */
  brightness?: number;
  /** Most that noise adds to a value of a pixel, or takes from it. */
  noise?: number;
}

/** Starts a camera that shows what `head` looks at: the drawn yard, repeated, and one person in it. */
export async function startTurningCamera(
  head: TurningHead,
  walker: WalkingPerson,
  light: SceneLight = {},
): Promise<LiveCamera> {
  const empty = await sceneAt(emptySec);
  const sprite = spriteOf(empty, await sceneAt(personSec));
  const expose = exposureOf(light);
  const startMs = Date.now();
  return await startLiveCamera({
    ...picture,
    pixels: "rgb24",
    fps: 15,
    gopSec: 1,
    draw: (nowMs) => {
      const frame = backgroundOf(head, empty);
      const at = walker((nowMs - startMs) / 1000);
      if (at) drawPerson(frame, head, { ...at, sprite });
      expose(frame);
      return frame;
    },
  });
}

/** Darkens a frame and adds noise, in place. The noise is a drawn strip that each frame reads from another place. */
function exposureOf({ brightness = 1, noise = 0 }: SceneLight): (frame: Buffer) => void {
  if (brightness === 1 && noise === 0) return () => undefined;
  const random = numbers(20);
  const strip = Int8Array.from({ length: 65_521 }, () => Math.round((random() * 2 - 1) * noise));
  return (frame) => {
    let from = Math.floor(random() * strip.length);
    for (let at = 0; at < frame.length; at += 1) {
      from = from + 1 === strip.length ? 0 : from + 1;
      frame[at] = Math.max(0, Math.min(255, frame[at]! * brightness + strip[from]!));
    }
  };
}

async function sceneAt(sec: number): Promise<Buffer> {
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-scene-"));
  const file = join(dir, "frame.raw");
  try {
    const cut = ["-ss", String(sec), "-i", sceneFile, "-frames:v", "1"];
    await runFfmpeg([...cut, "-f", "rawvideo", "-pix_fmt", "rgb24", file]);
    return await readFile(file);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The person's pixels, four bytes each; the last byte is 0 where the ground shows. */
function spriteOf(empty: Buffer, full: Buffer): Uint8Array {
  const sprite = new Uint8Array(person.width * person.height * 4);
  for (let y = 0; y < person.height; y += 1) {
    for (let x = 0; x < person.width; x += 1) {
      const from = ((person.top + y) * scene.widthPx + person.left + x) * 3;
      const to = (y * person.width + x) * 4;
      let difference = 0;
      for (let channel = 0; channel < 3; channel += 1) {
        sprite[to + channel] = full[from + channel]!;
        difference += Math.abs(full[from + channel]! - empty[from + channel]!);
      }
      sprite[to + 3] = difference >= leastDifference ? 1 : 0;
    }
  }
  return sprite;
}

/** The scene repeats as in a mirror to both sides, so that it has no edge. */
function mirrored(at: number, size: number): number {
  const inTwo = ((at % (2 * size)) + 2 * size) % (2 * size);
  return Math.floor(inTwo < size ? inTwo : 2 * size - 1 - inTwo);
}

/** Which pixels of the scene a row or a column of the picture shows. */
function samples(count: number, size: number, edges: { from: number; to: number }): Int32Array {
  return Int32Array.from({ length: count }, (_, at) =>
    mirrored((edges.from + ((edges.to - edges.from) * at) / count) * size, size),
  );
}

function backgroundOf(head: TurningHead, empty: Buffer): Buffer {
  const { left, right, top, bottom } = head.window();
  const columns = samples(picture.widthPx, scene.widthPx, { from: left, to: right });
  const rows = samples(picture.heightPx, scene.heightPx, { from: top, to: bottom });
  const frame = Buffer.allocUnsafe(picture.widthPx * picture.heightPx * 3);
  let to = 0;
  for (const row of rows) {
    for (const column of columns) {
      const from = (row * scene.widthPx + column) * 3;
      frame[to] = empty[from]!;
      frame[to + 1] = empty[from + 1]!;
      frame[to + 2] = empty[from + 2]!;
      to += 3;
    }
  }
  return frame;
}

function drawPerson(
  frame: Buffer,
  head: TurningHead,
  { pan, tilt, sprite }: { pan: number; tilt: number; sprite: Uint8Array },
): void {
  const { x, y, scale } = head.place({ pan, tilt });
  const pxPerScenePx = (picture.widthPx / scene.widthPx) * scale;
  const [width, height] = [person.width * pxPerScenePx, person.height * pxPerScenePx];
  const [left, top] = [x * picture.widthPx - width / 2, y * picture.heightPx - height / 2];
  for (
    let row = Math.max(0, Math.ceil(top));
    row < Math.min(picture.heightPx, top + height);
    row += 1
  ) {
    for (
      let column = Math.max(0, Math.ceil(left));
      column < Math.min(picture.widthPx, left + width);
      column += 1
    ) {
      const sx = Math.min(person.width - 1, Math.floor((column - left) / pxPerScenePx));
      const sy = Math.min(person.height - 1, Math.floor((row - top) / pxPerScenePx));
      const from = (sy * person.width + sx) * 4;
      if (sprite[from + 3] === 0) continue;
      frame.set(sprite.subarray(from, from + 3), (row * picture.widthPx + column) * 3);
    }
  }
}
