import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { FfmpegIngest } from "../../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import { RtspRelay } from "../../../../src/adapters/rtsp-relay/rtsp-relay.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { Track } from "../../../../src/perception/core/track.ts";
import { repoDir } from "../../../support/box/appliance.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";
import { runFfmpeg } from "../../../support/cameras/video-fragments.ts";
import { startRtspServer } from "../../../support/cameras/rtsp-server.ts";
import { installSharedModel, sharedDir } from "../../../support/inference/shared-models.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { startVision, until } from "../../../support/perception/vision-watch.ts";

const file = join(sharedDir, "video/vtest_arjun.avi");
const skip = existsSync(file) ? false : "the shared videos are not there";
const clipSec = 30;
const fpsCap = 5;
const footage = { file, fps: 10 };
const before = "gatehouse-nano";
const after = "yolox-nano-416";

/** A rig with cameras, the vision process, the shipped model and a shared one, both loaded. */
async function rigOfTwoModels(t: TestContext): Promise<PerceptionRig> {
  const dir = await tempDir(t);
  assert.equal(installSharedModel(dir, "yolox_nano_416"), after);
  const { vision, stop } = await startVision([join(repoDir, "models"), dir]);
  t.after(stop);
  for (const name of [before, after]) await vision.prepareModel(name);
  const ingest = new FfmpegIngest({ relay: new RtspRelay(), log: silentLogger });
  return await PerceptionRig.make(t, { vision, ingest });
}

/** A request that opens an incident for people anywhere in the picture. */
const walkers = (source: object) => ({
  stream_id: "walk",
  source: { ...source, fps_cap: fpsCap },
  model: before,
  detect: ["person"],
  motion: { mode: "always" },
  behaviors: [{ type: "intrusion", zone: "all", seconds: 1 }],
  // Longer than the clip: a second incident of a track would mean that the change lost the first.
  alerts: { cooldown_seconds: 60 },
  context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
});

/** Tracks of at least a second, away from the picture's edges. */
function steadyTracks(tracks: readonly Track[]): Track[] {
  return tracks.filter(({ boxNorm: [x1, y1, x2, y2], firstSeenSec, lastSeenSec }) => {
    const isInside = x1 > 0.2 && x2 < 0.8 && y1 > 0.05 && y2 < 0.95;
    return isInside && lastSeenSec - firstSeenSec >= 1;
  });
}

/** Changes the model with people in sight; resolves with their tracks and when the other model is in use. */
async function changeModel(
  rig: PerceptionRig,
): Promise<{ trackIds: Set<number>; switchSec: number }> {
  const { judge, vision } = await until("the stream", () => rig.running.get("default", "walk"));
  await until(
    "people in sight",
    () => steadyTracks(judge.tracks).length >= 2 && judge.incidents.counts().open > 0,
    90_000,
  );
  assert.equal(vision.model.used, before);
  const trackIds = new Set(judge.tracks.map(({ id }) => id));
  await rig.streams.patch("default", "walk", { model: after });
  const name = (): string => rig.streams.get("default", "walk")!.model.name;
  await until("the other model", () => name() === after);
  return { trackIds, switchSec: Math.max(...judge.tracks.map((track) => track.lastSeenSec)) };
}

/** Waits for a track of before the change that the other model sees; resolves with its id. */
async function continuedTrack(
  rig: PerceptionRig,
  { trackIds, switchSec }: { trackIds: Set<number>; switchSec: number },
): Promise<number> {
  const { judge } = rig.running.get("default", "walk")!;
  return await until(
    "a track that the other model continues",
    () => judge.tracks.find((now) => now.lastSeenSec > switchSec && trackIds.has(now.id))?.id,
  );
}

/** The incidents opened so far, each as the tracks that it is about. */
function openedFor(rig: PerceptionRig): number[][] {
  const created = rig.events.filter(({ type }) => type === "incident.created");
  return created.map(({ data }) => data["track_ids"] as number[]);
}

test("a live stream keeps tracks and incidents under another model", { skip }, async (t) => {
  const camera = await startRtspServer(footage);
  t.after(() => camera.stop());
  const rig = await rigOfTwoModels(t);
  await rig.submit(walkers({ url: camera.url, type: "rtsp" }));
  const change = await changeModel(rig);
  const id = await continuedTrack(rig, change);
  await rig.stored();
  const opened = openedFor(rig).flat();
  assert.equal(opened.filter((one) => one === id).length, 1, "one incident of the person");
  assert.deepEqual(opened, [...new Set(opened)], "no track has a second incident");
  const stream = rig.streams.get("default", "walk")!;
  assert.deepEqual([stream.connects, stream.state], [1, "watching"]);
});

test("a file goes on with another model and loses no frame", { skip }, async (t) => {
  const rig = await rigOfTwoModels(t);
  const clip = join(await tempDir(t), "walkers.avi");
  await runFfmpeg([
    "-i",
    file,
    "-t",
    `${clipSec}`,
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-an",
    clip,
  ]);
  const job = await rig.submit(walkers({ url: clip, type: "file" }));
  await continuedTrack(rig, await changeModel(rig));
  const output = (await job.outcome).payload!["output"] as Record<string, unknown>;
  const opened = openedFor(rig).flat();
  assert.deepEqual(opened, [...new Set(opened)], "no track has a second incident");
  // The new decoder samples from where the old one stopped, which may add one frame.
  const surplus = (output["frames"] as number) - clipSec * fpsCap;
  assert.ok(surplus === 0 || surplus === 1, `${surplus} frames beyond the file's`);
  const ended = await codedError(() => rig.streams.patch("default", "walk", { model: before }));
  assert.equal(ended.code, "conflict");
});
