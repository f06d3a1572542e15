import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { runFfmpeg } from "../../support/cameras/video-fragments.ts";
import { type ReadMessage, readMcap } from "../../support/robots/read-mcap.ts";

const fps = 10;
const site = `models: { default: motion }
limits: { reads_per_minute: 1000000 }
recording: { mode: continuous }
robots: [{ id: rover, driver: sim, max_speed_mps: 0.5, camera: aisle, geofence: {
  frame: map, polygon: [[-20, -20], [20, -20], [20, 20], [-20, 20]] } }]`;

let box: Appliance;
let camera: RtspServer;

before(async () => {
  camera = await startRtspServer({ size: "320x180", fps });
  box = await startAppliance({ yaml: site });
  const { status } = await box.post("/api/v1/surveillance/streams", {
    stream_id: "aisle",
    source: { type: "rtsp", url: camera.url },
    model: "motion",
  });
  assert.equal(status, 202);
  const stream = async () => (await box.get("/api/v1/surveillance/streams/aisle")).body.data;
  await until(async () => (await stream()).fps_in > 0, { what: "the camera" });
});

after(async () => {
  await box?.stop();
  await camera?.stop();
});

/** The time of a message in milliseconds. */
const timeOf = ({ data }: ReadMessage): number => {
  const { sec, nsec } = data["timestamp"] as { sec: number; nsec: number };
  return sec * 1000 + nsec / 1e6;
};

test("a recording has the frames of the robot's camera as the camera encoded them, with their times, from a key frame on", async () => {
  const made = await box.post("/api/v1/robots/rover/recordings", {
    before_seconds: 2,
    after_seconds: 4,
  });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const one = async () =>
    (await box.get(`/api/v1/robots/recordings/${made.body.data.id}`)).body.data;
  await until(async () => (await one()).state === "ready", { what: "the file" });
  const recording = await one();
  const { pathname, search } = new URL(recording.url, box.url);
  const file = new Uint8Array(await (await box.fetch(pathname + search)).arrayBuffer());
  const video = readMcap(file).filter(({ topic }) => topic === "/video");
  assert.equal(video.length, recording.video_frames);
  assert.equal(recording.video_cut, false);
  assert.ok(video.length >= 3 * fps, `${video.length} frames`);
  assert.deepEqual(
    [...new Set(video.map(({ schema, data }) => `${schema} ${String(data["format"])}`))],
    ["foxglove.CompressedVideo h264"],
  );

  const units = video.map(({ data }) => Buffer.from(String(data["data"]), "base64"));
  const startCode = Buffer.from([0, 0, 0, 1]);
  assert.ok(units.every((unit) => unit.subarray(0, 4).equals(startCode)));
  // A decoder that gets nothing but the messages: one picture from each.
  const args = "-f h264 -i pipe:0 -fps_mode passthrough -f framecrc -".split(" ");
  const text = (await runFfmpeg(args, Buffer.concat(units))).toString();
  const decoded = text.split("\n").filter((line) => line.startsWith("0,"));
  assert.equal(decoded.length, video.length);
  // It starts alone at the first message, and nowhere without a key frame.
  const first = (await runFfmpeg(args, units[0]!)).toString();
  assert.match(first, /^0,/m);

  const times = video.map(timeOf);
  const gaps = times.slice(1).map((time, at) => time - times[at]!);
  assert.ok(
    gaps.every((gap) => gap > 0),
    JSON.stringify(gaps),
  );
  const meanMs = (times.at(-1)! - times[0]!) / (times.length - 1);
  assert.ok(Math.abs(meanMs - 1000 / fps) < 10, `${meanMs} ms between frames`);
  assert.ok(
    times.at(-1)! <= recording.to * 1000 + 1000 && times[0]! >= recording.from * 1000 - 3000,
  );
});
