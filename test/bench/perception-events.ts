/**
 * What a site buys: intrusions raised for those who pass through a zone, through the same pipeline with
 * each detector, side by side. Clips and their passes: `perception-events/truth.json`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Vision } from "../../src/perception/core/vision-port.ts";
import { makeClip } from "../support/cameras/video-fragments.ts";
import {
  installSharedModel,
  noSharedModels,
  sharedDir,
} from "../support/inference/shared-models.ts";
import { startVision } from "../support/perception/vision-watch.ts";
import { judge, look } from "./perception-events/pipeline.ts";
import { readTruth, type Score, scoreClip, type TruthClip } from "./perception-events/truth.ts";

if (noSharedModels) {
  console.log(`skipped: ${noSharedModels}`);
  process.exit(0);
}
const detectors = ["gatehouse-nano", "yolox-nano-416", "motion"];
const chosen = process.argv[2];

async function scoreOf(vision: Vision, clip: TruthClip, model: string): Promise<Score> {
  const input = ["-i", join(sharedDir, "video", clip.file)];
  const video = await makeClip({ input, seconds: 600, gop: 50, output: ["-crf", "18"] });
  const results = await look(vision, video, model);
  const classes = [...clip.classes];
  const polygon = clip.polygonNorm.map(([x, y]): [number, number] => [x, y]);
  const request = {
    stream_id: "bench",
    model,
    detect: classes,
    context: { zones: { zone: { polygon } } },
    behaviors: [{ type: "intrusion", zone: "zone", classes }],
  };
  const aspect = video.init.widthPx / video.init.heightPx;
  return scoreClip(clip, judge(vision, request as never, { results, aspect }));
}

const share = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;

function sum(scores: readonly Score[]): Score {
  const total = { passes: 0, raised: 0, inTime: 0, wrong: 0, doubled: 0 };
  for (const score of scores) {
    for (const key of Object.keys(total) as (keyof Score)[]) total[key] += score[key];
  }
  return total;
}

const dir = mkdtempSync(join(tmpdir(), "perception-events-"));
installSharedModel(dir, "yolox_nano_416");
const { vision, stop } = await startVision([resolve(import.meta.dirname, "../../models"), dir]);
const clips = readTruth();
for (const model of detectors.filter((name) => !chosen || name.includes(chosen))) {
  const scores: { isKeptApart: boolean; score: Score }[] = [];
  for (const clip of clips) {
    const score = await scoreOf(vision, clip, model);
    scores.push({ isKeptApart: clip.isKeptApart, score });
    console.log(`${model} ${clip.file} ${clip.classes[0]}: ${JSON.stringify(score)}`);
  }
  for (const isKeptApart of [true, false]) {
    const of = sum(
      scores.filter((one) => one.isKeptApart === isKeptApart).map(({ score }) => score),
    );
    const { passes, raised, inTime, wrong, doubled } = of;
    console.log(
      `${model}, clips ${isKeptApart ? "kept apart" : "of sets trained on"}: raised ${share(raised, passes)} of ${passes}, ` +
        `in time ${share(inTime, passes)}, ${wrong} wrong, ${doubled} doubled`,
    );
  }
}
await stop();
rmSync(dir, { recursive: true });
