import assert from "node:assert/strict";
import { appendFile, readdir, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { TrackFiles } from "../../../../src/adapters/track-files/track-files.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { RecordedFrame, TrackFrame } from "../../../../src/perception/tracks/track-log.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

const stream = { org: "default", streamId: "gate:1 …/.." };
const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
const startMs = Date.UTC(2026, 10, 21);
const hourMs = 3_600_000;

function frameAt(wallMs: number): TrackFrame {
  return { tSec: wallMs / 1000, wallMs, frameGapSec: 0.2, aspect: 1.5, tracks: [], endedIds: [] };
}

async function open(t: TestContext, bounds: { dir?: string; maxBytes?: number } = {}) {
  const dir = bounds.dir ?? join(await tempDir(t), "tracks");
  const clock = new FakeClock(startMs);
  const { maxBytes = 1e9 } = bounds;
  const log = silentLogger;
  const files = new TrackFiles({ dir, clock, log, maxAgeMs: 14 * 24 * hourMs, maxBytes });
  await files.start();
  t.after(() => files.stop());
  return { dir, clock, files };
}

async function read(files: TrackFiles, span = all): Promise<RecordedFrame[]> {
  const found: RecordedFrame[] = [];
  for await (const one of files.read(stream, span)) found.push(one);
  return found;
}

async function namesIn(dir: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true });
  return names.filter((name) => name.endsWith(".tracks")).toSorted();
}

test("frames can be read at once, by time, and after a restart; each start is a session", async (t) => {
  const { dir, files } = await open(t);
  const recorder = files.record(stream);
  const frames = Array.from({ length: 5000 }, (_, n) => frameAt(startMs + n * 200));
  for (const frame of frames) recorder.append(frame);
  assert.deepEqual(
    (await read(files)).map(({ frame }) => frame),
    frames,
  );
  const span = { fromMs: startMs + 1000, toMs: startMs + 2000 };
  assert.equal((await read(files, span)).length, 5);
  await recorder.close();
  await files.stop();
  const next = await open(t, { dir });
  const again = next.files.record(stream);
  again.append(frameAt(startMs + 5000 * 200));
  const found = await read(next.files);
  assert.equal(found.length, 5001);
  assert.equal(new Set(found.map(({ session }) => session)).size, 2);
  const other = next.files.read({ ...stream, org: "acme" }, all);
  for await (const _ of other) assert.fail("another organisation's stream");
});

test("a crash loses only what was not flushed: a torn chunk ends its file, the next file goes on", async (t) => {
  const { dir, clock, files } = await open(t);
  const recorder = files.record(stream);
  recorder.append(frameAt(startMs));
  clock.advance(10_000);
  assert.equal((await read(files)).length, 1, "the timer flushed it");
  recorder.append(frameAt(startMs + 200));
  await read(files);
  const [name] = await namesIn(dir);
  const path = join(dir, name!);
  await truncate(path, 30);
  assert.equal((await read(files)).length, 0);
  await writeFile(path, Buffer.alloc(0));
  await recorder.close();
  const next = files.record(stream);
  next.append(frameAt(startMs + 400));
  await appendFile(path, Buffer.from("rubbish that is no chunk of ours at all, and long"));
  assert.equal((await read(files)).length, 1);
});

test("a disk that takes nothing loses chunks, counts them, and holds nobody up", async (t) => {
  const { dir, files } = await open(t);
  await rm(dir, { recursive: true });
  await writeFile(dir, "a file where the folder was");
  const recorder = files.record(stream);
  recorder.append(frameAt(startMs));
  await recorder.close();
  assert.equal(files.lost, 1);
});

test("an hour is a file; what is too old or beyond the bytes of a stream goes, the oldest first", async (t) => {
  const { dir, clock, files } = await open(t, { maxBytes: 300 });
  const recorder = files.record(stream);
  for (let hour = 0; hour < 8; hour += 1) {
    recorder.append(frameAt(startMs + hour * hourMs));
    await read(files);
  }
  await files.trim();
  const kept = await namesIn(dir);
  assert.ok(kept.length >= 2 && kept.length < 8, kept.join());
  const found = await read(files);
  assert.equal(found.at(-1)!.frame.wallMs, startMs + 7 * hourMs);
  for (const name of kept.slice(0, -1)) {
    const longAgo = new Date(clock.wallMs() - 15 * 24 * hourMs);
    await utimes(join(dir, name), longAgo, longAgo);
  }
  await files.trim();
  assert.deepEqual(await namesIn(dir), kept.slice(-1));
});

test("a file that retention removes while somebody reads is left out, and the later ones are read", async (t) => {
  const { dir, files } = await open(t);
  const recorder = files.record(stream);
  for (let hour = 0; hour < 3; hour += 1) {
    recorder.append(frameAt(startMs + hour * hourMs));
    await read(files);
  }
  const reading = files.read(stream, all);
  const first = await reading.next();
  const [, second] = await namesIn(dir);
  await rm(join(dir, second!));
  const seen = [first.value!.frame.wallMs];
  for await (const { frame } of reading) seen.push(frame.wallMs);
  assert.deepEqual(seen, [startMs, startMs + 2 * hourMs]);
});
