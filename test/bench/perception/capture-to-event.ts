/**
 * Time from the making of a frame in the camera to the event. The frames of the simulated camera carry the time of
 * their making as black and white blocks. A square crosses the picture every few seconds. The snapshot of the
 * incident shows the frame that raised it, so the bench reads the time of its making off the picture and compares it
 * with the arrival of the event. Bound: p95 at most one detection interval, plus the model's time, plus 100 ms.
 */
import sharp from "sharp";
import { startAppliance } from "../../support/box/appliance.ts";
import { clockPicture, readClock, startClockCamera } from "../../support/cameras/clock-camera.ts";
import { openSse } from "../../support/http/sse.ts";

const detectFps = 5;
const rounds = Number(process.argv[2] ?? 20);

async function readTime(jpeg: Buffer): Promise<number> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const lumaAt = (x: number, y: number): number => data[(y * info.width + x) * info.channels]!;
  return readClock({ widthPx: info.width, lumaAt });
}

function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}

const startedMs = Date.now();
const periodMs = 5000;
const camera = await startClockCamera({
  squareX(timeMs) {
    const phaseMs = (timeMs - startedMs) % periodMs;
    if (phaseMs <= 3200) return undefined;
    return Math.floor(((phaseMs - 3200) / 1800) * (clockPicture.widthPx - 80));
  },
});

const appliance = await startAppliance();
const arrivals: { atMs: number; snapshotUrl: string | null; id: string; startedAtMs: number }[] =
  [];
const authorization = `Bearer ${appliance.key}`;
const sse = await openSse(
  `${appliance.url}/api/v1/surveillance/events`,
  { authorization },
  ({ event, data, atMs }) => {
    if (event === "incident.created") {
      arrivals.push({
        atMs,
        snapshotUrl: data.snapshot_url,
        id: data.id,
        startedAtMs: data.started_at * 1000,
      });
    }
  },
);
await appliance.post("/api/v1/surveillance/streams", {
  stream_id: "pattern",
  source: { type: "rtsp", url: camera.url, fps_cap: detectFps },
  model: "motion",
  motion: { mode: "always" },
  context: { zones: { floor: { xyxy: [0, 0.3, 1, 1] } } },
  behaviors: [{ type: "intrusion", zone: "floor" }],
  alerts: { cooldown_seconds: 0 },
});
const deadline = Date.now() + rounds * periodMs + 30_000;
while (arrivals.length < rounds && Date.now() < deadline) {
  await new Promise((resolve) => setTimeout(resolve, 200));
}
const latencies: number[] = [];
for (const { atMs, id } of arrivals) {
  // What is drawn into the annotated picture may cover blocks.
  const picture = await appliance.fetch(
    `/api/v1/surveillance/incidents/${id}/snapshot.jpg?annotated=false`,
  );
  if (picture.status !== 200) continue;
  latencies.push(atMs - (await readTime(Buffer.from(await picture.arrayBuffer()))));
}
sse.close();
camera.stop();
await appliance.stop();
const boundMs = 1000 / detectFps + 100;
console.log(
  `capture to event: ${latencies.length} of ${arrivals.length} incidents read  p50 ${quantile(latencies, 0.5)} ms  p95 ${quantile(latencies, 0.95)} ms  bound ${boundMs} ms + inference  ratio ${(quantile(latencies, 0.95) / boundMs).toFixed(2)}`,
);
