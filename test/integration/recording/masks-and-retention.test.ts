import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { uuidv7 } from "../../../src/core/ids.ts";
import type { Footage } from "../../../src/recording/footage.ts";
import type { RecordingSettings } from "../../../src/recording/stream-recorder.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { makeRecordings } from "../../support/make-recordings.ts";
import { makeStore } from "../../support/make-store.ts";
import { record } from "../../support/recorded-stream.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { makeClip, runFfmpeg } from "../../support/video-fragments.ts";
import { startVision } from "../../support/vision-watch.ts";
import { until } from "../../support/wait.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const stream = { org: "default", streamId: "gate" };
const everything = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
const [widthPx, heightPx] = [320, 180];
/** A slanted area in the middle of a white picture. */
const mask: [number, number][] = [
  [0.3, 0.3],
  [0.7, 0.4],
  [0.6, 0.8],
  [0.35, 0.7],
];

async function bytesOf(footage: Footage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of footage.read(0, footage.sizeBytes - 1)) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Whether the point lies in the (convex, clockwise) mask. */
function isInside(x: number, y: number): boolean {
  return mask.every(([x1, y1], at) => {
    const [x2, y2] = mask[(at + 1) % mask.length]!;
    return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) >= 0;
  });
}

/** The brightest pixel under the mask and the darkest well away from it, in grey frames. */
async function extremes(bytes: Buffer, format: string): Promise<{ under: number; away: number }> {
  const args = `-f ${format} -i pipe:0 -f rawvideo -pix_fmt gray -s ${widthPx}x${heightPx} -`;
  const grey = await runFfmpeg(args.split(" "), bytes);
  let under = 0;
  let away = 255;
  for (let at = 0; at < grey.length; at += 1) {
    const x = ((at % widthPx) + 0.5) / widthPx;
    const y = ((Math.floor(at / widthPx) % heightPx) + 0.5) / heightPx;
    if (isInside(x, y)) under = Math.max(under, grey[at]!);
    else if (x < 0.2 || x > 0.8 || y < 0.2 || y > 0.9) away = Math.min(away, grey[at]!);
  }
  return { under, away };
}

const white = ["-f", "lavfi", "-i", `color=c=white:size=${widthPx}x${heightPx}:rate=10`];

test("no pixel under a mask is seen in recordings and pictures", async (t) => {
  const clip = await makeClip({ input: white, seconds: 4 });
  const recordings = await makeRecordings(t, { store: await makeStore(t) });
  const settings: RecordingSettings = { mode: "continuous", preSec: 1, postSec: 1, masks: [mask] };
  const recorder = recordings.open(stream, settings);
  await record(recorder, clip, { startMs });
  await until(async () => {
    await recorder.flush();
    return (recordings.list(stream, everything)[0]?.endMs ?? 0) >= startMs + 3500;
  });
  await recordings.close(stream, recorder);
  const [footage] = await recordings.footage(stream, everything);
  assert.equal(footage!.isMasked, true);
  assert.ok(Math.abs(footage!.durationSec - 4) < 0.2, `${footage!.durationSec} s`);
  const video = await extremes(await bytesOf(footage!), "mov");
  assert.ok(video.under < 40 && video.away > 200, JSON.stringify(video));

  const { vision, stop } = await startVision();
  t.after(stop);
  const still = await vision.still({
    init: clip.init,
    fragments: clip.fragments,
    masks: [mask],
    overlay: { boxes: [], zones: [] },
    maxWidthPx: widthPx,
    withPlain: true,
  });
  for (const jpeg of [still.jpeg, still.plainJpeg!]) {
    const picture = await extremes(Buffer.from(jpeg), "image2pipe");
    assert.ok(picture.under < 40 && picture.away > 200, JSON.stringify(picture));
  }
});

test("a full disk takes continuous recordings first, then clips, and protected ones never", async (t) => {
  const clip = await makeClip({ seconds: 2 });
  const clock = new FakeClock(startMs);
  const dir = join(await tempDir(t), "recordings");
  const told: string[] = [];
  let free = 1000;
  const recordings = await makeRecordings(t, {
    store: await makeStore(t),
    clock,
    dir,
    retention: { continuousMs: 1e9, incidentMs: 2e9, freeBytes: 100 },
    freeBytes: () => Promise.resolve(free),
    troubles: {
      raise: ({ type }) => void told.push(type),
      resolve: () => {},
    },
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
  assert.deepEqual(new Set(told), new Set(["evidence_removed", "recording_stopped"]));
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
