/**
 * A real RTSP camera goes away for some seconds and returns, again and again. Measures the time from the moment at
 * which it listens again to the first picture that the box has of it, over `rounds` returns. Bound: p95 at most 3 s.
 */
import { startAppliance } from "../../support/box/appliance.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { openSse } from "../../support/http/sse.ts";
import { until } from "../../support/box/wait.ts";

const rounds = Number(process.argv[2] ?? 20);
const longestAwaySec = Number(process.argv[3] ?? 20);
const boundMs = 3000;

const camera = await startRtspServer({ size: "1280x720", fps: 15, gop: 15 });
const box = await startAppliance();
let state = "";
const events = await openSse(
  `${box.url}/api/v1/surveillance/events`,
  { authorization: `Bearer ${box.key}` },
  ({ event, data }) => {
    if (event === "stream.status") state = data.state;
  },
);
await box.post("/api/v1/surveillance/streams", {
  stream_id: "cam",
  source: { type: "rtsp", url: camera.url, fps_cap: 5 },
  model: "motion",
  context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
  behaviors: [{ type: "intrusion", zone: "all" }],
});
await until(() => state === "watching", { deadlineMs: 60_000 });
const tookMs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  await camera.kill();
  await until(() => state === "offline", { deadlineMs: 60_000 });
  const awaySec = 1 + (round / Math.max(1, rounds - 1)) * (longestAwaySec - 1);
  await new Promise((resolve) => setTimeout(resolve, awaySec * 1000));
  await camera.restart();
  const startMs = performance.now();
  await until(() => state === "watching", { deadlineMs: 60_000 });
  tookMs.push(performance.now() - startMs);
}
events.close();
await box.stop();
await camera.stop();
const sorted = tookMs.toSorted((a, b) => a - b);
const quantile = (q: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!);
console.log(
  `reconnect after ${rounds} outages of 1 to ${longestAwaySec} s: p50 ${quantile(0.5)} ms  p95 ${quantile(0.95)} ms  bound ${boundMs} ms  ratio ${(quantile(0.95) / boundMs).toFixed(2)}`,
);
