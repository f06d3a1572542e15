import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { OnvifAdapter } from "../../src/adapters/onvif/onvif-cameras.ts";
import { silentLogger } from "../../src/base/core/logger.ts";
import type { CameraEvent } from "../../src/cameras/events/camera-event.ts";
import type { OnvifCamera } from "../../src/cameras/onvif-port.ts";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { until } from "../support/box/wait.ts";
import { npmClient } from "../support/cameras/onvif/npm-client.ts";
import { type RtspServer, startRtspServer } from "../support/cameras/rtsp-server.ts";

const run = promisify(execFile);
const never = new AbortController().signal;

let box: Appliance;
let camera: RtspServer;
let recorder: { username: string; password: string };

before(async () => {
  camera = await startRtspServer({ size: "320x180", fps: 10 });
  box = await startAppliance({
    yaml: `rtsp: { enabled: true, plain: true, plain_port: 0 }
onvif_device: { enabled: true, plain: true, plain_port: 0 }`,
  });
  recorder = await newKey("recorder");
  const { status, body } = await box.post("/api/v1/surveillance/streams", {
    stream_id: "yard",
    display_name: "Yard & gate",
    source: { type: "rtsp", url: camera.url },
    model: "motion",
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
    behaviors: [{ type: "intrusion", zone: "all" }],
  });
  assert.equal(status, 202, JSON.stringify(body));
  const stream = () => box.get("/api/v1/surveillance/streams/yard");
  await until(async () => (await stream()).body.data.fps_in > 0, { what: "the camera" });
});

after(async () => {
  await box.stop();
  await camera.stop();
});

async function newKey(
  preset: string,
  username = `vms-${preset}`,
): Promise<{ username: string; password: string }> {
  const { status, body } = await box.post("/api/v1/keys", { name: username, preset });
  assert.equal(status, 201, JSON.stringify(body));
  return { username, password: body.data.key };
}

/** The port that the box's log names. */
function port(): number {
  const line = box
    .output()
    .split("\n")
    .findLast((each) => each.includes("ONVIF server listens"));
  return Number(/"port":(\d+)/.exec(line!)![1]);
}

/** Decodes ten frames with ffmpeg. */
async function play(uri: string, who: typeof recorder): Promise<string> {
  const url = uri.replace("rtsp://", `rtsp://${who.username}:${who.password}@`);
  const options = "-v error -rtsp_transport tcp -read_intervals %+#10 -count_frames".split(" ");
  const shown = "-show_entries stream=codec_name,width,nb_read_frames -of csv=p=0".split(" ");
  const { stdout } = await run("ffprobe", [...options, ...shown, url], { timeout: 60_000 });
  return stdout.trim();
}

test("the npm client finds the streams, plays the address it gets, and gets a picture", async () => {
  const cam = npmClient({ port: port(), ...recorder });
  await cam.connect();
  assert.equal((await cam.getDeviceInformation()).manufacturer, "Gatehouse");
  const profiles = await cam.getProfiles();
  assert.deepEqual(
    profiles.map(({ $, name }) => [$.token, name]),
    [["yard", "Yard & gate"]],
  );
  const { uri } = await cam.getStreamUri({ protocol: "RTSP", profileToken: "yard" });
  assert.equal(await play(uri, recorder), "h264,320,10");
  const picture = await cam.getSnapshotUri({ profileToken: "yard" });
  const login = `${recorder.username}:${recorder.password}`;
  const curl = ["-s", "--digest", "-u", login, "-o", "-", picture.uri];
  const { stdout } = await run("curl", curl, { encoding: "buffer" });
  assert.deepEqual([...stdout.subarray(0, 2)], [0xff, 0xd8]);
});

test("the box's own client describes the box as a camera, with any key that may see", async () => {
  const adapter = new OnvifAdapter({ log: silentLogger, wallMs: () => Date.now() });
  const url = `http://127.0.0.1:${port()}/onvif/device_service`;
  for (const who of [recorder, await newKey("viewer")]) {
    const found = (await adapter.describe({ url, ...who }, never)) as OnvifCamera;
    assert.deepEqual(
      found.profiles?.map(({ token, codec, widthPx }) => [token, codec, widthPx]),
      [["yard", "h264", 320]],
      JSON.stringify(found),
    );
    assert.equal(await play(found.profiles[0]!.streamUrl!, who), "h264,320,10");
  }
});

test("both clients hear of a real incident, as of a camera's event", async (t) => {
  const isOpen = async (): Promise<boolean> => {
    const list = await box.get("/api/v1/surveillance/incidents?type=intrusion&state=open");
    return list.body.data.data.length > 0;
  };
  await until(isOpen, { what: "an incident" });
  const adapter = new OnvifAdapter({ log: silentLogger, wallMs: () => Date.now() });
  const end = new AbortController();
  t.after(() => end.abort());
  const kinds = new Map<string, boolean | null>();
  const sink = {
    onSubscribed() {},
    onEvents: (events: readonly CameraEvent[]) => {
      for (const { kind, active } of events) kinds.set(kind, active);
    },
  };
  const url = `http://127.0.0.1:${port()}/onvif/device_service`;
  void adapter.watchEvents({ url, ...recorder }, sink, end.signal);
  const cam = npmClient({ port: port(), ...recorder });
  await cam.connect();
  const topics: string[] = [];
  cam.on("event", ({ topic }) => topics.push(topic._));
  t.after(() => cam.removeAllListeners("event"));
  const hasBegun = (): boolean => kinds.get("intrusion") === true && kinds.get("motion") === true;
  await until(hasBegun, { what: "the incident by the box's own client" });
  const inside = "tns1:RuleEngine/FieldDetector/ObjectsInside";
  await until(() => topics.includes(inside), { what: "the incident by the npm client" });
  const ended = await box.fetch("/api/v1/surveillance/streams/yard", { method: "DELETE" });
  assert.equal(ended.status, 200);
  await until(() => kinds.get("intrusion") === false, { what: "its end" });
});

test("a client that tries a UsernameToken before each Digest is not taken for a guesser", async () => {
  const viewer = await newKey("viewer", "vms-wall");
  const cam = npmClient({ port: port(), ...viewer });
  await cam.connect();
  for (let count = 0; count < 30; count += 1) await cam.getDeviceInformation();
  const guess = npmClient({ port: port(), ...recorder, password: `${recorder.password}x` });
  const guesses = async (): Promise<string> => {
    const error: unknown = await guess.getDeviceInformation().catch((each: unknown) => each);
    return String(error);
  };
  await until(async () => /wrong keys from this address/.test(await guesses()), {
    what: "the limit",
  });
});
