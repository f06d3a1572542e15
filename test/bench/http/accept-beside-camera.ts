/**
 * Time to accept a job durably over HTTP, at 50 jobs a second, alone and while the box watches one 720p15 camera with
 * a moving scene and the default detector. Measurements without and with the camera alternate, so other work on the
 * machine affects both. For each, the bench also prints how late the main process's event loop was, and how long its
 * main thread waited for a processor. Bound: p99 with the camera 25 ms.
 */
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { startAppliance } from "../../support/box/appliance.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { until } from "../../support/box/wait.ts";

const rounds = Number(process.argv[2] ?? 4);
const requests = Number(process.argv[3] ?? 500);
const perSec = 50;
const boundMs = 25;
// Connections are made, first pictures decoded, files written: not what an accept meets every day.
const settleMs = 8000;

/** What one mark has seen. */
interface Mark {
  tookMs: number[];
  /** Share of the time that the main thread was ready to run without a processor. */
  waited: number;
  loopP99Ms: number;
  loopMaxMs: number;
}

// An endpoint that takes connections and never answers: jobs are accepted and stay where they are.
const silent = createServer((socket) => socket.on("error", () => {}));
await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve));
const { port } = silent.address() as AddressInfo;
const camera = await startRtspServer({ size: "1280x720", fps: 15, gop: 30, pattern: "testsrc2" });
// A camera is another machine: what sends its pictures here must not keep the box waiting.
setPriority(camera.pid, 15);
const box = await startAppliance({
  yaml: `limits: { reads_per_minute: 10000000, creates_per_minute: 10000000, queued_jobs: 1000000 }
log: { level: warn }
uplink:
  endpoints: [{ name: silent, kind: openai-compatible, url: "http://127.0.0.1:${port}/v1" }]
  routes: { image: [{ endpoint: silent, model: none }] }`,
});

let serial = 0;
async function accept(): Promise<number> {
  serial += 1;
  const startMs = performance.now();
  const { status } = await box.post(
    "/api/v1/images/generations",
    { prompt: "a quiet street at dawn", client_reference_id: `order-${serial}` },
    { "idempotency-key": `accept-${serial}` },
  );
  if (status !== 202) throw new Error(`an accept was answered with ${status}`);
  return performance.now() - startMs;
}

/** Nanoseconds for which the main thread was ready and waited for a processor. */
function waitedNs(): number {
  return Number(readFileSync(`/proc/${box.pid}/task/${box.pid}/schedstat`, "utf8").split(" ")[1]);
}

/** How late the event loop came since the last reading, by quantile, in milliseconds. */
async function loopMs(): Promise<Record<string, number>> {
  const text = await (await box.fetch("/metrics")).text();
  const found = text.matchAll(/event_loop_delay_seconds\{quantile="([\d.]+)"\} (\S+)/g);
  return Object.fromEntries([...found].map(([, name, sec]) => [name, Number(sec) * 1000]));
}

/** Accepts at a steady pace, sent whether or not the ones before were answered. */
async function mark(): Promise<Mark> {
  await loopMs();
  const [fromNs, startMs] = [waitedNs(), performance.now()];
  const sent: Promise<number>[] = [];
  for (let n = 0; n < requests; n += 1) {
    await sleep(Math.max(0, startMs + (n * 1000) / perSec - performance.now()));
    sent.push(accept());
  }
  const tookMs = await Promise.all(sent);
  const waited = (waitedNs() - fromNs) / 1e6 / (performance.now() - startMs);
  const loop = await loopMs();
  return { tookMs, waited, loopP99Ms: loop["0.99"] ?? NaN, loopMaxMs: loop["1"] ?? NaN };
}

async function watch(): Promise<void> {
  const { status } = await box.post("/api/v1/surveillance/streams", {
    stream_id: "gate",
    source: { type: "rtsp", url: camera.url, fps_cap: 5 },
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
    behaviors: [{ type: "intrusion", zone: "all" }],
  });
  if (status !== 202) throw new Error(`the camera was answered with ${status}`);
  const isWatched = async (): Promise<boolean> =>
    (await box.get("/api/v1/surveillance/streams/gate")).body.data.fps_detected > 0;
  await until(isWatched, { deadlineMs: 120_000, what: "a watched camera" });
  await sleep(settleMs);
}

async function unwatch(): Promise<void> {
  await box.fetch("/api/v1/surveillance/streams/gate", { method: "DELETE" });
  await sleep(settleMs / 4);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
}

function show(name: string, marks: readonly Mark[]): number {
  const all = marks.flatMap(({ tookMs }) => tookMs);
  const ms = (value: number): string => value.toFixed(1);
  const each = (pick: (one: Mark) => number): string => marks.map((one) => ms(pick(one))).join(" ");
  const p99 = quantile(all, 0.99);
  console.log(
    `${name}: p50 ${ms(quantile(all, 0.5))}  p99 ${ms(p99)} (${each(({ tookMs }) => quantile(tookMs, 0.99))})  most ${ms(Math.max(...all))} ms; ` +
      `event loop late p99 ${each((one) => one.loopP99Ms)}  most ${each((one) => one.loopMaxMs)} ms; ` +
      `waited for a processor ${each((one) => one.waited * 100)} % of the time`,
  );
  return p99;
}

// Code that has not run yet is slow, with and without a camera.
await mark();
await watch();
await mark();
const alone: Mark[] = [];
const beside: Mark[] = [];
for (let round = 0; round < rounds; round += 1) {
  beside.push(await mark());
  await unwatch();
  alone.push(await mark());
  if (round + 1 < rounds) await watch();
}
await box.stop();
await camera.stop();
silent.close();
show("alone", alone);
const p99 = show("beside one watched 720p15 camera", beside);
console.log(`bound ${boundMs} ms`);
process.exitCode = p99 <= boundMs ? 0 : 1;
process.exit();
