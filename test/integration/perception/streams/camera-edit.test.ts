import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Appliance, startAppliance } from "../../../support/box/appliance.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../../../support/cameras/rtsp-server.ts";
import { tracksOf } from "../../../support/cameras/sound.ts";
import { runFfmpeg } from "../../../support/cameras/video-fragments.ts";
import { drawAlarm } from "../../../support/perception/drawn-sound.ts";
import { extremes, slantedMask } from "../../../support/media/masked-pictures.ts";

const path = "/api/v1/surveillance/streams/gate";
const deadlineMs = 120_000;
const everyMs = 200;
const view = { size: "320x180", fps: 10 };
const first = { user: "viewer", password: "first-Secret", auth: "digest" } as const;
const second = { user: "admin", password: "second-Secret", auth: "digest" } as const;

let box: Appliance;
let cameras: [RtspServer, RtspServer];

let soundDir: string;

before(async () => {
  soundDir = await mkdtemp(join(tmpdir(), "gatehouse-alarm-"));
  cameras = [
    await startRtspServer({ ...view, ...first }),
    await startRtspServer({
      ...view,
      ...second,
      path: "/new",
      audio: "pcmu",
      sound: await alarmFile(),
    }),
  ];
  box = await startAppliance({
    yaml: "models: { default: motion }\nlimits: { reads_per_minute: 100000 }",
  });
  const { status, body } = await box.post("/api/v1/surveillance/streams", {
    stream_id: "gate",
    source: {
      type: "rtsp",
      url: cameras[0].url,
      username: first.user,
      password: first.password,
    },
    motion: { mode: "always" },
    context: { zones: { yard: { xyxy: [0, 0, 1, 1] } } },
    // One incident for as long as anything moves, however well it can be followed.
    behaviors: [{ type: "crowding", zone: "yard", min_count: 1 }],
    masks: [{ polygon: slantedMask }],
  });
  assert.equal(status, 202, JSON.stringify(body));
  await watched();
});

after(async () => {
  await box?.stop();
  await Promise.all(cameras.map((camera) => camera.stop()));
  await rm(soundDir, { recursive: true, force: true });
});

/** The sound of a smoke alarm in a loop: two groups of 4 s, without a tolerance. */
async function alarmFile(): Promise<string> {
  const tone = { frequencyHz: 3100, isSquare: false, echo: 0 };
  const times = { pulseScale: 1, pauseScale: 1, groupScale: 1 };
  const samples = drawAlarm({ pattern: "T3", ...tone, ...times }, 8, 0);
  const path = join(soundDir, "alarm.raw");
  await writeFile(
    path,
    Int16Array.from(samples, (value) => value * 10_000),
  );
  return path;
}

const stream = async () => (await box.get(path)).body.data;

async function watched(): Promise<void> {
  const isWatching = async () => (await stream())?.state === "watching";
  await until(isWatching, { deadlineMs, everyMs, what: "the camera to be watched" });
}

async function patch(body: unknown) {
  const headers = { "content-type": "application/json" };
  const answer = await box.fetch(path, { method: "PATCH", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as any };
}

/** Whether the newest picture is black under the mask, and not everywhere. */
async function isMasked(): Promise<boolean> {
  const answer = await box.fetch(`${path}/snapshot.jpg?annotated=false&width=320`);
  if (answer.status !== 200) return false;
  const jpeg = new Uint8Array(await answer.arrayBuffer());
  const args = "-f mjpeg -i pipe:0 -vf scale=1:1:flags=area -pix_fmt gray -f rawvideo -";
  const [mean = 0] = await runFfmpeg(args.split(" "), jpeg);
  const { under } = await extremes(jpeg, "mjpeg");
  return under < 40 && mean > 60;
}

/** When the newest incident was last seen, in Unix seconds. */
async function lastSeen(): Promise<number> {
  const { body } = await box.get("/api/v1/surveillance/incidents?stream_id=gate");
  const seen = (body.data.data as { last_seen_at: number }[]).map((one) => one.last_seen_at);
  return Math.max(0, ...seen);
}

test("a camera's address, password and name change in place: zones, rules and masks stay, incidents go on", async () => {
  await until(async () => (await lastSeen()) > 0, { deadlineMs, everyMs, what: "an incident" });
  assert.ok(await isMasked());
  const before = await stream();
  const source = { url: cameras[1].url, username: second.user, password: second.password };
  const answer = await patch({ display_name: " Tor – 北門 ", source });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const changedAt = Date.now() / 1000;
  await cameras[0].kill();
  await watched();
  await until(isMasked, { deadlineMs, everyMs, what: "a masked picture of the new camera" });
  const now = await stream();
  assert.equal(now.source.url, cameras[1].url);
  assert.equal(now.display_name, "Tor – 北門");
  for (const field of ["job_id", "masks", "behaviors", "context"]) {
    assert.deepEqual(now[field], before[field], field);
  }
  const isSeen = async () => (await lastSeen()) > changedAt + 1;
  await until(isSeen, { deadlineMs, everyMs, what: "an incident before the new camera" });
  assert.ok(!JSON.stringify(now).includes(second.password));
  assert.ok(!box.output().includes(second.password), "no password in the log");
});

test("the changed address holds over a restart of the box", async () => {
  await box.kill();
  await box.restart();
  await watched();
  const { source, display_name: name } = await stream();
  assert.deepEqual([source.url, name], [cameras[1].url, "Tor – 北門"]);
  await until(isMasked, { deadlineMs, everyMs, what: "a masked picture after the restart" });
});

test("a bad address is refused with its field, and the camera goes on", async () => {
  for (const [source, code, param] of [
    [{ url: "http://127.0.0.1/new" }, "invalid_request_body", "source.url"],
    [{ url: "rtsp://192.0.2.7/x", password: "p" }, "forbidden_address", "source.url"],
    [{ url: "rtsp://localhost/x" }, "invalid_request_body", "source.password"],
    [{ url: "" }, "invalid_request_body", "source.url"],
  ] as const) {
    const { status, body } = await patch({ source });
    assert.equal(status >= 400, true, JSON.stringify(body));
    assert.deepEqual([body.error.code, body.error.param], [code, param], JSON.stringify(source));
  }
  const bad = await patch({ display_name: "two\nlines" });
  assert.deepEqual([bad.status, bad.body.error.param], [400, "display_name"]);
  const { state, source } = await stream();
  assert.deepEqual([state, source.url], ["watching", cameras[1].url]);
});

test("a name is removed with null", async () => {
  assert.equal((await patch({ display_name: null })).body.data.display_name, null);
});

/** The state of the camera's sound once it is `state`. */
async function soundIs(state: string): Promise<void> {
  const isIt = async () => (await stream()).audio.state === state;
  await until(isIt, { deadlineMs, everyMs, what: `sound to be ${state}` });
}

test("sound is turned on and off in place: a masked camera has none, and recordings play across the change", async (t) => {
  assert.deepEqual((await stream()).audio, { enabled: false, state: "off", codec: null });
  const startedAt = Date.now() / 1000;
  await patch({ audio: true, recording: { mode: "continuous" } });
  await soundIs("masked");
  await patch({ masks: [], audio: false });
  await soundIs("off");
  const recorded = async () =>
    (await box.get(`${path}/recordings?from=${startedAt}`)).body.data.data as {
      from: number;
      to: number;
      sound: boolean;
      masked: boolean;
    }[];
  const isRecorded = async (sound: boolean) =>
    (await recorded()).some((one) => one.sound === sound && !one.masked && one.to - one.from > 1);
  await until(() => isRecorded(false), { deadlineMs, everyMs, what: "video without sound" });
  const behaviors = [{ type: "smoke_alarm" }, { type: "co_alarm" }];
  const { body } = await patch({ behaviors });
  assert.match(body.data.warnings.join(), /`smoke_alarm` needs the camera's sound/);
  await patch({ audio: true });
  await soundIs("on");
  assert.ok((await stream()).warnings.every((text: string) => !text.includes("smoke_alarm")));
  assert.equal((await stream()).audio.codec, "aac");
  await until(() => isRecorded(true), { deadlineMs, everyMs, what: "video with sound" });

  const spans = (await recorded()).filter(({ masked }) => !masked);
  const clip = await box.fetch(`${path}/clip.mp4?from=${spans[0]!.from}&to=${spans.at(-1)!.to}`);
  assert.equal(clip.headers.get("x-video-parts"), "1", "one part across the change");
  assert.match(clip.headers.get("content-type")!, /codecs="avc1\.[0-9a-f]+, mp4a\.40\.2"/);
  const file = join(await tempDir(t), "clip.mp4");
  await writeFile(file, Buffer.from(await clip.arrayBuffer()));
  assert.deepEqual(await tracksOf(file), ["h264,video", "aac,audio"]);

  for (const [query, type] of [
    ["", /codecs="avc1\.[0-9a-f]+"/],
    ["?audio=true", /codecs="avc1\.[0-9a-f]+, mp4a\.40\.2"/],
  ] as const) {
    const live = await box.fetch(`${path}/live-video.mp4${query}`);
    assert.match(live.headers.get("content-type")!, type);
    await live.body!.cancel();
  }

  const listening = await box.fetch(`${path}/live-video.mp4?audio=true`);
  const alarms = async () => {
    const answer = await box.get("/api/v1/surveillance/incidents?stream_id=gate&limit=100");
    const types = (answer.body.data.data as { type: string }[]).map(({ type }) => type);
    return types.filter((type) => type.endsWith("_alarm"));
  };
  const isRaised = async () => (await alarms()).length > 0;
  await until(isRaised, { deadlineMs, everyMs, what: "the incident of the smoke alarm" });
  assert.deepEqual(await alarms(), ["smoke_alarm"]);

  await patch({ audio: false });
  // The answer ends: what was on its way is read to its end.
  await listening.arrayBuffer();
  await soundIs("off");
});
