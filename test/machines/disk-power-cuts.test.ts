import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import type { RecordingWire } from "../../src/cameras/wire/recording.ts";
import { type Appliance, repoDir, startAppliance } from "../support/box/appliance.ts";
import { type Ext4Disk, ext4Disk, needsLoop } from "../support/box/ext4-disk.ts";
import { isLong } from "../support/box/long-form.ts";
import { until } from "../support/box/wait.ts";
import { startRtspServer } from "../support/cameras/rtsp-server.ts";
import { assertOneEndEach } from "../support/jobs/ends.ts";
import { PowerLedger } from "../support/jobs/power-ledger.ts";

const cuts = isLong ? 100 : 3;
const demoDir = join(repoDir, "src/system/demo");
/** The box flushes recordings every 10 s; a busy machine takes longer. */
const flushSec = 15;
/** Longest time from one start to the next cut; some cuts come before anything was flushed. */
const longestLoadMs = 15_000;
const servesWithinMs = 60_000;
const yaml = `limits: { creates_per_minute: 1000000, reads_per_minute: 1000000, queued_jobs: 100000 }
retention: { free_disk_gigabytes: 0.1 }
media_dirs: [${demoDir}]`;

const streamsPath = "/api/v1/surveillance/streams";

async function queued(box: Appliance): Promise<number> {
  const { body } = await box.get("/api/v1/system");
  return body.data.jobs.queued as number;
}

/** Recorded spans of the camera. */
async function spans(box: Appliance): Promise<RecordingWire[]> {
  const { body } = await box.get(`${streamsPath}/door/recordings?limit=100`);
  return body.data.data as RecordingWire[];
}

/** A stream that runs until it is deleted, with incidents; the scene ends and raises some at once. */
async function watch(box: Appliance, id: string, source: object, more: object): Promise<void> {
  const answer = await box.post(streamsPath, {
    stream_id: id,
    model: "motion",
    source,
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
    behaviors: [{ type: "intrusion", zone: "all" }],
    ...more,
  });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
}

/** The disk loses what was not written, the process ends, and the box starts on what is left. */
async function cutAndStart(box: Appliance, disk: Ext4Disk): Promise<void> {
  disk.cutPower();
  await box.kill();
  await disk.remount();
  const startedAt = performance.now();
  await box.restart();
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs < servesWithinMs, `served after ${tookMs} ms`);
  // Here the kernel runs on, so that the box takes several cuts for crashes within one boot.
  const { status } = await box.post("/api/v1/system/safe-mode/leave");
  assert.ok(status === 200 || status === 409, `left or not in it: ${status}`);
}

test("no accepted job, policy, incident or recording is lost when the power is cut at random moments", async (t) => {
  const disk = await ext4Disk(t, { mib: 1024 });
  if (disk === undefined) return t.skip(needsLoop);
  const camera = await startRtspServer({ fps: 10 });
  t.after(() => camera.stop());
  const box = await startAppliance({ dataDir: join(disk.dir, "data"), yaml });
  t.after(() => box.stop());
  const recording = { recording: { mode: "continuous" } };
  await watch(box, "door", { type: "rtsp", url: camera.url, fps_cap: 5 }, recording);
  const ledger = new PowerLedger(box);
  for (let round = 0; round < cuts; round += 1) {
    if (round > 0) await box.fetch(`${streamsPath}/scene-${round - 1}`, { method: "DELETE" });
    await until(async () => (await queued(box)) < 100, { deadlineMs: 900_000, what: "an end" });
    await watch(box, `scene-${round}`, { type: "file", url: join(demoDir, "scene.mp4") }, {});
    await until(async () => (await spans(box)).length > 0, { what: "a recording" });
    const before = ledger.counts.jobs;
    const stopped = ledger.load(round);
    const atMs = performance.now() + randomInt(longestLoadMs);
    await until(() => ledger.counts.jobs > before + 3 && performance.now() > atMs, {
      deadlineMs: 2 * longestLoadMs,
      what: "load",
    });
    const recorded = { before: await spans(box), cutAtSec: Date.now() / 1000 };
    ledger.stopWatching();
    await cutAndStart(box, disk);
    await stopped();
    await ledger.compare();
    await assertStillRecorded(box, recorded);
  }
  await ledger.compareAll();
  t.diagnostic(
    `${cuts} cuts: ${JSON.stringify(ledger.counts)}, ${(await spans(box)).length} spans`,
  );
  assert.ok(ledger.counts.incidents > 0, "the ledger has incidents");
  assert.ok((await spans(box)).length > 0, "the box has recordings");
  await box.terminate();
  await assertOneEndEach(box.dataDir, ledger.jobIds);
  await box.restart();
});

/** What was recorded more than 15 s before the cut is still listed, and the last of it plays. */
async function assertStillRecorded(
  box: Appliance,
  { before, cutAtSec }: { before: RecordingWire[]; cutAtSec: number },
): Promise<void> {
  const flushedSec = cutAtSec - flushSec;
  const now = await spans(box);
  const flushed = before.filter(({ from }) => from < flushedSec - 1);
  for (const span of flushed) {
    const until = Math.min(span.to, flushedSec);
    const kept = now.find(({ from, to }) => from < span.from + 1 && to > until - 1);
    assert.ok(kept, `${span.from} to ${until} is kept: ${JSON.stringify(now)}`);
    if (span !== flushed.at(-1)) continue;
    const video = await box.fetch(kept.url);
    assert.equal(video.status, 200);
    assert.ok((await video.arrayBuffer()).byteLength > 1000);
  }
}
