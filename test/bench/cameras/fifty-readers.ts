/**
 * Fifty readers by RTSP beside a real box that records and analyses the same 720p15 camera: what they take from it.
 * Arguments: readers (50) and seconds (60). Reads the same figures first without and then with the readers. Bounds: the
 * recording has no gap, detection drops no more frames than without readers, each reader gets every packet, and the
 * main process takes at most 0.15 of a core more.
 */
import { startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { RtspClient } from "../../support/cameras/rtsp-client.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";

const count = Number(process.argv[2] ?? 50);
const seconds = Number(process.argv[3] ?? 60);
const boundShare = 0.15;
const fps = 15;

const camera = await startRtspServer({ size: "1280x720", fps });
const box = await startAppliance({
  yaml: `rtsp: { enabled: true, plain: true, plain_port: 0 }
recording: { mode: continuous }
models: { default: motion }`,
});
await box.post("/api/v1/surveillance/streams", {
  stream_id: "yard",
  source: { type: "rtsp", url: camera.url },
});
const stream = async () => (await box.get("/api/v1/surveillance/streams/yard")).body.data;
const pause = async (sec: number): Promise<void> => {
  const endMs = performance.now() + sec * 1000;
  await until(() => performance.now() >= endMs, { deadlineMs: sec * 1000 + 10_000, everyMs: 100 });
};
await until(async () => (await stream()).state === "watching", { everyMs: 250 });
// V8 compiles the code of the first pictures.
await pause(30);

interface Counters {
  /** Processor seconds of the main process. */
  usedSec: number;
  /** Frames that detection left out, for all reasons. */
  left: number;
}

async function counters(): Promise<Counters> {
  const text = await (await box.fetch("/metrics")).text();
  const sum = (name: string): number => {
    const lines = text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"));
    return [...lines].reduce((total, [, value]) => total + Number(value), 0);
  };
  return {
    usedSec: sum("process_cpu_seconds_total"),
    left: sum("gatehouse_stream_frames_dropped_total"),
  };
}

/** What one period cost: share of a core, frames that detection left out, and pieces of the recording. */
async function measure(): Promise<{ share: number; left: number; pieces: number }> {
  const fromSec = Date.now() / 1000;
  const before = await counters();
  await pause(seconds);
  const after = await counters();
  const range = `from=${fromSec}&to=${Date.now() / 1000}`;
  const spans = await box.get(`/api/v1/surveillance/streams/yard/recordings?${range}`);
  return {
    share: (after.usedSec - before.usedSec) / seconds,
    left: after.left - before.left,
    pieces: spans.body.data.data.length,
  };
}

const alone = await measure();
const line = box
  .output()
  .split("\n")
  .findLast((each) => each.includes("RTSP server listens"))!;
const url = `rtsp://127.0.0.1:${/"port":(\d+)/.exec(line)![1]}/yard`;
const { body } = await box.post("/api/v1/keys", { name: "wall", preset: "viewer" });
const readers: RtspClient[] = [];
for (let at = 0; at < count; at += 1) {
  const reader = new RtspClient(url, { username: "wall", password: body.data.key });
  await reader.play();
  await until(() => reader.packets.length > 0, { what: "video" });
  readers.push(reader);
}
const beside = await measure();
const lost = readers.reduce((sum, { packets }) => {
  const steps = packets
    .slice(1)
    .map(({ sequence }, at) => (sequence - packets[at]!.sequence) & 0xffff);
  return sum + steps.reduce((gaps, step) => gaps + step - 1, 0);
}, 0);
const received = readers.reduce((sum, { packets }) => sum + packets.length, 0);
for (const reader of readers) reader.close();
await box.stop();
await camera.stop();
const words = ({ share, left, pieces }: typeof alone): string =>
  `main process ${share.toFixed(3)} of a core, detection left out ${left} frames, recording in ${pieces} piece(s)`;
console.log(`without readers: ${words(alone)}`);
console.log(`with ${count}: ${words(beside)}; ${lost} of ${received} packets lost`);
const isWell = beside.left <= alone.left && beside.pieces === 1 && lost === 0;
process.exit(isWell && beside.share - alone.share <= boundShare ? 0 : 1);
