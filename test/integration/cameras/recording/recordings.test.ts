import assert from "node:assert/strict";
import { appendFile, readdir, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { before, test, type TestContext } from "node:test";
import { uuidv7 } from "../../../../src/base/core/ids.ts";
import type { Footage } from "../../../../src/cameras/recording/footage.ts";
import type { RecordingsParts, Recordings } from "../../../../src/cameras/recording/recordings.ts";
import { openSegments } from "../../../../src/cameras/recording/segment-record.ts";
import type { RecordingSettings } from "../../../../src/cameras/recording/stream-recorder.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeRecordings } from "../../../support/cameras/make-recordings.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { framesAt, initOf, record } from "../../../support/cameras/recorded-stream.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { type Clip, makeClip, runFfmpeg } from "../../../support/cameras/video-fragments.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const stream = { org: "default", streamId: "gate" };
const continuous: RecordingSettings = { mode: "continuous", preSec: 2, postSec: 3, masks: [] };
const onIncidents: RecordingSettings = { ...continuous, mode: "incidents" };
const everything = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

let clip: Clip;
let withB: Clip;
let wide: Clip;
before(async () => {
  // 10 frames a second, a key frame each second; a camera's clock does not begin at zero.
  clip = await makeClip({ seconds: 20, startSec: 5000 });
  withB = await makeClip({ seconds: 6, output: ["-bf", "2"], startSec: 100 });
  wide = await makeClip({ seconds: 4, size: "640x180" });
});

interface Rig {
  recordings: Recordings;
  clock: FakeClock;
  dir: string;
  parts: Parameters<typeof makeRecordings>[1];
}

async function makeRig(t: TestContext, more: Partial<RecordingsParts> = {}): Promise<Rig> {
  const dir = join(await tempDir(t), "recordings");
  const clock = new FakeClock(startMs);
  const parts = { store: await makeStore(t), clock, dir, ...more };
  return { recordings: await makeRecordings(t, parts), clock, dir, parts };
}

async function filesBelow(dir: string): Promise<string[]> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}

async function bytesOf(footage: Footage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of footage.read(0, footage.sizeBytes - 1)) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Presentation times of the frames that a decoder gives, in seconds. */
async function framesOf(bytes: Buffer): Promise<number[]> {
  const args = "-f mov -i pipe:0 -map 0:v -fps_mode passthrough -f framecrc -".split(" ");
  const text = (await runFfmpeg(args, bytes)).toString();
  const base = Number(/#tb 0: 1\/(\d+)/.exec(text)![1]);
  return text
    .split("\n")
    .filter((line) => line.startsWith("0,"))
    .map((line) => Number(line.split(",")[2]) / base);
}

test("what is recorded continuously is listed by time and plays to the frame", async (t) => {
  const { recordings } = await makeRig(t);
  const recorder = recordings.open(stream, continuous);
  await record(recorder, clip, { startMs });
  const [span, ...rest] = recordings.list(stream, everything);
  assert.equal(rest.length, 0);
  assert.deepEqual([span!.startMs, span!.endMs], [startMs, startMs + 20_000]);
  assert.deepEqual([span!.codec, span!.widthPx, span!.isMasked], ["h264", 320, false]);

  const wanted = { fromMs: startMs + 3500, toMs: startMs + 7200 };
  const [footage] = await recordings.footage(stream, wanted);
  // From the key frame before the start to the last frame that begins before the end.
  assert.deepEqual([footage!.startMs, footage!.endMs], [startMs + 3000, startMs + 7200]);
  assert.ok(Math.abs(footage!.durationSec - 4.2) < 0.001);
  const bytes = await bytesOf(footage!);
  assert.equal(bytes.length, footage!.sizeBytes);
  const times = await framesOf(bytes);
  assert.equal(times.length, 42);
  assert.ok(Math.abs(times[0]!) < 0.001 && Math.abs(times.at(-1)! - 4.1) < 0.001);
});

test("any range of the bytes is what the whole has there", async (t) => {
  const { recordings } = await makeRig(t);
  const recorder = recordings.open(stream, continuous);
  await record(recorder, clip, { startMs });
  const [footage] = await recordings.footage(stream, everything);
  const whole = await bytesOf(footage!);
  for (const [start, end] of [
    [0, 0],
    [10, 5000],
    [whole.length / 2, whole.length / 2 + 3],
    [whole.length - 7, whole.length - 1],
  ].map((pair) => pair.map(Math.floor)) as [number, number][]) {
    const chunks: Buffer[] = [];
    for await (const chunk of footage!.read(start, end)) chunks.push(chunk);
    assert.ok(Buffer.concat(chunks).equals(whole.subarray(start, end + 1)), `${start}-${end}`);
  }
});

test("what lies in several files plays across them without a seam", async (t) => {
  const { recordings, dir } = await makeRig(t);
  const recorder = recordings.open(stream, continuous);
  recorder.init(initOf(clip));
  for (let round = 0; round < 4; round += 1) {
    const generation = round + 1;
    await record(recorder, clip, { startMs: startMs + round * 20_000, generation });
  }
  await recordings.close(stream, recorder);
  const files = await filesBelow(dir);
  assert.equal(files.length, 4);
  const [footage, ...rest] = await recordings.footage(stream, everything);
  assert.equal(rest.length, 0);
  assert.ok(Math.abs(footage!.durationSec - 80) < 0.01);
  const times = await framesOf(await bytesOf(footage!));
  assert.equal(times.length, 800);
  for (let at = 1; at < times.length; at += 1) {
    assert.ok(Math.abs(times[at]! - times[at - 1]! - 0.1) < 0.002, `frame ${at}`);
  }
});

test("frames that are shown in another order than they are sent keep their order", async (t) => {
  const { recordings } = await makeRig(t);
  const recorder = recordings.open(stream, continuous);
  await record(recorder, withB, { startMs });
  const [footage] = await recordings.footage(stream, everything);
  const times = await framesOf(await bytesOf(footage!));
  assert.equal(times.length, 60);
  const gaps = times.slice(1).map((time, at) => time - times[at]!);
  assert.ok(
    gaps.every((gap) => Math.abs(gap - 0.1) < 0.01),
    gaps.join(" "),
  );
});

test("a camera that changes its picture size goes on in a new file and a new part", async (t) => {
  const { recordings } = await makeRig(t);
  const recorder = recordings.open(stream, continuous);
  await record(recorder, withB, { startMs });
  await record(recorder, wide, { startMs: startMs + 6500, generation: 2 });
  const spans = recordings.list(stream, everything);
  assert.deepEqual(
    spans.map(({ widthPx }) => widthPx),
    [320, 640],
  );
  const parts = await recordings.footage(stream, everything);
  assert.deepEqual(
    await Promise.all(parts.map(async (part) => (await framesOf(await bytesOf(part))).length)),
    [60, 40],
  );
});

test("a hole is two spans in the list and no pause in the video", async (t) => {
  const { recordings } = await makeRig(t);
  const recorder = recordings.open(stream, continuous);
  await record(recorder, wide, { startMs });
  await record(recorder, wide, { startMs: startMs + 60_000, generation: 2 });
  assert.equal(recordings.list(stream, everything).length, 2);
  const [footage] = await recordings.footage(stream, everything);
  assert.equal(footage!.spans.length, 2);
  assert.ok(Math.abs(footage!.durationSec - 8) < 0.01);
});

test("only incidents: the clip begins with the pre-roll and ends with the post-roll", async (t) => {
  const { recordings, dir } = await makeRig(t);
  const recorder = recordings.open(stream, onIncidents);
  const id = uuidv7();
  recorder.init(initOf(clip));
  for (const [at, frame] of framesAt(clip, startMs).entries()) {
    if (at === 60) {
      await recorder.flush();
      assert.equal((await filesBelow(dir)).length, 0);
      assert.equal(recorder.state().state, "waiting");
      recorder.openClip(id, frame.wallMs);
    }
    if (at === 100) {
      // While the incident is open, what there is so far can be played.
      await recorder.flush();
      const soFar = await recordings.clip("default", id);
      assert.equal(soFar!.record.toMs, null);
      assert.ok(Math.abs(soFar!.parts[0]!.durationSec - 6) < 0.001);
      assert.equal((await framesOf(await bytesOf(soFar!.parts[0]!))).length, 60);
      recorder.closeClip(id, frame.wallMs);
    }
    recorder.push(frame);
  }
  await recorder.flush();
  assert.equal(recorder.state().state, "waiting");
  const made = await recordings.clip("default", id);
  const [part, ...rest] = made!.parts;
  assert.equal(rest.length, 0);
  // The incident ran from 6 to 10 s; 2 s of pre-roll, 3 s of post-roll.
  assert.deepEqual([part!.startMs - startMs, part!.endMs - startMs], [4000, 13_000]);
  assert.equal((await framesOf(await bytesOf(part!))).length, 90);
  assert.equal(recordings.list(stream, everything).length, 1);
});

test("after a crash the last file plays to its last whole frame and is found again", async (t) => {
  const { recordings, dir, parts } = await makeRig(t);
  const recorder = recordings.open(stream, continuous);
  await record(recorder, clip, { startMs });
  const [path] = await filesBelow(dir);
  assert.equal(openSegments(parts.store).length, 1);
  // As kill -9 leaves it: half of the last frame is missing, and nobody has noted the end.
  const { size } = await stat(path!);
  await truncate(path!, size - 20);
  const again = await makeRecordings(t, parts);
  assert.equal(openSegments(parts.store).length, 0);
  const [footage] = await again.footage(stream, everything);
  assert.equal(footage!.endMs, startMs + 19_900);
  assert.equal((await framesOf(await bytesOf(footage!))).length, 199);
  assert.equal((await framesOf(await bytesOf(footage!))).length, 199);

  await appendFile(path!, Buffer.alloc(50));
  const third = await makeRecordings(t, parts);
  assert.equal(
    (await framesOf(await bytesOf((await third.footage(stream, everything))[0]!))).length,
    199,
  );
});

test("a crash before the first frame leaves nothing behind", async (t) => {
  const { recordings, dir, parts } = await makeRig(t);
  const recorder = recordings.open(stream, continuous);
  await record(recorder, clip, { startMs });
  const [path] = await filesBelow(dir);
  await truncate(path!, 100);
  const again = await makeRecordings(t, parts);
  assert.deepEqual(await filesBelow(dir), []);
  assert.deepEqual(again.list(stream, everything), []);
});

test("another organisation and another stream see nothing of it", async (t) => {
  const { recordings } = await makeRig(t);
  const recorder = recordings.open(stream, continuous);
  await record(recorder, wide, { startMs });
  assert.deepEqual(recordings.list({ org: "acme", streamId: "gate" }, everything), []);
  assert.deepEqual(recordings.list({ org: "default", streamId: "gat" }, everything), []);
});
