/**
 * Time from the start of the process until the appliance is ready, and memory with four streams. Bounds: ready within
 * 1.5 s, with models loaded on first use; the main process below 200 MB of resident memory. Baseline: the same
 * Node.js starts, listens and ends.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { startAppliance } from "../../support/box/appliance.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { until } from "../../support/box/wait.ts";

const readyBoundMs = 1500;
const rssBoundMb = 200;
const watchMs = Number(process.argv[2] ?? 30_000);

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

async function bareNodeMs(): Promise<number> {
  const startedMs = performance.now();
  const script = "require('http').createServer().listen(0,'127.0.0.1',()=>process.exit())";
  await once(spawn(process.execPath, ["-e", script]), "exit");
  return performance.now() - startedMs;
}

async function rssMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}

const box = await startAppliance({ yaml: "limits: { reads_per_minute: 1000000 }" });
const starts: number[] = [];
const bare: number[] = [];
for (let round = 0; round < 5; round += 1) {
  await box.terminate();
  const startedMs = performance.now();
  await box.restart();
  starts.push(performance.now() - startedMs);
  bare.push(await bareNodeMs());
}
const camera = await startRtspServer({ size: "1280x720", fps: 15 });
for (const n of [1, 2, 3, 4]) {
  // A query makes each a source of its own.
  const source = { type: "rtsp", url: `${camera.url}?n=${n}` };
  const zones = { all: { xyxy: [0, 0, 1, 1] } };
  const behaviors = [{ type: "intrusion", zone: "all" }];
  const body = { stream_id: `s${n}`, source, context: { zones }, behaviors };
  await box.post("/api/v1/surveillance/streams", body);
}
const allWatching = async (): Promise<boolean> => {
  const { data } = (await box.get("/api/v1/surveillance/streams")).body;
  return (
    data.data.length === 4 &&
    data.data.every((each: { state: string }) => each.state === "watching")
  );
};
await until(allWatching, { deadlineMs: 60_000, what: "four streams" });
await new Promise((resolve) => setTimeout(resolve, watchMs));
const mb = await rssMb(box.pid);
await box.stop();
await camera.stop();
const readyMs = median(starts);
console.log(
  `start to ready: median ${readyMs.toFixed(0)} ms  bare node ${median(bare).toFixed(0)} ms  bound ratio ${(readyMs / readyBoundMs).toFixed(2)}`,
);
console.log(
  `RSS of the main process with four 720p15 streams after ${watchMs / 1000} s: ${mb.toFixed(0)} MB  bound ratio ${(mb / rssBoundMb).toFixed(2)}`,
);
