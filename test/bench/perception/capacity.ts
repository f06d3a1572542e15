/**
 * How many busy 720p15 cameras at five looks a second this machine carries. The bench adds cameras of real footage,
 * one at a time, until one gets less than 4.9 looks a second or the p95 from a frame's own time to its detection
 * passes one interval plus 150 ms. Then it does the same with the naive glue: one ffmpeg for each camera, which
 * decodes and scales to RGB, and one process with ONNX Runtime, which looks at the newest picture of each in turn.
 * Prints cameras per core of both, their ratio, and watts where the machine has RAPL. `--smoke` tries one camera.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { benchModel } from "../../support/inference/bench-model.ts";
import { startNaiveGlue } from "./capacity/naive-glue.ts";
import { noSharedModels, sharedDir } from "../../support/inference/shared-models.ts";

const isSmoke = process.argv.includes("--smoke");
const looksPerSec = 5;
const leastLooksPerSec = 4.9;
const mostLatencySec = 1 / looksPerSec + 0.15;
const mostCameras = isSmoke ? 1 : 64;
const settleMs = isSmoke ? 2000 : 8000;
const measureMs = isSmoke ? 3000 : 20_000;

/** What one step saw: the slowest camera's looks a second, the p95 of the latency, and watts. */
interface Step {
  looks: number;
  p95Sec: number | undefined;
  watts: number | undefined;
}

/** Energy counters of the processor packages; empty where the machine has none, or only root may read them. */
const counters = existsSync("/sys/class/powercap")
  ? readdirSync("/sys/class/powercap")
      .filter((name) => /^intel-rapl:\d+$/.test(name))
      .map((name) => join("/sys/class/powercap", name, "energy_uj"))
  : [];

function joules(): number | undefined {
  try {
    const values = counters.map((file) => Number(readFileSync(file, "utf8")) / 1e6);
    return values.length === 0 ? undefined : values.reduce((sum, each) => sum + each, 0);
  } catch {
    return undefined;
  }
}

async function measured(work: () => Promise<Omit<Step, "watts">>): Promise<Step> {
  const [fromJoules, fromMs] = [joules(), performance.now()];
  const seen = await work();
  const toJoules = joules();
  const sec = (performance.now() - fromMs) / 1000;
  const isKnown = fromJoules !== undefined && toJoules !== undefined && toJoules >= fromJoules;
  return { ...seen, watts: isKnown ? (toJoules - fromJoules) / sec : undefined };
}

/** Adds cameras with `add` while the steps hold; returns how many hold. */
async function climb(
  name: string,
  add: (at: number) => Promise<void>,
  measure: () => Promise<Omit<Step, "watts">>,
): Promise<number> {
  for (let count = 1; count <= mostCameras; count += 1) {
    await add(count - 1);
    await wait(settleMs);
    const { looks, p95Sec, watts } = await measured(measure);
    const latency =
      p95Sec === undefined ? "" : `  latency p95 at most ${(p95Sec * 1000).toFixed(0)} ms`;
    const power = watts === undefined ? "" : `  ${watts.toFixed(1)} W`;
    console.log(`${name}: ${count} cameras  slowest ${looks.toFixed(2)} looks/s${latency}${power}`);
    const holds = looks >= leastLooksPerSec && (p95Sec ?? 0) <= mostLatencySec;
    if (!holds) return count - 1;
  }
  return mostCameras;
}

type Buckets = Map<number, number>;

/** Counts of the latency of detections up to each bound in seconds, over all streams. */
function bucketsOf(metrics: string): Buckets {
  const found: Buckets = new Map();
  const line = /^gatehouse_stream_latency_seconds_bucket\{([^}]*)\} (\d+)$/gm;
  for (const [, labels = "", count] of metrics.matchAll(line)) {
    if (!labels.includes('stage="detect"')) continue;
    const le = /le="([^"]*)"/.exec(labels)![1]!;
    const bound = le === "+Inf" ? Infinity : Number(le);
    found.set(bound, (found.get(bound) ?? 0) + Number(count));
  }
  return found;
}

/** The bound of the bucket in which the p95 between two readings lies. */
function p95Of(before: Buckets, after: Buckets): number | undefined {
  const bounds = [...after.keys()].toSorted((a, b) => a - b);
  const between = (bound: number): number => after.get(bound)! - (before.get(bound) ?? 0);
  const all = between(Infinity);
  return all > 0 ? bounds.find((bound) => between(bound) >= 0.95 * all) : undefined;
}

async function ownCapacity(cameraUrl: string): Promise<number> {
  const box = await startAppliance({ yaml: "limits: { reads_per_minute: 1000000 }" });
  const ids: string[] = [];
  const metrics = async (): Promise<string> => await (await box.fetch("/metrics")).text();
  const add = async (at: number): Promise<void> => {
    ids.push(`cam-${at}`);
    const { status, body } = await box.post("/api/v1/surveillance/streams", {
      stream_id: `cam-${at}`,
      source: { type: "rtsp", url: `${cameraUrl}?camera=${at}`, fps_cap: looksPerSec },
      motion: { mode: "always" },
      context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
      behaviors: [{ type: "intrusion", zone: "all", classes: ["person"] }],
    });
    if (status !== 202) throw new Error(`camera ${at}: ${JSON.stringify(body)}`);
    const isUp = async () => (await looksOf(ids.at(-1)!)) > 0;
    await until(isUp, { deadlineMs: 60_000, what: `looks at camera ${at}` });
  };
  const looksOf = async (id: string): Promise<number> =>
    (await box.get(`/api/v1/surveillance/streams/${id}`)).body.data.fps_detected ?? 0;
  const measure = async () => {
    const before = bucketsOf(await metrics());
    await wait(measureMs);
    const looks = await Promise.all(ids.map(looksOf));
    return { looks: Math.min(...looks), p95Sec: p95Of(before, bucketsOf(await metrics())) };
  };
  try {
    return await climb("gatehouse", add, measure);
  } finally {
    await box.stop();
  }
}

const workDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-capacity-"));
const model = await benchModel(workDir);
if (!model || noSharedModels) {
  console.log("skipped: no model or no footage is installed");
} else {
  const file = join(sharedDir, "video/vtest_arjun.avi");
  const camera = await startRtspServer({ file, size: "1280x720", fps: 15, gop: 30 });
  const own = await ownCapacity(camera.url);
  const glue = await startNaiveGlue(model, looksPerSec);
  const naive = await climb(
    "naive glue",
    (at) => glue.add(`${camera.url}?camera=${at}`),
    async () => ({ looks: await glue.slowest(measureMs), p95Sec: undefined }),
  );
  await glue.stop();
  await camera.stop();
  const cores = availableParallelism();
  const perCore = (count: number): string => (count / cores).toFixed(2);
  const ratio = naive === 0 ? "not known" : (own / naive).toFixed(2);
  console.log(
    `cameras per core: gatehouse ${perCore(own)}, naive glue ${perCore(naive)}  ratio ${ratio}  bound 2.00`,
  );
}
rmSync(workDir, { recursive: true });
