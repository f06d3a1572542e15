/**
 * What decoding without the loop filter saves and costs: processor time of the decoders, divided by that with the
 * filter in the same rounds, and how many boxes and incidents are found again. The clips are those of
 * `perception-events`, coded as a camera codes them. A word chooses clips by name.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ComputePool } from "../../../src/adapters/compute/compute-pool.ts";
import { VisionHost } from "../../../src/adapters/vision/vision-host.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { BoxNorm } from "../../../src/base/contract/geometry.ts";
import type { Detection, FrameResult } from "../../../src/perception/core/vision-port.ts";
import { type Clip, makeClip } from "../../support/cameras/video-fragments.ts";
import { noSharedModels, sharedDir } from "../../support/inference/shared-models.ts";
import { until, watchAll } from "../../support/perception/vision-watch.ts";
import { judge } from "../perception/perception-events/pipeline.ts";
import { readTruth, type TruthClip } from "../perception/perception-events/truth.ts";

const model = "gatehouse-nano";
const seconds = 60;
const rounds = 2;
const minScore = 0.4;
/** Boxes of a lower score continue tracks; one of them counts as found again. */
const weakScore = 0.24;
const sameBoxIou = 0.5;
const ticksPerSec = 100;
/** Passes everything to ffmpeg but the option and its value. */
const withFilter =
  '#!/bin/sh\nfor a; do shift; if [ "$a" = -skip_loop_filter ]; then s=1; elif [ "$s" = 1 ]; then s=; else set -- "$@" "$a"; fi; done\nexec ffmpeg "$@"\n';

interface Look {
  results: readonly FrameResult[];
  decodeSec: number;
}

async function startHost(ffmpegPath: string): Promise<VisionHost> {
  const host = new VisionHost({
    log: silentLogger,
    clock: systemClock,
    modelDirs: [resolve(import.meta.dirname, "../../../models")],
    pictures: new ComputePool({ clock: systemClock }),
    parallelism: 1,
    ffmpegPath,
  });
  await host.start();
  await until("the vision process", () => host.status().state === "up");
  return host;
}

/** Processor time of the decoders that have ended. */
function decodedSec({ pid }: VisionHost): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSec;
}

async function look(host: VisionHost, clip: Clip): Promise<Look> {
  const before = decodedSec(host);
  const { results } = await watchAll(host, clip, {
    model,
    fpsCap: 5,
    minScore: weakScore,
    motion: { mode: "auto", sensitivity: 0.5 },
    scene: true,
  });
  return { results, decodeSec: decodedSec(host) - before };
}

function iou(a: BoxNorm, b: BoxNorm): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  const both = Math.max(0, width) * Math.max(0, height);
  const areaOf = (box: BoxNorm): number => (box[2] - box[0]) * (box[3] - box[1]);
  return both / (areaOf(a) + areaOf(b) - both);
}

/** How many of the boxes of `from` are in `to`. */
function foundAgain(from: Look, to: Look): { boxes: number; found: number } {
  const byTime = new Map(to.results.map((one) => [one.ptsSec, one.detections]));
  const isIn = (box: Detection, others: readonly Detection[]): boolean =>
    others.some((one) => one.label === box.label && iou(one.boxNorm, box.boxNorm) >= sameBoxIou);
  let [boxes, found] = [0, 0];
  for (const { ptsSec, detections } of from.results) {
    for (const box of detections.filter(({ score }) => score >= minScore)) {
      boxes += 1;
      if (isIn(box, byTime.get(ptsSec) ?? [])) found += 1;
    }
  }
  return { boxes, found };
}

function incidentsOf(host: VisionHost, truth: TruthClip, clip: Clip, seen: Look): number {
  const { classes, polygonNorm } = truth;
  const request = {
    stream_id: "bench",
    model,
    detect: classes,
    context: { zones: { zone: { polygon: polygonNorm } } },
    behaviors: [{ type: "intrusion", zone: "zone", classes }],
  };
  const aspect = clip.init.widthPx / clip.init.heightPx;
  return judge(host, request as never, { results: seen.results, aspect }).raised.length;
}

async function compare(hosts: { full: VisionHost; fast: VisionHost }, truth: TruthClip) {
  const input = ["-i", join(sharedDir, "video", truth.file)];
  const output = "-preset veryfast -crf 26".split(" ");
  const clip = await makeClip({ input, seconds, gop: 50, output });
  let [fullSec, fastSec] = [0, 0];
  let full: Look | undefined;
  let fast: Look | undefined;
  for (let round = 0; round < rounds; round += 1) {
    full = await look(hosts.full, clip);
    fast = await look(hosts.fast, clip);
    fullSec += full.decodeSec;
    fastSec += fast.decodeSec;
  }
  const { boxes, found } = foundAgain(full!, fast!);
  const incidents = incidentsOf(hosts.full, truth, clip, full!);
  const again = incidentsOf(hosts.fast, truth, clip, fast!);
  console.log(
    `${truth.file}: decoder ratio ${(fastSec / fullSec).toFixed(3)}, ${found} of ${boxes} boxes found again, incidents ${again} (with the filter ${incidents})`,
  );
  return { boxes, found, fullSec, fastSec };
}

if (noSharedModels) {
  console.log(`skipped: ${noSharedModels}`);
} else {
  const workDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-loop-filter-"));
  const wrapper = join(workDir, "ffmpeg");
  writeFileSync(wrapper, withFilter);
  chmodSync(wrapper, 0o755);
  const hosts = { full: await startHost(wrapper), fast: await startHost("ffmpeg") };
  const sum = { boxes: 0, found: 0, fullSec: 0, fastSec: 0 };
  const chosen = readTruth().filter(({ file }) => file.includes(process.argv[2] ?? ""));
  for (const truth of chosen) {
    const one = await compare(hosts, truth);
    for (const key of ["boxes", "found", "fullSec", "fastSec"] as const) sum[key] += one[key];
  }
  const recall = (100 * sum.found) / sum.boxes;
  console.log(
    `all: decoder ratio ${(sum.fastSec / sum.fullSec).toFixed(3)}, recall ${recall.toFixed(2)} %, must be at least 99 %`,
  );
  process.exitCode = recall >= 99 ? 0 : 1;
  await Promise.all([hosts.full.stop(), hosts.fast.stop()]);
  rmSync(workDir, { recursive: true });
  process.exit();
}
