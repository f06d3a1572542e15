/**
 * Empty scenes with disturbances. The backgrounds are real: each is the median over a clip of a fixed camera, so
 * nobody who passes remains in it. The bench draws the disturbances, each from a seed, so every run has the same
 * pictures.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clip, runFfmpeg, splitFragments } from "../../../support/cameras/video-fragments.ts";
import type { PointNorm } from "../../../../src/base/contract/geometry.ts";
import { disturbances } from "./disturbances.ts";
import { mulberry32, type Picture } from "./picture.ts";

/** Frames a second of the scenes: what a stream looks at. */
export const sceneFps = 5;
const widthPx = 640;
const heightPx = 360;
/** Frames of the clip that the median is taken of, spread evenly over it. */
const samples = 31;
/** Each disturbance begins this long after the one before began, so that few overlap. */
const spacingSec = 12;

function below(y: number): readonly PointNorm[] {
  return [
    [0, y],
    [1, y],
    [1, 1],
    [0, 1],
  ];
}

/** An empty scene: its clip, that clip's length, and a zone with no parked vehicle in it. */
export interface Scene {
  file: string;
  clipSec: number;
  polygonNorm: readonly PointNorm[];
}

const everywhere: readonly PointNorm[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** The scenes whose median shows nobody. In one, cars are parked at the top. */
export const scenes: readonly Scene[] = [
  { file: "aboda_video4.avi", clipSec: 39, polygonNorm: everywhere },
  { file: "ahm_ped.mp4", clipSec: 8, polygonNorm: everywhere },
  { file: "bgs_video02.avi", clipSec: 30, polygonNorm: everywhere },
  { file: "bgs_video.avi", clipSec: 12, polygonNorm: everywhere },
  { file: "lux_left.mp4", clipSec: 20, polygonNorm: everywhere },
  { file: "vtest_arjun.avi", clipSec: 79, polygonNorm: below(0.35) },
];

/** Scenes of other cameras, on which no setting was chosen; the zones lie below parked and passing cars. */
export const scenesApart: readonly Scene[] = [
  { file: "ahmetozlu_input.mp4", clipSec: 37, polygonNorm: below(0.45) },
  { file: "gmdcsa24/s2_Fall_12.mp4", clipSec: 12, polygonNorm: everywhere },
  { file: "intel_car-detection.mp4", clipSec: 30, polygonNorm: everywhere },
  { file: "pinto_test3.mp4", clipSec: 20, polygonNorm: below(0.65) },
];

/** The background of a clip: the median of each pixel over time, as planes of 4:2:0. */
async function background(file: string, seconds: number): Promise<Picture> {
  const raw = await runFfmpeg([
    "-i",
    file,
    "-vf",
    `fps=${samples}/${seconds},scale=${widthPx}:${heightPx}`,
    "-frames:v",
    String(samples),
    ..."-pix_fmt yuv420p -f rawvideo -".split(" "),
  ]);
  const size = (widthPx * heightPx * 3) / 2;
  const count = Math.floor(raw.length / size);
  const bytes = new Uint8Array(size);
  const values = new Uint8Array(count);
  for (let at = 0; at < size; at += 1) {
    for (let frame = 0; frame < count; frame += 1) values[frame] = raw[frame * size + at]!;
    bytes[at] = values.toSorted()[count >> 1]!;
  }
  return { bytes, widthPx, heightPx };
}

/**
 * `minutes` of the empty scene of a clip. The same `seed` gives the same disturbances at the same
 * moments; each kind comes in its turn.
 */
export async function emptyScene(
  file: string,
  { clipSec, minutes, seed }: { clipSec: number; minutes: number; seed: number },
): Promise<Clip> {
  const still = await background(file, clipSec);
  const random = mulberry32(seed);
  const running: { startSec: number; draw: (picture: Picture, tSec: number) => void }[] = [];
  const dir = mkdtempSync(join(tmpdir(), "empty-scene-"));
  const output = join(dir, "scene.mp4");
  const args =
    `-f rawvideo -pix_fmt yuv420p -s ${widthPx}x${heightPx} -r ${sceneFps} -i - ` +
    `-c:v libx264 -preset ultrafast -bf 0 -g 25 -crf 20 -f mp4 ` +
    `-movflags empty_moov+default_base_moof+frag_every_frame`;
  const ffmpeg = spawn("ffmpeg", ["-v", "error", ...args.split(" "), output], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const closed = once(ffmpeg, "close");
  for (let frame = 0; frame < minutes * 60 * sceneFps; frame += 1) {
    const tSec = frame / sceneFps;
    if (frame > 0 && frame % (spacingSec * sceneFps) === 0) {
      const { make } = disturbances[turnAt(tSec, seed)]!;
      running.push({ startSec: tSec, draw: make(random, still) });
    }
    const picture = { ...still, bytes: still.bytes.slice() };
    for (const { startSec, draw } of running) draw(picture, tSec - startSec);
    sensorNoise(picture, random);
    if (!ffmpeg.stdin.write(picture.bytes)) await once(ffmpeg.stdin, "drain");
    if (running.length > 3) running.shift();
  }
  ffmpeg.stdin.end();
  await closed;
  const clip = splitFragments(readFileSync(output), 1);
  rmSync(dir, { recursive: true });
  return clip;
}

/** The place in `disturbances` of the one that began last at `tSec`. */
function turnAt(tSec: number, seed: number): number {
  return (Math.floor(tSec / spacingSec) + seed) % disturbances.length;
}

/** The name of the disturbance that began last at `tSec` of a scene with this seed. */
export function disturbanceAt(tSec: number, seed: number): string {
  return tSec < spacingSec ? "nothing yet" : disturbances[turnAt(tSec, seed)]!.name;
}

/** What every sensor adds: about one and a half levels. */
function sensorNoise(
  { bytes, widthPx: width, heightPx: height }: Picture,
  random: () => number,
): void {
  let state = Math.floor(random() * 2 ** 31) | 1;
  for (let at = 0; at < width * height; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    const noise = ((state >>> 16) & 3) + ((state >>> 18) & 3) - 3;
    const value = bytes[at]! + noise;
    bytes[at] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}
