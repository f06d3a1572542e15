import assert from "node:assert/strict";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { uuidv7 } from "../../../../src/base/core/ids.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeRecordings } from "../../../support/cameras/make-recordings.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { bytesOf } from "../../../support/media/masked-pictures.ts";
import { record } from "../../../support/cameras/recorded-stream.ts";
import { smallDisk } from "../../../support/box/small-disk.ts";
import { makeClip, runFfmpeg } from "../../../support/cameras/video-fragments.ts";
import { until } from "../../../support/box/wait.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const stream = { org: "default", streamId: "gate" };

async function framesOf(bytes: Buffer): Promise<number> {
  const args = "-xerror -f mov -i pipe:0 -map 0:v -fps_mode passthrough -f framecrc -".split(" ");
  const text = (await runFfmpeg(args, bytes)).toString();
  return text.split("\n").filter((line) => line.startsWith("0,")).length;
}

test("a disk that is full of other things stops recording, tells, spoils nothing, and goes on with room", async (t) => {
  const disk = await smallDisk(t, 8);
  if (!disk) return t.skip("needs the right to mount a tmpfs");
  const clock = new FakeClock(startMs);
  const open = new Set<string>();
  const recordings = await makeRecordings(t, {
    store: await makeStore(t),
    clock,
    dir: join(disk, "recordings"),
    troubles: {
      raise: ({ type, summary }) => {
        assert.match(summary, /Free space/);
        open.add(type);
      },
      resolve: ({ type }) => void open.delete(type),
    },
  });
  const noisy = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=10,noise=alls=60:allf=t"];
  const clip = await makeClip({ input: noisy, seconds: 4 });
  const recorder = recordings.open(stream, {
    mode: "continuous",
    preSec: 0,
    postSec: 0,
    masks: [],
  });
  const id = uuidv7();
  recorder.openClip(id, startMs);
  await record(recorder, clip, { startMs });
  recorder.closeClip(id, startMs + 3900);
  await recorder.flush();
  assert.equal(await recordings.protect("default", id, true), true);

  const { bavail, bsize } = statfsSync(disk);
  const filler = join(disk, "other-things");
  writeFileSync(filler, Buffer.alloc(bavail * bsize - 128 * 1024));
  await record(recorder, clip, { startMs: startMs + 4000, generation: 2 });
  const { state, problem, dropped } = recorder.state();
  assert.deepEqual([state, problem?.code], ["stopped", "storage_full"]);
  assert.ok(dropped > 0);
  await until(() => open.has("recording_stopped"));

  // Still no room at the next attempt.
  clock.advance(6000);
  await record(recorder, clip, { startMs: startMs + 10_000, generation: 3 });
  assert.equal(recorder.state().state, "stopped");

  rmSync(filler);
  clock.advance(6000);
  await record(recorder, clip, { startMs: startMs + 16_000, generation: 4 });
  assert.deepEqual([recorder.state().state, recorder.state().problem], ["recording", null]);
  clock.advance(60_000);
  await recordings.sweep();
  assert.equal(open.has("recording_stopped"), false);

  await recordings.close(stream, recorder);
  const kept = await recordings.clip("default", id);
  assert.equal(await framesOf(await bytesOf(kept!.parts[0]!)), 39);
  const after = { fromMs: startMs + 16_000, toMs: startMs + 20_000 };
  const [footage, ...rest] = await recordings.footage(stream, after);
  assert.deepEqual(rest, []);
  assert.equal(await framesOf(await bytesOf(footage!)), 40);
  const parts = await recordings.footage(stream, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER });
  for (const part of parts) assert.ok((await framesOf(await bytesOf(part))) > 0);
});
