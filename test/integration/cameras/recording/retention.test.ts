import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { uuidv7 } from "../../../../src/base/core/ids.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeRecordings } from "../../../support/cameras/make-recordings.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { record } from "../../../support/cameras/recorded-stream.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import { until } from "../../../support/box/wait.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const stream = { org: "default", streamId: "gate" };
const everything = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

test("a full disk takes continuous recordings first, then clips, and protected ones never", async (t) => {
  const clip = await makeClip({ seconds: 2 });
  const clock = new FakeClock(startMs);
  const dir = join(await tempDir(t), "recordings");
  const said = new Map<string, string>();
  let free = 1000;
  const recordings = await makeRecordings(t, {
    store: await makeStore(t),
    clock,
    dir,
    retention: { continuousMs: 1e9, incidentMs: 2e9, freeBytes: 100 },
    freeBytes: () => Promise.resolve(free),
    troubles: {
      raise: ({ type, summary }) => void said.set(type, summary),
      resolve: () => {},
    },
    nameOf: ({ streamId }) => (streamId === "gate" ? "North gate" : streamId),
  });
  const count = async (): Promise<number> =>
    (await readdir(dir, { recursive: true })).filter((name) => name.endsWith(".mp4")).length;
  const recorder = recordings.open(stream, {
    mode: "continuous",
    preSec: 0,
    postSec: 0,
    masks: [],
  });
  const [kept, lost] = [uuidv7(), uuidv7()];
  for (const [at, id] of [kept, lost, undefined].entries()) {
    const atMs = startMs + at * 100_000;
    if (id !== undefined) recorder.openClip(id, atMs);
    await record(recorder, clip, { startMs: atMs, generation: at + 1 });
    if (id !== undefined) recorder.closeClip(id, atMs + 1500);
  }
  await recordings.close(stream, recorder);
  assert.equal(await recordings.protect("default", kept, true), true);
  assert.equal(await count(), 3);

  // Each removal frees a little: the floor is reached after one file.
  free = 50;
  const makeRoom = (async () => {
    await until(async () => (await count()) < 3);
    free = 1000;
  })();
  await Promise.all([recordings.sweep(), makeRoom]);
  assert.ok(recordings.list(stream, everything).every(({ startMs: at }) => at < startMs + 150_000));

  free = 50;
  await recordings.sweep();
  assert.equal(await count(), 1);
  assert.equal((await recordings.clip("default", kept))!.parts.length, 1);
  assert.equal((await recordings.clip("default", lost))!.parts.length, 0);
  assert.deepEqual([...said.keys()].toSorted(), ["evidence_removed", "recording_stopped"]);
  assert.match(said.get("evidence_removed")!, /the first from North gate at 2026-11-21/);
  assert.equal(recordings.counts().hasRoom, false);
});

test("what is too old goes by its class", async (t) => {
  const clip = await makeClip({ seconds: 2 });
  const clock = new FakeClock(startMs + 10_000);
  const recordings = await makeRecordings(t, {
    store: await makeStore(t),
    clock,
    retention: { continuousMs: 60_000, incidentMs: 600_000, freeBytes: 0 },
  });
  const recorder = recordings.open(stream, {
    mode: "continuous",
    preSec: 0,
    postSec: 0,
    masks: [],
  });
  const id = uuidv7();
  recorder.openClip(id, startMs);
  await record(recorder, clip, { startMs });
  recorder.closeClip(id, startMs + 1500);
  await record(recorder, clip, { startMs: startMs + 5000, generation: 2 });
  await recordings.close(stream, recorder);
  clock.advance(100_000);
  await recordings.sweep();
  assert.deepEqual(
    recordings.list(stream, everything).map((span) => span.startMs),
    [startMs],
  );
  clock.advance(600_000);
  await recordings.sweep();
  assert.deepEqual(recordings.list(stream, everything), []);
  assert.equal(await recordings.clip("default", id), undefined);
});
