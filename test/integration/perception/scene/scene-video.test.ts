import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { FfmpegIngest } from "../../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import type { IncidentWire } from "../../../../src/perception/wire/incident.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { type DrawnView, drawnFile } from "../../../support/perception/drawn-scene.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { sharedDir } from "../../../support/inference/shared-models.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { runFfmpeg } from "../../../support/cameras/video-fragments.ts";
import { startVision } from "../../../support/perception/vision-watch.ts";

const recorded = join(sharedDir, "video/aboda_video4.avi");
const skip = existsSync(recorded) ? false : "the recorded clip is not there";

let started: Awaited<ReturnType<typeof startVision>>;
before(async () => {
  // A folder without models.
  started = await startVision([join(import.meta.dirname, "no-models")]);
});
after(() => started.stop());

/** Incidents of a file, looked at by the real vision process without any model. */
async function incidentsOf(
  t: TestContext,
  url: string,
  behaviors: readonly object[],
): Promise<{ incidents: IncidentWire[]; startSec: number }> {
  const relay = {
    open: () => Promise.reject(fail("internal_error", "this test has no camera")),
    answers: () => Promise.resolve(false),
  };
  const rig = await PerceptionRig.make(t, {
    vision: started.vision,
    ingest: new FfmpegIngest({ relay, log: silentLogger }),
  });
  const source = { url, type: "file", fps_cap: 5 };
  const job = await rig.submit({ source, model: "motion", behaviors });
  const output = (await job.outcome).payload!["output"] as Record<string, unknown>;
  // Times of a file start with its analysis, and the rig's clock stands still.
  return {
    incidents: output["incidents"] as IncidentWire[],
    startSec: rig.clock.wallMs() / 1000,
  };
}

test("through ffmpeg and the vision process: a bag is left, the lens is covered", async (t) => {
  const walker = (sec: number): DrawnView["boxes"] => {
    const x = Math.min(0.5, (sec - 5) * 0.16) + Math.max(0, (sec - 10) * 0.16);
    const body = [x - 0.04, 0.45, x + 0.04, 0.8] as const;
    return sec < 5 || x > 1.1 ? [] : [{ box: body, level: 210, texture: 50, seed: 4 }];
  };
  const file = await drawnFile(await tempDir(t), { seconds: 26, fps: 4 }, (sec): DrawnView => {
    const bag = { box: [0.47, 0.7, 0.53, 0.8] as const, level: 15, texture: 25, seed: 3 };
    const boxes = [...(sec >= 9 ? [bag] : []), ...walker(sec)!];
    return sec < 18 ? { boxes } : { boxes, coveredLevel: 12 };
  });
  const { incidents, startSec } = await incidentsOf(t, file, [
    { type: "abandoned_object", seconds: 4 },
    { type: "removed_object", seconds: 4 },
    { type: "camera_tamper" },
  ]);
  const [left, covered, ...others] = incidents;
  assert.deepEqual([left?.type, covered?.type], ["abandoned_object", "camera_tamper"]);
  assert.deepEqual(others, []);
  const at = (incident: IncidentWire): number => incident.started_at - startSec;
  assert.ok(at(left!) >= 10 && at(left!) <= 14, `left at ${at(left!)}`);
  assert.equal(covered!.details!["kind"], "covered");
  assert.ok(Math.abs(at(covered!) - 18) <= 1, `covered at ${at(covered!)}`);
});

test("a recorded bag is found where it was left", { skip }, async (t) => {
  const clip = join(await tempDir(t), "bag.avi");
  // The rest, in which people pass, belongs to the long form.
  const seconds = process.env["TEST_LONG"] ? "60" : "25";
  await runFfmpeg(["-i", recorded, "-t", seconds, "-c", "copy", clip]);
  const { incidents, startSec } = await incidentsOf(t, clip, [
    { type: "abandoned_object", seconds: 5 },
    { type: "camera_tamper" },
  ]);
  // He puts it down at 14 s and goes away to the left at 18 s; somebody passes later.
  assert.deepEqual(
    incidents.map(({ type }) => type),
    ["abandoned_object"],
  );
  const atSec = incidents[0]!.started_at - startSec;
  assert.ok(atSec >= 16 && atSec <= 21, `at ${atSec}`);
  assert.equal(incidents[0]!.details!["owner"], "went_away");
});

const street = join(sharedDir, "video/bgs_video02.avi");
const noStreet = existsSync(street) ? false : "the recorded clip is not there";

test(
  "cars and people of the first picture who leave are no removed objects",
  { skip: noStreet },
  async (t) => {
    const { incidents } = await incidentsOf(t, street, [
      { type: "abandoned_object" },
      { type: "removed_object" },
    ]);
    assert.deepEqual(incidents, []);
  },
);
