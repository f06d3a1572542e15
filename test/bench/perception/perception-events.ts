/**
 * Intrusions that the box raises when people and vehicles pass through a zone, falls, and abandoned and removed
 * objects, through the whole pipeline, with each detector. `perception-events/truth.json` lists the clips and their
 * passes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Vision } from "../../../src/perception/core/vision-port.ts";
import { makeClip } from "../../support/cameras/video-fragments.ts";
import {
  installSharedModel,
  noSharedModels,
  sharedDir,
} from "../../support/inference/shared-models.ts";
import { startVision } from "../../support/perception/vision-watch.ts";
import {
  disturbanceAt,
  emptyScene,
  type Scene,
  scenes,
  scenesApart,
} from "./perception-events/empty-scenes.ts";
import { othersIn, scoreFalls } from "./perception-events/other-behaviors.ts";
import { judge, looksOf } from "./perception-events/pipeline.ts";
import {
  readTruth,
  type Score,
  scoreClip,
  scoreTracks,
  type TrackScore,
  type TruthClip,
} from "./perception-events/truth.ts";

if (noSharedModels) {
  console.log(`skipped: ${noSharedModels}`);
  process.exit(0);
}
const detectors = ["gatehouse-nano", "yolox-nano-416", "motion"];
/** A part of a detector's name chooses it. */
const chosen = process.argv[2];
/** Minutes of each empty scene: six of them make an hour. */
const emptyMinutes = Number(process.argv[3] ?? 10);
/** Another number gives other disturbances at the same moments. */
const firstSeed = Number(process.argv[4] ?? 0);
/** With the word "apart", the scenes on which no setting was chosen. */
const emptyScenes = process.argv[5] === "apart" ? scenesApart : scenes;
const allClasses = ["person", "bicycle", "car", "motorcycle", "bus", "truck"];

function intrusionRequest(
  model: string,
  { polygonNorm }: Pick<TruthClip, "polygonNorm">,
  classes: readonly string[],
): unknown {
  return {
    stream_id: "bench",
    model,
    detect: classes,
    context: { zones: { zone: { polygon: polygonNorm } } },
    behaviors: [{ type: "intrusion", zone: "zone", classes }],
  };
}

type ClipScore = Score & TrackScore;

async function scoreOf(
  vision: Vision,
  clip: TruthClip,
  model: string,
): Promise<{ score: ClipScore; others: string }> {
  const input = ["-i", join(sharedDir, "video", clip.file)];
  const looks = await looksOf(vision, {
    name: clip.file,
    model,
    clip: () => makeClip({ input, seconds: 600, gop: 50, output: ["-crf", "18"] }),
  });
  const request = intrusionRequest(model, clip, clip.classes);
  const { raised, frames } = judge(vision, request as never, looks);
  const score = { ...scoreClip(clip, raised), ...scoreTracks(clip, frames) };
  return { score, others: othersIn(vision, looks, model) };
}

/** Incidents in one empty scene. */
async function falseIn(
  vision: Vision,
  scene: Scene,
  model: string,
): Promise<{ count: number; others: string }> {
  const seed = firstSeed + emptyScenes.indexOf(scene);
  const looks = await looksOf(vision, {
    name: `empty-${emptyMinutes}-${seed}-${scene.file}`,
    model,
    clip: () =>
      emptyScene(join(sharedDir, "video", scene.file), {
        clipSec: scene.clipSec,
        minutes: emptyMinutes,
        seed,
      }),
  });
  const { raised } = judge(vision, intrusionRequest(model, scene, allClasses) as never, looks);
  for (const { tSec, boxNorm } of raised) {
    const at = boxNorm.map((side) => side.toFixed(2)).join(" ");
    console.log(`  false at ${tSec.toFixed(1)} s, ${disturbanceAt(tSec, seed)}, box ${at}`);
  }
  return { count: raised.length, others: othersIn(vision, looks, model) };
}

const share = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;

function sum(scores: readonly ClipScore[]): ClipScore {
  const total = {
    passes: 0,
    raised: 0,
    inTime: 0,
    wrong: 0,
    doubled: 0,
    boxes: 0,
    followed: 0,
    cuts: 0,
    swaps: 0,
  };
  for (const score of scores) {
    for (const key of Object.keys(total) as (keyof ClipScore)[]) total[key] += score[key];
  }
  return total;
}

const dir = mkdtempSync(join(tmpdir(), "perception-events-"));
installSharedModel(dir, "yolox_nano_416");
const { vision, stop } = await startVision([resolve(import.meta.dirname, "../../../models"), dir]);
const clips = readTruth();
const chosenDetectors = detectors.filter((name) => !chosen || name.includes(chosen));
for (const model of chosenDetectors) {
  const scores: { isKeptApart: boolean; score: ClipScore }[] = [];
  for (const clip of clips) {
    const { score, others } = await scoreOf(vision, clip, model);
    scores.push({ isKeptApart: clip.isKeptApart, score });
    console.log(`${model} ${clip.file} ${clip.classes[0]}: ${JSON.stringify(score)}`);
    console.log(`${model} ${clip.file}, others: ${others}`);
  }
  for (const isKeptApart of [true, false]) {
    const of = sum(
      scores.filter((one) => one.isKeptApart === isKeptApart).map(({ score }) => score),
    );
    const { passes, raised, inTime, wrong, doubled, boxes, followed, cuts, swaps } = of;
    console.log(
      `${model}, clips ${isKeptApart ? "kept apart" : "of sets trained on"}: raised ${share(raised, passes)} of ${passes}, ` +
        `in time ${share(inTime, passes)}, ${wrong} wrong, ${doubled} doubled; ` +
        `followed ${share(followed, boxes)} of their boxes, ${cuts} cuts, ${swaps} swaps`,
    );
  }
}
for (const model of chosenDetectors) {
  for (const fps of [5, 10]) {
    const { falls, found, quiet, wrong } = await scoreFalls(vision, model, fps);
    console.log(
      `${model}, falls at ${fps} frames a second: ${found} of ${falls}, ${wrong} wrong in ${quiet} clips without one`,
    );
  }
}
for (const model of chosenDetectors) {
  let falseCount = 0;
  for (const scene of emptyScenes) {
    const { count, others } = await falseIn(vision, scene, model);
    falseCount += count;
    console.log(
      `${model} empty ${scene.file}: ${count} false in ${emptyMinutes} min; others: ${others}`,
    );
  }
  const hours = (emptyScenes.length * emptyMinutes) / 60;
  console.log(`${model}, empty scenes: ${(falseCount / hours).toFixed(1)} false an hour`);
}
await stop();
rmSync(dir, { recursive: true });
