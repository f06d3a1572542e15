import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { until } from "../support/box/wait.ts";
import { processTimes } from "../support/box/cpu-time.ts";
import { type RtspServer, startRtspServer } from "../support/cameras/rtsp-server.ts";
import { endViewerThreads, WebrtcViewer } from "../support/cameras/webrtc/webrtc-viewer.ts";

const run = promisify(execFile);

let box: Appliance;
let camera: RtspServer;
let key: { name: string; key: string };

before(async () => {
  camera = await startRtspServer({ size: "320x180", fps: 10 });
  box = await startAppliance({
    yaml: `rtsp: { enabled: true, plain: true, plain_port: 0 }
recording: { mode: continuous }`,
  });
  key = await newKey("viewer");
  const { status } = await box.post("/api/v1/surveillance/streams", {
    stream_id: "yard",
    source: { type: "rtsp", url: camera.url },
    model: "motion",
  });
  assert.equal(status, 202);
  await until(async () => (await stream()).fps_in > 0, { what: "the camera" });
});

after(async () => {
  await endViewerThreads();
  await box.stop();
  await camera.stop();
});

async function newKey(preset: string): Promise<{ name: string; key: string; id: string }> {
  const name = `nvr-${preset}`;
  const { status, body } = await box.post("/api/v1/keys", { name, preset });
  assert.equal(status, 201, JSON.stringify(body));
  return { name, key: body.data.key, id: body.data.id };
}

async function stream() {
  return (await box.get("/api/v1/surveillance/streams/yard")).body.data;
}

/** The port that the box's log names. */
function port(): number {
  const lines = box
    .output()
    .split("\n")
    .filter((line) => line.includes("RTSP server listens"));
  return Number(/"port":(\d+)/.exec(lines.at(-1)!)![1]);
}

/** Decodes 15 frames with ffmpeg, or `count`; rejects with its message. */
async function frames(
  { name, key: password }: { name: string; key: string },
  count = 15,
): Promise<string> {
  const url = `rtsp://${name}:${password}@127.0.0.1:${port()}/yard`;
  const options = `-v error -rtsp_transport tcp -read_intervals %+#${count} -count_frames`.split(
    " ",
  );
  const shown = "-show_entries stream=codec_name,width,nb_read_frames -of csv=p=0".split(" ");
  const { stdout } = await run("ffprobe", [...options, ...shown, url], { timeout: 60_000 });
  return stdout.trim();
}

test("a recorder reads the camera's video from the box, over the camera's one connection", async () => {
  const before = (await stream()).connects;
  assert.equal(await frames(key), "h264,320,15");
  assert.equal((await stream()).connects, before);
});

test("a key without the right to see, a wrong one and a revoked one read nothing", async () => {
  const { status, body } = await box.post("/api/v1/keys", { name: "jobs", scopes: ["jobs:read"] });
  assert.equal(status, 201);
  await assert.rejects(frames({ name: "jobs", key: body.data.key }), /403/);
  await assert.rejects(frames({ ...key, key: `${key.key}x` }), /401/);
  const revoked = await newKey("operator");
  assert.equal(await frames(revoked), "h264,320,15");
  const answer = await box.fetch(`/api/v1/keys/${revoked.id}`, { method: "DELETE" });
  assert.equal(answer.status, 200);
  await assert.rejects(frames(revoked), /403/);
});

/** A viewer by WebRTC, and the address of its session. */
async function view(): Promise<{ viewer: WebrtcViewer; session: string }> {
  const viewer = new WebrtcViewer();
  const answer = await box.fetch("/api/v1/surveillance/streams/yard/whep", {
    method: "POST",
    headers: { "content-type": "application/sdp" },
    body: await viewer.offer(),
  });
  assert.equal(answer.status, 201);
  viewer.accept(await answer.text());
  await until(() => viewer.packets.length > 10, { what: "video by WebRTC" });
  return { viewer, session: answer.headers.get("location")! };
}

test("when the process of WebRTC is killed, RTSP, recording, detection and the API go on", async (t) => {
  const { viewer, session } = await view();
  t.after(() => viewer.close());
  const before = await stream();
  const reading = frames(key, 60);
  const child = processTimes(box.pid).find(({ args }) => args.includes("webrtc/child/main"));
  process.kill(child!.pid, "SIGKILL");
  const metrics = async (): Promise<string> => await (await box.fetch("/metrics")).text();
  await until(async () => /^gatehouse_webrtc_viewers 0$/m.test(await metrics()), {
    what: "the end of the session",
  });
  assert.equal((await box.fetch(session, { method: "DELETE" })).status, 404);
  const again = await view();
  t.after(() => again.viewer.close());
  assert.match(await metrics(), /^gatehouse_child_restarts_total\{child="webrtc"\} 1$/m);
  assert.equal(await reading, "h264,320,60");
  const after = await stream();
  assert.equal(after.connects, before.connects);
  assert.equal(after.state, "watching");
  assert.ok(after.recording.bytes_written > before.recording.bytes_written);
  const system = (await box.get("/api/v1/system")).body.data;
  assert.equal(system.vision.restarts, 0);
});

test("a privacy mask ends the readers, and the masked stream is not served", async () => {
  const masks = [
    {
      polygon: [
        [0, 0],
        [0.5, 0],
        [0.5, 0.5],
      ],
    },
  ];
  const patch = async (change: unknown): Promise<void> => {
    const answer = await box.fetch("/api/v1/surveillance/streams/yard", {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(change),
    });
    assert.equal(answer.status, 200, await answer.text());
  };
  await patch({ masks });
  await assert.rejects(frames(key), /403/);
  await patch({ masks: [] });
  assert.equal(await frames(key), "h264,320,15");
});

test("the same key reads on after the box was killed and started again", async () => {
  await box.kill();
  await box.restart();
  await until(async () => (await stream()).fps_in > 0, { what: "the camera" });
  assert.equal(await frames(key), "h264,320,15");
});
