/**
 * How many busy 720p15 cameras at five looks a second this machine carries. The bench starts at three quarters of the
 * box's own estimate (`gatehouse capacity`) and adds cameras of real footage, one at a time, until one gets less than
 * 4.9 looks a second or the p95 from a frame's own time to its detection passes one interval plus 150 ms. Then it does
 * the same with the naive glue: one ffmpeg for each camera, which decodes and scales to RGB, and one process with ONNX
 * Runtime, which looks at the newest picture of each in turn. It also compares the estimate with the processor time
 * that the same cameras take. It ends within 12 minutes. `--short` only compares the estimate with the processor time; `--smoke` tries
 * one camera.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startAppliance } from "../../support/box/appliance.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { benchModel } from "../../support/inference/bench-model.ts";
import { VisionCostTrial } from "../../../src/adapters/vision/cost-trial.ts";
import { LinuxMachine } from "../../../src/adapters/linux/linux-machine.ts";
import { LinuxRoom } from "../../../src/adapters/linux/linux-room.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { type Estimate, estimateCapacity } from "../../../src/system/capacity/estimate.ts";
import { makeClip } from "../../support/cameras/video-fragments.ts";
import { BoxContender } from "./capacity/box.ts";
import { type Carried, climb, type ClimbBounds } from "./capacity/climb.ts";
import { startNaiveGlue } from "./capacity/naive-glue.ts";
import { noSharedModels, sharedDir } from "../../support/inference/shared-models.ts";

const isSmoke = process.argv.includes("--smoke");
const isShort = process.argv.includes("--short");
const looksPerSec = 5;
const leastLooksPerSec = 4.9;
const bounds: Omit<ClimbBounds, "first" | "budgetMs"> = {
  most: isSmoke ? 1 : 64,
  settleMs: isSmoke ? 2000 : 6000,
  measureMs: isSmoke ? 3000 : 12_000,
  leastLooksPerSec,
  mostLatencySec: 1 / looksPerSec + 0.15,
};
/** Time for the steps of the box and of the glue. */
const ownBudgetMs = 270_000;
const glueBudgetMs = 180_000;
/** Cameras whose costs are compared with the estimate. */
const checkedCameras = isSmoke ? 1 : 3;
const checkMs = isSmoke ? 3000 : 20_000;

/** What `gatehouse capacity` would say of a box whose cameras show the footage, before anything else runs. */
async function estimateOf(file: string): Promise<Estimate> {
  const output = "-vf scale=1280:720 -r 15 -preset veryfast".split(" ");
  const clip = await makeClip({ input: ["-i", file], seconds: 20, gop: 30, output });
  const trial = new VisionCostTrial({
    clock: systemClock,
    log: silentLogger,
    modelDirs: [resolve(import.meta.dirname, "../../../models")],
    model: () => "auto",
    isAlone: true,
    deadlineMs: 150_000,
  });
  const cost = await trial.measure([clip], new AbortController().signal);
  const room = await new LinuxRoom(new LinuxMachine(tmpdir())).read();
  console.log(
    `estimate: decoding ${cost.decodeMs.toFixed(1)} ms a second, analysing ${cost.lookMs.toFixed(1)} ms a frame`,
  );
  return estimateCapacity({ cost, room, detectorShare: 0 });
}

async function ownResult(cameraUrl: string, estimate: Estimate): Promise<Carried | undefined> {
  const box = await startAppliance({ yaml: "limits: { reads_per_minute: 1000000 }" });
  const contender = new BoxContender(box, cameraUrl);
  try {
    for (let at = 0; at < checkedCameras; at += 1) await contender.add(at);
    await wait(bounds.settleMs);
    printCheck(estimate, await contender.costs(checkMs));
    if (isShort) return undefined;
    for (let at = 0; at < checkedCameras; at += 1) await contender.remove();
    const first = isSmoke ? 1 : Math.max(1, Math.floor(estimate.carries.cameras * 0.75));
    return await climb(contender, { ...bounds, first, budgetMs: ownBudgetMs });
  } finally {
    await box.stop();
  }
}

async function naiveResult(
  model: NonNullable<Awaited<ReturnType<typeof benchModel>>>,
  cameraUrl: string,
  first: number,
): Promise<Carried> {
  const glue = await startNaiveGlue(model, looksPerSec);
  const contender = {
    name: "naive glue",
    add: (at: number) => glue.add(`${cameraUrl}?camera=${at}`),
    remove: () => glue.remove(),
    measure: async (ms: number) => ({ looks: await glue.slowest(ms) }),
  };
  try {
    return await climb(contender, { ...bounds, first, budgetMs: glueBudgetMs });
  } finally {
    await glue.stop();
  }
}

function rowOf(name: string, { cameras, isBound, watts }: Carried): string {
  const cores = availableParallelism();
  const count = `${isBound || cameras === 0 ? "" : "at least "}${cameras}`;
  const power = watts === undefined ? "–" : `${watts.toFixed(1)} W`;
  return `| ${name} | ${count} | ${(cameras / cores).toFixed(2)} | ${power} |`;
}

function printCheck(
  { carries, coresPerCamera: estimated }: Estimate,
  { coresPerCamera: measured, looks }: { coresPerCamera: number; looks: number },
): void {
  const error =
    looks < leastLooksPerSec
      ? "the machine is too busy to compare them"
      : `error ${((estimated / measured - 1) * 100).toFixed(0)} %`;
  console.log(
    `one camera: estimated ${estimated.toFixed(3)} of a core, measured ${measured.toFixed(3)} at ${looks.toFixed(2)} looks/s: ${error}; estimated to carry ${carries.cameras} cameras, limited by the ${carries.limit}`,
  );
}

const workDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-capacity-"));
const model = await benchModel(workDir);
if (!model || noSharedModels) {
  console.log("skipped: no model or no footage is installed");
} else {
  const file = join(sharedDir, "video/vtest_arjun.avi");
  const camera = await startRtspServer({ file, size: "1280x720", fps: 15, gop: 30 });
  const carried = await ownResult(camera.url, await estimateOf(file));
  if (carried) {
    const naive = await naiveResult(
      model,
      camera.url,
      Math.max(1, Math.floor(carried.cameras / 3)),
    );
    const ratio = naive.cameras === 0 ? "–" : (carried.cameras / naive.cameras).toFixed(2);
    console.log(
      [
        "| program | cameras | cameras per core | power |",
        "|---|---|---|---|",
        rowOf("gatehouse", carried),
        rowOf("naive glue", naive),
        `ratio ${ratio}, goal at least 2.00`,
      ].join("\n"),
    );
  }
  await camera.stop();
}
rmSync(workDir, { recursive: true });
