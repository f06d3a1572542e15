/**
 * Draws a scene of the demo and its ground truth.
 *   scripts/node scripts/demo-scene/render.ts [--scene yard|gate] [--stills DIR [--every SECONDS]]
 * Without `--stills` it writes src/system/demo/scene.mp4 and scene-truth.json, or gate.mp4 and gate-truth.json.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { castShadow, drawShape, renderBackdrop } from "./canvas.ts";
import type { Plate } from "./canvas.ts";
import { develop } from "./develop.ts";
import { developNight, nightStory } from "./night.ts";
import { actorsAt, parkedCar, sunlightAt, yardStory } from "./story.ts";
import type { Actor, Story } from "./story.ts";
import { mounts, placeCamera, view } from "./view.ts";

const fps = 10;
const truthEvery = 5;

/** What is drawn, from where, and how light becomes a picture. */
interface Scene {
  file: string;
  mount: keyof typeof mounts;
  story: Story;
  /** Quality of the encoder: noise in the dark costs bits. */
  crf: number;
  develop(plate: Plate, n: number): Buffer;
}

const scenes: Readonly<Record<string, Scene>> = {
  yard: {
    file: "scene",
    mount: "yard",
    story: yardStory,
    crf: 27,
    develop: (plate, n) => develop(plate, { sunlight: sunlightAt(n / fps), seed: n }),
  },
  gate: {
    file: "gate",
    mount: "gate",
    story: nightStory,
    crf: 30,
    develop: (plate, n) => developNight(plate, { seed: n }),
  },
};

interface TruthBox {
  id: string;
  label: string;
  /** x1, y1, x2, y2 in pixels of the visible part. */
  box: [number, number, number, number];
  /** Visible share, 0–1. */
  visible: number;
}

function copyOf(plate: Plate): Plate {
  return { ambient: plate.ambient.slice(), sun: plate.sun.slice(), depthM: plate.depthM.slice() };
}

function farthestFirst(a: Actor, b: Actor): number {
  return b.shape.low[1] + b.shape.high[1] - a.shape.low[1] - a.shape.high[1];
}

function renderFrame(
  backdrop: Plate,
  story: Story,
  atSec: number,
): { plate: Plate; truth: TruthBox[] } {
  const plate = copyOf(backdrop);
  const actors = actorsAt(story, atSec).toSorted(farthestFirst);
  for (const actor of actors) castShadow(plate, actor.shape);
  const shown = actors.map((actor) => ({ actor, drawn: drawShape(plate, actor.shape) }));
  const truth: TruthBox[] = [];
  for (const { actor, drawn } of shown) {
    if (!drawn.box || drawn.visiblePx < 60) continue;
    const { x1, y1, x2, y2 } = drawn.box;
    const visible = Math.round((drawn.visiblePx / drawn.wholePx) * 100) / 100;
    truth.push({ id: actor.id, label: actor.label, box: [x1, y1, x2, y2], visible });
  }
  return { plate, truth };
}

/** Two-second GOPs without B-frames, so that a client of the camera can begin soon. */
function encoder(out: string, crf: number): ChildProcessByStdio<Writable, null, null> {
  const size = `${view.widthPx}x${view.heightPx}`;
  const words = [
    `-v error -y -f rawvideo -pix_fmt rgb24 -s ${size} -r ${fps} -i pipe:0`,
    "-vf scale=out_color_matrix=bt709 -pix_fmt yuv420p",
    "-colorspace bt709 -color_primaries bt709 -color_trc bt709",
    "-c:v libx264 -profile:v main -preset veryslow -bf 0",
    `-crf ${crf}`,
    `-g ${2 * fps} -keyint_min ${2 * fps} -sc_threshold 0`,
    "-fflags +bitexact -flags:v +bitexact -movflags +faststart",
  ];
  const args = [...words.join(" ").split(" "), out];
  return spawn("ffmpeg", args, { stdio: ["pipe", "inherit", "inherit"] });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      scene: { type: "string", default: "yard" },
      stills: { type: "string" },
      every: { type: "string", default: "2" },
    },
  });
  const scene = scenes[values.scene];
  if (!scene) throw new Error(`--scene: one of ${Object.keys(scenes).join(", ")}`);
  const { story } = scene;
  placeCamera(mounts[scene.mount]);
  const backdrop = renderBackdrop(3);
  castShadow(backdrop, parkedCar.shape);
  const parked = drawShape(backdrop, parkedCar.shape);
  const parkedBox = parked.box!;
  const still: TruthBox = {
    id: parkedCar.id,
    label: parkedCar.label,
    box: [parkedBox.x1, parkedBox.y1, parkedBox.x2, parkedBox.y2],
    visible: 1,
  };
  const step = values.stills ? Math.round(Number(values.every) * fps) : 1;
  const video = values.stills ? undefined : encoder(`src/system/demo/${scene.file}.mp4`, scene.crf);
  if (values.stills) mkdirSync(values.stills, { recursive: true });
  const frames: { atSec: number; boxes: TruthBox[] }[] = [];
  for (let n = 0; n < story.loopSec * fps; n += step) {
    const { plate, truth } = renderFrame(backdrop, story, n / fps);
    const rgb = scene.develop(plate, n);
    if (video && !video.stdin.write(rgb))
      await new Promise((resolve) => video.stdin.once("drain", resolve));
    if (values.stills) {
      writeFileSync(
        join(values.stills, `${String(n).padStart(4, "0")}.ppm`),
        Buffer.concat([Buffer.from(`P6 ${view.widthPx} ${view.heightPx} 255\n`), rgb]),
      );
    }
    if (values.stills || n % truthEvery === 0)
      frames.push({ atSec: n / fps, boxes: [still, ...truth] });
    if (n % 50 === 0) process.stderr.write(`frame ${n} of ${story.loopSec * fps}\n`);
  }
  const rows = frames.map((frame) => JSON.stringify(frame)).join(",\n");
  const truth = `{"width_px":${view.widthPx},"height_px":${view.heightPx},"fps":${fps},"frames":[\n${rows}\n]}\n`;
  writeFileSync(
    values.stills ? join(values.stills, "truth.json") : `src/system/demo/${scene.file}-truth.json`,
    truth,
  );
  if (video) {
    video.stdin.end();
    await new Promise((resolve) => video.once("close", resolve));
  }
}

await main();
