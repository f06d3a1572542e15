/**
 * How many busy 720p15 cameras at five looks a second this machine carries. The bench starts at three quarters of the
 * box's own estimate (`gatehouse capacity`) and adds cameras of real footage, one at a time, until one gets less than
 * 4.9 looks a second or the p95 from a frame's own time to its detection passes one interval plus 150 ms. Then it does
 * the same with the naive glue: one ffmpeg for each camera, which decodes and scales to RGB, and one process with ONNX
 * Runtime, which looks at the newest picture of each in turn. It also compares the estimate with the processor time
 * that the same cameras take. It ends within 12 minutes. `--short` only compares the estimate with the processor time,
 * which works on a busy machine; `--smoke` tries one camera.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startAppliance } from "../../support/box/appliance.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { benchModel } from "../../support/inference/bench-model.ts";
import { BoxContender, type CostCheck } from "./capacity/box.ts";
import { type Carried, climb, type ClimbBounds } from "./capacity/climb.ts";
import { startNaiveGlue } from "./capacity/naive-glue.ts";
import { noSharedModels, sharedDir } from "../../support/inference/shared-models.ts";

const isSmoke = process.argv.includes("--smoke");
const isShort = process.argv.includes("--short");
const looksPerSec = 5;
const bounds: Omit<ClimbBounds, "first" | "budgetMs"> = {
  most: isSmoke ? 1 : 64,
  settleMs: isSmoke ? 2000 : 6000,
  measureMs: isSmoke ? 3000 : 12_000,
  mostLatencySec: 1 / looksPerSec + 0.15,
};
/** Time for the steps of the box and of the glue. */
const ownBudgetMs = 270_000;
const glueBudgetMs = 180_000;
/** Cameras whose costs are compared with the estimate. */
const checkedCameras = isSmoke ? 1 : 3;
const checkMs = isSmoke ? 3000 : 20_000;

interface OwnResult {
  check: CostCheck;
  carried: Carried | undefined;
}

async function ownResult(cameraUrl: string): Promise<OwnResult> {
  const box = await startAppliance({ yaml: "limits: { reads_per_minute: 1000000 }" });
  const contender = new BoxContender(box, cameraUrl);
  try {
    for (let at = 0; at < checkedCameras; at += 1) await contender.add(at);
    await wait(bounds.settleMs);
    const check = await contender.checkCosts(checkMs);
    if (isShort) return { check, carried: undefined };
    for (let at = 0; at < checkedCameras; at += 1) await contender.remove();
    const first = isSmoke ? 1 : Math.max(1, Math.floor(check.carries * 0.75));
    return { check, carried: await climb(contender, { ...bounds, first, budgetMs: ownBudgetMs }) };
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

function printCheck({ carries, estimatedCores, measuredCores }: CostCheck): void {
  const error = ((estimatedCores / measuredCores - 1) * 100).toFixed(0);
  console.log(
    `one camera: estimated ${estimatedCores.toFixed(3)} of a core, measured ${measuredCores.toFixed(3)}: error ${error} %; the box estimates that it carries ${carries} cameras`,
  );
}

const workDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-capacity-"));
const model = await benchModel(workDir);
if (!model || noSharedModels) {
  console.log("skipped: no model or no footage is installed");
} else {
  const file = join(sharedDir, "video/vtest_arjun.avi");
  const camera = await startRtspServer({ file, size: "1280x720", fps: 15, gop: 30 });
  const { check, carried } = await ownResult(camera.url);
  printCheck(check);
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
