/**
 * Sixteen 720p15 RTSP cameras with the motion gate: p99 of an API read, divided by that of the same box without a
 * stream. Measurements without and with streams alternate over some rounds, so other work on the machine affects
 * both; the bench compares the medians over the rounds. Bound: ratio at most 1.5. Then half of the cameras are
 * unreachable, and the bench measures the growth of the main process's memory: the slope (Theil and Sen) over the
 * lowest value of each interval after a warm-up. Bound: less than 2 %. `--long` measures only the growth, for 20
 * minutes, and may run while the machine does other work. `--smoke` shows within a minute that the bench works.
 */
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { startAppliance } from "../../support/box/appliance.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { until } from "../../support/box/wait.ts";

const cameras = 16;
const isLong = process.argv.includes("--long");
const isSmoke = process.argv.includes("--smoke");
const rounds = isLong ? 0 : isSmoke ? 1 : 5;
const reads = isSmoke ? 100 : 600;
const pauseMs = 20;
// Connections are made, first pictures decoded, files written: not what a read meets every day.
const settleMs = isSmoke ? 500 : 4000;
// The heap takes some minutes until its garbage comes and goes between the same marks.
const warmUpSec = isLong ? 300 : isSmoke ? 5 : 30;
const stretches = isLong ? 20 : 6;
const stretchSec = isLong ? 60 : isSmoke ? 1 : 10;

// Two servers stand for sixteen cameras: each query is another source with its own connection.
const options = {
  size: "1280x720",
  fps: 15,
  gop: 30,
  pattern: "color=c=gray",
  filter: "noise=alls=4:allf=t",
};
const [living, dying] = [await startRtspServer(options), await startRtspServer(options)];
// Cameras are other machines: what sends their pictures here must not keep the box waiting.
for (const { pid } of [living, dying]) setPriority(pid, 15);
const box = await startAppliance({ yaml: "limits: { reads_per_minute: 1000000 }" });

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** 99th percentile of the milliseconds of a read. */
async function p99(): Promise<number> {
  const tookMs: number[] = [];
  for (let at = 0; at < reads; at += 1) {
    const startMs = performance.now();
    await (await box.fetch("/api/v1/jobs?limit=1")).arrayBuffer();
    tookMs.push(performance.now() - startMs);
    await wait(pauseMs);
  }
  return tookMs.toSorted((a, b) => a - b)[Math.floor(0.99 * reads)]!;
}

async function online(wanted: number): Promise<void> {
  const isSo = async (): Promise<boolean> => {
    await wait(200);
    return (await box.get("/api/v1/system")).body.data.cameras.online === wanted;
  };
  await until(isSo, { deadlineMs: 120_000, what: `${wanted} cameras online` });
  await wait(settleMs);
}

async function watch(): Promise<void> {
  for (let at = 0; at < cameras; at += 1) {
    const { url } = at % 2 === 0 ? living : dying;
    const { status } = await box.post("/api/v1/surveillance/streams", {
      stream_id: `cam-${at}`,
      source: { type: "rtsp", url: `${url}?camera=${at}`, fps_cap: 5 },
      model: "motion",
      context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
      behaviors: [{ type: "intrusion", zone: "all" }],
    });
    if (status !== 202) throw new Error(`camera ${at} was answered with ${status}`);
  }
  await online(cameras);
}

async function unwatch(): Promise<void> {
  for (let at = 0; at < cameras; at += 1) {
    await box.fetch(`/api/v1/surveillance/streams/cam-${at}`, { method: "DELETE" });
  }
  await online(0);
}

async function compareReads(): Promise<void> {
  // Code that has not run yet is slow, with and without cameras.
  await p99();
  const idle: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(await p99());
    await watch();
    busy.push(await p99());
    await unwatch();
  }
  const list = (values: number[]): string => values.map((each) => each.toFixed(1)).join(" ");
  const ratio = median(busy) / median(idle);
  console.log(
    `${cameras} cameras 720p15 with the motion gate: p99 of a read ${median(busy).toFixed(1)} ms (${list(busy)}), without streams ${median(idle).toFixed(1)} ms (${list(idle)})  ratio ${ratio.toFixed(2)}  bound 1.50`,
  );
}

/** Memory of the main process in KiB: all that is resident, and without mapped files (the store). */
function memory(): { all: number; own: number } {
  const status = readFileSync(`/proc/${box.pid}/status`, "utf8");
  const field = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]);
  return { all: field("VmRSS"), own: field("RssAnon") };
}

/** The least that is seen in a stretch: garbage is no growth. */
async function leastOfStretch(): Promise<{ all: number; own: number }> {
  const least = memory();
  for (let at = 0; at < stretchSec; at += 1) {
    await wait(1000);
    const now = memory();
    least.all = Math.min(least.all, now.all);
    least.own = Math.min(least.own, now.own);
  }
  return least;
}

/** Median of the slopes of all pairs, over all stretches, as a percentage of the median. */
function growthOf(values: readonly number[]): number {
  const slopes = values.flatMap((late, to) =>
    values.slice(0, to).map((early, from) => (late - early) / (to - from)),
  );
  return ((median(slopes) * (values.length - 1)) / median(values)) * 100;
}

if (rounds > 0) await compareReads();
await watch();
await dying.kill();
await wait(warmUpSec * 1000);
const seen: { all: number; own: number }[] = [];
for (let at = 0; at < stretches; at += 1) seen.push(await leastOfStretch());
await box.stop();
await living.stop();
const all = seen.map((each) => each.all);
const mib = (kib: number): string => (kib / 1024).toFixed(0);
console.log(
  `half of them dead for ${stretches * stretchSec} s: RSS ${all.map(mib).join(" ")} MiB  growth ${growthOf(all).toFixed(1)} % (without mapped files ${growthOf(seen.map((each) => each.own)).toFixed(1)} %)  bound 2 %${isLong ? "" : " over 20 min (--long)"}`,
);
