import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { FfmpegIngest } from "../../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import type { IncidentWire } from "../../../../src/perception/wire/incident.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import {
  installSharedModel,
  noSharedModels,
  sharedDir,
} from "../../../support/inference/shared-models.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { runFfmpeg } from "../../../support/cameras/video-fragments.ts";
import { startVision } from "../../../support/perception/vision-watch.ts";

const video = (name: string): string => join(sharedDir, "video", name);
const walkers = video("vtest_arjun.avi");
const skip = noSharedModels || (existsSync(walkers) ? false : "the shared videos are not there");

/** A rig with ffmpeg, the vision process and `modelName` (none: motion only). */
async function realRig(t: TestContext, modelName?: "yolox_nano_416"): Promise<PerceptionRig> {
  const dir = await tempDir(t);
  if (modelName) installSharedModel(dir, modelName);
  const { vision, stop } = await startVision([dir]);
  t.after(stop);
  const relay = {
    open: () => Promise.reject(fail("internal_error", "this test has no camera")),
    answers: () => Promise.resolve(false),
  };
  const ingest = new FfmpegIngest({ relay, log: silentLogger });
  return await PerceptionRig.make(t, { vision, ingest });
}

async function analyse(
  rig: PerceptionRig,
  body: object,
): Promise<{ output: Record<string, unknown>; incidents: IncidentWire[] }> {
  const job = await rig.submit({ stream_id: "walk", ...body });
  const output = (await job.outcome).payload!["output"] as Record<string, unknown>;
  return { output, incidents: output["incidents"] as IncidentWire[] };
}

const zones = {
  path: {
    polygon: [
      [0, 0.45],
      [1, 0.45],
      [1, 1],
      [0, 1],
    ],
  },
  middle: {
    line: [
      [0.5, 0],
      [0.5, 1],
    ],
  },
};

/** The first seconds of the video, as H.264 in a new folder. */
async function beginning(t: TestContext, seconds: number): Promise<string> {
  const file = join(await tempDir(t), "walkers.mp4");
  const coding = "-c:v libx264 -preset ultrafast -g 20 -bf 0 -pix_fmt yuv420p -an".split(" ");
  await runFfmpeg(["-i", walkers, "-t", `${seconds}`, ...coding, file]);
  return file;
}

test("people in a real video become incidents with pictures", { skip }, async (t) => {
  const rig = await realRig(t, "yolox_nano_416");
  const { output, incidents } = await analyse(rig, {
    source: { url: await beginning(t, 16), type: "file", fps_cap: 5 },
    model: "yolox-nano-416",
    detect: ["person"],
    motion: { mode: "always" },
    behaviors: [
      { type: "intrusion", zone: "path", seconds: 1 },
      { type: "line_crossing", line: "middle" },
      { type: "crowding", zone: "path", min_count: 3, seconds: 2 },
    ],
    context: { zones },
  });
  const types = output["incidents_by_type"] as Record<string, number>;
  for (const type of ["intrusion", "line_crossing", "crowding"]) assert.ok(types[type]! > 0, type);
  // Six people pass in these seconds; a tracker that loses them makes many more tracks.
  assert.ok(Number(output["tracks"]) <= 16, `${String(output["tracks"])} tracks`);
  for (const incident of incidents) {
    assert.deepEqual(incident.classes, ["person"]);
    assert.ok(incident.confidence > 0.4);
    const picture = await rig.incidents.snapshot("default", incident.id);
    assert.ok(picture!.jpeg.length > 2000, "an annotated picture");
  }
});

test("without a model, motion in a real video becomes incidents", { skip }, async (t) => {
  const rig = await realRig(t);
  const { output } = await analyse(rig, {
    source: { url: await beginning(t, 16), type: "file", fps_cap: 5 },
    model: "motion",
    behaviors: [
      { type: "intrusion", zone: "path", classes: ["person"] },
      { type: "line_crossing", line: "middle" },
    ],
    context: { zones },
  });
  const types = output["incidents_by_type"] as Record<string, number>;
  for (const type of ["intrusion", "line_crossing"]) assert.ok(types[type]! > 0, type);
});
