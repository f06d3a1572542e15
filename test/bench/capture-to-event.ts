/**
 * Capture to event: a camera whose frames carry the time of their making as black and white blocks.
 * A square crosses the picture every few seconds; the snapshot of the incident shows the frame that
 * raised it, so the time between its making and the arrival of its event is read off the picture.
 * Bound (issue: numbers): p95 <= one detection interval + inference + 100 ms.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createSocket } from "node:dgram";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { startAppliance } from "../support/appliance.ts";
import { openSse } from "../support/sse.ts";

const widthPx = 640;
const heightPx = 360;
const fps = 15;
const detectFps = 5;
const bits = 32;
/** Low contrast, so that the blocks are no motion and nothing is drawn over them. */
const darkLevel = 83;
const blockPx = 20;
const rounds = Number(process.argv[2] ?? 20);

/** Gray frame with the low 32 bits of `timeMs` in its top row and, maybe, the moving square. */
function drawFrame(timeMs: number, squareX: number | undefined): Buffer {
  const frame = Buffer.alloc(widthPx * heightPx, 90);
  for (let bit = 0; bit < bits; bit += 1) {
    const level = Math.floor(timeMs / 2 ** bit) % 2 === 1 ? darkLevel + 14 : darkLevel;
    for (let y = 0; y < blockPx; y += 1) {
      frame.fill(level, y * widthPx + bit * blockPx, y * widthPx + (bit + 1) * blockPx);
    }
  }
  if (squareX !== undefined) {
    for (let y = 180; y < 260; y += 1)
      frame.fill(230, y * widthPx + squareX, y * widthPx + squareX + 60);
  }
  return frame;
}

/** The time in the top row of a picture; ambiguous only beyond 2^32 ms (49 days). */
async function readTime(jpeg: Buffer): Promise<number> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / widthPx;
  let low = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    const x = Math.floor((bit + 0.5) * blockPx * scale);
    const y = Math.floor(0.5 * blockPx * scale);
    if (data[(y * info.width + x) * info.channels]! > darkLevel + 7) low += 2 ** bit;
  }
  const now = Date.now();
  return now - (((now % 2 ** 32) - low + 2 ** 32) % 2 ** 32);
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}

function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}

const udpPort = await freeUdpPort();
const camera = spawn(
  "/usr/bin/python3",
  [fileURLToPath(new URL("live-camera.py", import.meta.url)), String(udpPort)],
  { stdio: ["ignore", "pipe", "inherit"] },
);
const [line] = (await once(createInterface({ input: camera.stdout }), "line")) as [string];
const { port } = JSON.parse(line) as { port: number };
const encoder = spawn(
  "ffmpeg",
  `-loglevel error -f rawvideo -pix_fmt gray -s ${widthPx}x${heightPx} -r ${fps} -i pipe:0 -pix_fmt yuv420p -c:v libx264 -preset ultrafast -tune zerolatency -g ${fps} -f rtp -payload_type 96 rtp://127.0.0.1:${udpPort}`.split(
    " ",
  ),
  { stdio: ["pipe", "ignore", "inherit"] },
);
const startedMs = Date.now();
const periodMs = 5000;
const drawing = setInterval(() => {
  const now = Date.now();
  const phaseMs = (now - startedMs) % periodMs;
  const squareX =
    phaseMs > 3200 ? Math.floor(((phaseMs - 3200) / 1800) * (widthPx - 80)) : undefined;
  encoder.stdin.write(drawFrame(now, squareX));
}, 1000 / fps);

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
  source: { type: "rtsp", url: `rtsp://127.0.0.1:${port}/live`, fps_cap: detectFps },
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
  const picture = await appliance.fetch(`/api/v1/surveillance/incidents/${id}/snapshot.jpg`);
  if (picture.status !== 200) continue;
  latencies.push(atMs - (await readTime(Buffer.from(await picture.arrayBuffer()))));
}
sse.close();
clearInterval(drawing);
encoder.kill("SIGKILL");
camera.kill("SIGKILL");
await appliance.stop();
const boundMs = 1000 / detectFps + 100;
console.log(
  `capture to event: ${latencies.length} of ${arrivals.length} incidents read  p50 ${quantile(latencies, 0.5)} ms  p95 ${quantile(latencies, 0.95)} ms  bound ${boundMs} ms + inference  ratio ${(quantile(latencies, 0.95) / boundMs).toFixed(2)}`,
);
