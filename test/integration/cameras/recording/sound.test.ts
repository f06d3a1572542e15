import assert from "node:assert/strict";
import { readdir, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test, type TestContext } from "node:test";
import type { Footage } from "../../../../src/cameras/recording/footage.ts";
import type { Recordings } from "../../../../src/cameras/recording/recordings.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeRecordings } from "../../../support/cameras/make-recordings.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { record } from "../../../support/cameras/recorded-stream.ts";
import { samplesOf, silencesOf, tracksOf, withTone } from "../../../support/cameras/sound.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { type Clip, makeClip, runFfmpeg } from "../../../support/cameras/video-fragments.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const stream = { org: "default", streamId: "gate" };
const settings = { mode: "continuous", preSec: 2, postSec: 3, masks: [] } as const;
const everything = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

let mute: Clip;
let loud: Clip;
before(async () => {
  mute = await makeClip({ seconds: 20, startSec: 5000 });
  loud = await withTone(mute);
});

interface Rig {
  recordings: Recordings;
  dir: string;
  parts: Parameters<typeof makeRecordings>[1];
}

async function makeRig(t: TestContext): Promise<Rig> {
  const dir = join(await tempDir(t), "recordings");
  const parts = { store: await makeStore(t), clock: new FakeClock(startMs), dir };
  return { recordings: await makeRecordings(t, parts), dir, parts };
}

async function bytesOf(footage: Footage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of footage.read(0, footage.sizeBytes - 1)) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Decode times of one kind of track, in seconds. */
async function timesOf(bytes: Buffer, kind: "v" | "a"): Promise<number[]> {
  const args = `-f mov -i pipe:0 -map 0:${kind} -c copy -copyts -f framecrc -`.split(" ");
  const text = (await runFfmpeg(args, bytes)).toString();
  const base = Number(/#tb 0: 1\/(\d+)/.exec(text)![1]);
  const lines = text.split("\n").filter((line) => line.startsWith("0,"));
  return lines.map((line) => Number(line.split(",")[1]) / base);
}

test("a cut has the sound of its frames: none from before its start, in any range of bytes", async (t) => {
  const { recordings } = await makeRig(t);
  await record(recordings.open(stream, settings), loud, { startMs });
  const [span] = recordings.list(stream, everything);
  assert.equal(span!.hasSound, true);
  const wanted = { fromMs: startMs + 3500, toMs: startMs + 7200 };
  const [footage, ...rest] = await recordings.footage(stream, wanted);
  assert.equal(rest.length, 0);
  assert.match(footage!.mimeCodec ?? "", /^$|mp4a\.40\.2/);
  const bytes = await bytesOf(footage!);
  assert.equal(bytes.length, footage!.sizeBytes);
  const path = join(await tempDir(t), "cut.mp4");
  await writeFile(path, bytes);
  assert.deepEqual(await tracksOf(path), ["h264,video", "aac,audio"]);
  const sound = await timesOf(bytes, "a");
  assert.ok(sound[0]! >= 0 && sound[0]! < 0.15, `${sound[0]}`);
  assert.ok(sound.at(-1)! > 3.8 && sound.at(-1)! < 4.3, `${sound.at(-1)}`);
  assert.equal((await timesOf(bytes, "v")).length, 42);
  for (const [start, end] of [
    [500, 9000],
    [bytes.length / 2, bytes.length - 1],
  ] as const) {
    const chunks: Buffer[] = [];
    const range = [Math.floor(start), Math.floor(end)] as const;
    for await (const chunk of footage!.read(...range)) chunks.push(chunk);
    assert.ok(Buffer.concat(chunks).equals(bytes.subarray(range[0], range[1] + 1)));
  }
});

test("sound goes on across the seams of files without a gap", async (t) => {
  const { recordings, dir } = await makeRig(t);
  const recorder = recordings.open(stream, settings);
  // 80 s on one time line: the file changes after 60 s.
  const long = await withTone(await makeClip({ seconds: 80, startSec: 5000, gop: 20 }));
  await record(recorder, long, { startMs });
  await recordings.close(stream, recorder);
  const found = await readdir(dir, { recursive: true, withFileTypes: true });
  assert.equal(found.filter((one) => one.isFile()).length, 2);
  const [footage, ...rest] = await recordings.footage(stream, everything);
  assert.equal(rest.length, 0);
  const bytes = await bytesOf(footage!);
  const times = await timesOf(bytes, "a");
  const steps = times.slice(1).map((time, at) => time - times[at]!);
  for (const step of steps) assert.ok(Math.abs(step - 0.064) < 0.001, `${step}`);
  assert.deepEqual(silencesOf(await samplesOf(bytes)), []);
});

test("sound that is turned on and off in between leaves one video, with silence where it was off", async (t) => {
  const { recordings } = await makeRig(t);
  const recorder = recordings.open(stream, settings);
  for (const [round, clip] of [mute, loud, mute, loud].entries()) {
    await record(recorder, clip, { startMs: startMs + round * 20_000, generation: round + 1 });
  }
  const [footage, ...rest] = await recordings.footage(stream, everything);
  assert.equal(rest.length, 0);
  assert.equal(footage!.hasSound, true);
  const bytes = await bytesOf(footage!);
  const video = await timesOf(bytes, "v");
  assert.equal(video.length, 800);
  for (const [at, time] of video.entries()) assert.ok(Math.abs(time - at / 10) < 0.001, `${at}`);
  const sound = await timesOf(bytes, "a");
  const inside = (from: number, to: number): number =>
    sound.filter((time) => time >= from && time < to).length;
  assert.deepEqual([inside(0, 19.9), inside(40.1, 59.9)], [0, 0]);
  assert.ok(inside(20, 40) > 300 && inside(60, 80) > 300);
  const ordered = sound.every((time, at) => at === 0 || time > sound[at - 1]!);
  assert.ok(ordered, "no sound overlaps other sound");
});

test("a crash keeps sound and entry points of the file", async (t) => {
  const { recordings, dir, parts } = await makeRig(t);
  await record(recordings.open(stream, settings), loud, { startMs });
  const [file] = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  );
  const path = join(file!.parentPath, file!.name);
  await truncate(path, (await stat(path)).size - 10);
  const again = await makeRecordings(t, parts);
  const [footage] = await again.footage(stream, { fromMs: startMs + 5000, toMs: startMs + 9000 });
  assert.equal(footage!.startMs, startMs + 5000);
  const bytes = await bytesOf(footage!);
  assert.equal((await timesOf(bytes, "v")).length, 40);
  assert.ok((await timesOf(bytes, "a")).length > 50);
});

test("previews and time-lapses have no sound track, for which a decoder would wait", async (t) => {
  const { recordings } = await makeRig(t);
  await record(recordings.open(stream, settings), loud, { startMs });
  const frame = await recordings.keyFrame(stream, startMs + 4000);
  assert.ok(!Buffer.from(frame!.init.bytes).includes("soun"));
  const film = await recordings.timeLapse(stream, everything);
  const chunks: Buffer[] = [];
  for await (const chunk of film!.read()) chunks.push(chunk);
  const path = join(await tempDir(t), "film.mp4");
  await writeFile(path, Buffer.concat(chunks));
  assert.deepEqual(await tracksOf(path), ["h264,video"]);
});
