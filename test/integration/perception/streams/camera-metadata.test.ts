import assert from "node:assert/strict";
import { suite, test, type TestContext } from "node:test";
import type { CameraObject } from "../../../../src/cameras/metadata/camera-metadata.ts";
import type { BoxNorm } from "../../../../src/base/contract/geometry.ts";
import { coverageWire } from "../../../../src/perception/coverage/coverage-wire.ts";
import { PerceptionRig, settle } from "../../../support/perception/perception-rig.ts";
import { firstPage as page, yardRequest } from "../../../support/page/visitor.ts";
import { until } from "../../../support/box/wait.ts";

const inYard: BoxNorm = [0.6, 0.4, 0.7, 0.8];
const outside: BoxNorm = [0.1, 0.4, 0.2, 0.8];

function person(boxNorm: BoxNorm, id = "7"): CameraObject {
  return { id, label: "person", score: 0.9, boxNorm };
}

async function watching(t: TestContext, change: object = {}): Promise<PerceptionRig> {
  const rig = await PerceptionRig.make(t);
  await rig.submit({ ...yardRequest, model: "camera", ...change });
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  return rig;
}

/** Plays `seconds` at 5 frames a second with the objects of each, sent with the frame after it. */
async function play(
  rig: PerceptionRig,
  seconds: number,
  objects: (sec: number) => readonly CameraObject[],
): Promise<void> {
  const run = rig.ingest.last;
  const startSec = starts.get(run) ?? 0;
  for (let frame = 0; frame < seconds * 5; frame += 1) {
    const mediaSec = startSec + frame / 5;
    await rig.play(0.2);
    run.metadata({
      type: "document",
      frames: [{ mediaSec: mediaSec - 0.21, objects: objects(mediaSec - startSec) }],
      events: [],
    });
    await settle();
  }
  starts.set(run, startSec + seconds);
  await rig.stored();
}
const starts = new WeakMap<object, number>();

const incidents = (rig: PerceptionRig) => rig.listed("default", {}, page).items;
const shown = (rig: PerceptionRig) => rig.streams.get("default", "yard-cam")!;

suite("a camera's own analysis as the detector", () => {
  test("its objects become tracks and incidents, and the box analyses no frame", async (t) => {
    const rig = await watching(t);
    assert.equal(rig.ingest.last.source.metadata, true);
    rig.vision.see = () => assert.fail("the box's detector is asked");
    await play(rig, 3, () => [person(outside)]);
    assert.deepEqual(incidents(rig), []);
    await play(rig, 3, () => [person(inYard, "8"), person(outside)]);
    assert.deepEqual(
      incidents(rig).map(({ type, state, classes }) => [type, state, ...classes]),
      [["intrusion", "open", "person"]],
    );
    const stream = shown(rig);
    assert.deepEqual([stream.state, stream.model.name, stream.tracks], ["watching", "camera", 2]);
    assert.equal(stream.camera_metadata!.state, "receiving");
    assert.equal(rig.vision.stream("default/yard-cam").options.isAnalysed, false);
    await play(rig, 5, () => []);
    assert.equal(incidents(rig)[0]!.state, "resolved");
  });

  test("an object keeps its track by its id, and its class where the camera names it once", async (t) => {
    const rig = await watching(t);
    // So fast that no two boxes overlap.
    const runner = (sec: number): CameraObject => {
      const left = 0.05 + (sec % 1) * 0.9;
      const label = sec === 0 ? "person" : null;
      return { id: "7", label, score: 0.9, boxNorm: [left, 0.5, left + 0.04, 0.6] };
    };
    await play(rig, 1, (sec) => [runner(sec)]);
    const [running] = rig.running.all();
    assert.deepEqual([running!.judge.tracks.length, running!.judge.tracksEver], [1, 1]);
    assert.equal(running!.judge.tracks[0]!.label, "person");
  });

  test("classes, scores, masks and the frame rate of the stream hold for the camera's objects", async (t) => {
    const rig = await watching(t, {
      source: { ...yardRequest.source, fps_cap: 2 },
      masks: [
        {
          polygon: [
            [0, 0],
            [0.3, 0],
            [0.3, 1],
            [0, 1],
          ],
        },
      ],
    });
    await play(rig, 4, () => [
      person(inYard, "1"),
      person(outside, "2"),
      { ...person([0.8, 0.4, 0.9, 0.8], "3"), score: 0.1 },
      { ...person([0.4, 0.4, 0.45, 0.8], "4"), label: "car" },
    ]);
    const [running] = rig.running.all();
    assert.deepEqual(
      running!.judge.tracks.map(({ label, boxNorm }) => [label, Math.round(boxNorm[0] * 10)]),
      [["person", 6]],
    );
    const { frames } = running!.activity.tally.totals();
    assert.ok(frames >= 6 && frames <= 9, `${frames} frames in 4 s`);
  });

  test("metadata that stops is a state with its reason, and time that nobody observed", async (t) => {
    const rig = await watching(t);
    await play(rig, 10, () => []);
    await rig.play(20);
    const lost = shown(rig);
    assert.deepEqual([lost.state, lost.last_error?.code], ["degraded", "stream_metadata_missing"]);
    assert.match(lost.last_error!.message, /no frame of metadata for \d+ s/);
    assert.equal(lost.camera_metadata!.state, "missing");
    await play(rig, 5, () => []);
    assert.equal(shown(rig).state, "watching");
    const [row] = rig.coverage.list("default", {}, page).items.map(coverageWire);
    const { seconds_observed: observed, not_observed: gaps } = row!;
    assert.ok(Math.abs(observed - 15) <= 2, `${observed} s`);
    assert.ok(Math.abs(gaps.detector_down - 20) <= 2, JSON.stringify(gaps));
    const runner = rig.running.get("default", "yard-cam")!;
    assert.equal(runner.condition.decodeTrouble(), null, "no decoder is at fault");
  });

  test("a camera without metadata, and one that sends rubbish, say so", async (t) => {
    const rig = await watching(t);
    await rig.play(1);
    rig.ingest.last.metadata({ type: "lack", lack: "absent" });
    const without = shown(rig);
    assert.equal(without.state, "degraded");
    assert.match(without.last_error!.message, /offers no metadata/);
    const broken = await watching(t);
    for (let each = 0; each < 3; each += 1) {
      broken.ingest.last.metadata({ type: "dropped", reason: "malformed" });
    }
    await broken.play(20);
    const stream = shown(broken);
    assert.deepEqual(stream.camera_metadata!.dropped, { malformed: 3, too_large: 0, too_many: 0 });
    assert.match(stream.last_error!.message, /3 documents were dropped/);
  });

  test("events in the metadata replace the subscription while they come", async (t) => {
    const rig = await watching(t, { behaviors: [{ type: "camera_event" }] });
    assert.equal(rig.cameraEvents.followers.length, 1);
    await play(rig, 1, () => []);
    rig.ingest.last.metadata({
      type: "document",
      frames: [],
      events: [
        {
          kind: "digital_input",
          key: "d",
          active: true,
          isInitial: false,
          name: null,
          sources: [],
        },
      ],
    });
    await rig.play(2);
    assert.equal(rig.cameraEvents.followers.length, 0, "one way is enough");
    assert.equal(incidents(rig)[0]!.type, "digital_input");
    assert.equal(shown(rig).camera_events!.state, "subscribed");
    await rig.play(20);
    assert.equal(rig.cameraEvents.followers.length, 1, "the metadata stopped");
  });

  test("a running stream changes to the camera's analysis and back, on a new connection", async (t) => {
    const rig = await watching(t, { model: "auto" });
    await rig.play(2);
    await rig.streamService.patch("default", "yard-cam", { model: "camera" });
    await until(() => rig.ingest.last.source.metadata === true);
    rig.ingest.last.init();
    await play(rig, 3, () => [person(inYard)]);
    assert.equal(incidents(rig)[0]!.state, "open");
    await rig.streamService.patch("default", "yard-cam", { model: "auto" });
    await until(() => rig.ingest.last.source.metadata === undefined);
    assert.equal(rig.ingest.runs.filter((run) => !run.ended).length, 1);
  });

  test("files and pictures have no camera, and behaviors about the picture itself warn", async (t) => {
    const rig = await PerceptionRig.make(t);
    const file = { ...yardRequest, model: "camera", source: { type: "file", url: "/media/a.mp4" } };
    await assert.rejects(rig.submit(file), /model: `camera` needs a live camera/);
    const behaviors = [{ type: "camera_tamper" }];
    await rig.submit({ ...yardRequest, model: "camera", behaviors });
    const { warnings } = shown(rig);
    assert.ok(
      warnings.some((one) => one.includes("needs the box's own detector")),
      warnings.join(" "),
    );
  });
});
