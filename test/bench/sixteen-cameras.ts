/**
 * Sixteen 720p15 RTSP cameras with the motion gate: p99 of an API read against the same box without a
 * stream. Bound (issue: numbers): ratio <= 1.5. Then half of the cameras are dead: growth of the
 * main process's memory, from after a warm-up to the end; `--long` lets that last 20 minutes. Bound: < 2 %.
 */
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { startAppliance } from "../support/appliance.ts";
import { startRtspServer } from "../support/rtsp-server.ts";
import { until } from "../support/wait.ts";

const cameras = 16;
const isLong = process.argv.includes("--long");
const soakSec = isLong ? 1200 : 60;
// The heap takes some minutes until its garbage comes and goes between the same marks.
const warmUpSec = isLong ? 300 : 30;
const reads = 300;
const pauseMs = 100;

// Two servers stand for sixteen cameras: each query is another source with its own connection.
const options = {
  size: "1280x720",
  fps: 15,
  gop: 30,
  pattern: "color=c=gray",
  filter: "noise=alls=4:allf=t",
};
const [living, dying] = [await startRtspServer(options), await startRtspServer(options)];
// Cameras are other machines: what encodes their pictures here must not keep the box waiting.
for (const { pid } of [living, dying]) setPriority(pid, 15);
const box = await startAppliance();

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** 99th percentile of the milliseconds of a read, made less often than the quota allows. */
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

/** Resident memory of the main process in KiB, the least of what is seen in a minute: garbage is no growth. */
async function rssKib(): Promise<number> {
  let least = Infinity;
  for (let at = 0; at < (isLong ? 60 : 10); at += 1) {
    const status = readFileSync(`/proc/${box.pid}/status`, "utf8");
    least = Math.min(least, Number(/VmRSS:\s+(\d+)/.exec(status)![1]));
    await wait(1000);
  }
  return least;
}

const idleMs = await p99();
for (let at = 0; at < cameras; at += 1) {
  const { url } = at % 2 === 0 ? living : dying;
  await box.post("/api/v1/surveillance/streams", {
    stream_id: `cam-${at}`,
    source: { type: "rtsp", url: `${url}?camera=${at}`, fps_cap: 5 },
    model: "motion",
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
    behaviors: [{ type: "intrusion", zone: "all" }],
  });
}
await until(
  async () => {
    await wait(500);
    const { data } = (await box.get("/api/v1/system")).body;
    return data.cameras.online === cameras;
  },
  { deadlineMs: 120_000, what: "sixteen cameras online" },
);
const busyMs = await p99();
console.log(
  `${cameras} cameras 720p15 with the motion gate: p99 of a read ${busyMs.toFixed(1)} ms, without streams ${idleMs.toFixed(1)} ms  ratio ${(busyMs / idleMs).toFixed(2)}  bound 1.50`,
);
await dying.kill();
await wait(warmUpSec * 1000);
const before = await rssKib();
await wait(soakSec * 1000);
const after = await rssKib();
await box.stop();
await living.stop();
const growth = ((after - before) / before) * 100;
console.log(
  `half of them dead for ${soakSec} s: ${(before / 1024).toFixed(0)} to ${(after / 1024).toFixed(0)} MiB  growth ${growth.toFixed(1)} %  bound 2 %${isLong ? "" : " over 20 min (--long)"}`,
);
