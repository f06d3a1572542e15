import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { fail } from "../../../src/base/contract/fail.ts";
import type { RobotRunRequest } from "../../../src/robots/tasks/run-document.ts";
import { IncidentHub } from "../../../src/perception/incidents/incident-hub.ts";
import { RunningStreams } from "../../../src/perception/streams/running-streams.ts";
import { runVisionOf } from "../../../src/robots/tasks/module.ts";
import { FakeVision, tinyJpeg } from "../../support/perception/fake-vision.ts";
import { settingsContext } from "../../support/perception/perception-fixtures.ts";
import { MemoryEvidence } from "../../support/perception/perception-rig.ts";
import { standing } from "../../support/perception/scripted-tracks.ts";
import { runRig } from "./run-rig.ts";

const picture = Buffer.from(tinyJpeg).toString("base64");
const person = { label: "person", score: 0.9, boxNorm: standing(0.2, 0.8) };
const box = (left: number, right: number, top = -1, bottom = 1): [number, number][] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** Runs that look at pictures with the box's own judgement, and a detector that finds `person`. */
async function seeingRig(t: TestContext) {
  const vision = new FakeVision();
  vision.pictureDetections = [person];
  const evidence = new MemoryEvidence();
  const settings = await settingsContext(vision);
  const rig = await runRig(t, {
    visionOf: async ({ store, clock, log: events }) => {
      const hub = new IncidentHub({ clock, events });
      hub.start();
      const running = new RunningStreams();
      return runVisionOf({
        vision,
        settings,
        evidence,
        minScore: () => 0.3,
        store,
        hub,
        running,
        clock,
      });
    },
  });
  return { rig, vision };
}

const legs: RobotRunRequest = {
  robot_id: "rover",
  task: "go to (1, 0), then go to (2, 0), then observe for 2 seconds",
  perception: { input: { data: picture }, frame_index: 42, detect: ["person"] },
};

test("the caller's picture is looked at with each look of the plan and at both ends of each leg", async (t) => {
  const { rig } = await seeingRig(t);
  const id = await rig.start(legs);
  assert.equal((await rig.over(id)).status, "completed");
  const { looks, robot_camera: camera } = rig.payload(id)["perception"];
  assert.deepEqual(
    looks.map(({ section, moment }: { section: number; moment: string }) => [section, moment]),
    [
      [0, "start"],
      [0, "end"],
      [1, "start"],
      [1, "end"],
      [2, "look"],
    ],
  );
  const [{ class: label, confidence, xyxy }] = looks[0].detections;
  assert.deepEqual([label, confidence, xyxy.length], ["person", 0.9, 4]);
  assert.deepEqual([looks[0].count, looks[0].frame_index, camera], [1, 42, null]);
  assert.ok(!JSON.stringify(rig.job(id).inputEcho).includes(picture));
});

test("a zone on the map counts where the robot is: only the look at the end of the second leg is in it", async (t) => {
  const { rig } = await seeingRig(t);
  const id = await rig.start({
    ...legs,
    zones: [{ name: "east", type: "observe", frame: "map", polygon: box(1.5, 3) }],
    behaviors: [{ type: "intrusion", zone: "east", severity: "warning" }],
  });
  await rig.passUntil(() => rig.payload(id)["at"]?.section === 1, "the second leg");
  assert.deepEqual(rig.incidents("intrusion"), []);
  assert.equal((await rig.over(id)).status, "completed");
  const [incident, ...more] = rig.incidents("intrusion");
  assert.deepEqual(more, []);
  const { zone, frame_index: index, snapshot_url: url } = incident!.data;
  assert.deepEqual([zone, index, typeof url], ["east", 42, "string"]);
});

test("a zone in the frame `image` is drawn on the picture: who stands in it counts, wherever the robot is", async (t) => {
  const { rig, vision } = await seeingRig(t);
  const zones = [
    { name: "door", type: "observe", frame: "image", polygon: box(0, 0.5, 0, 1) } as const,
  ];
  const behaviors = [{ type: "intrusion", zone: "door" }];
  const request = { ...legs, task: "observe for 2 seconds", zones, behaviors };
  vision.pictureDetections = [{ ...person, boxNorm: standing(0.8, 0.8) }];
  const beside = await rig.over(await rig.start(request));
  assert.deepEqual([beside.status, rig.incidents("intrusion").length], ["completed", 0]);
  vision.pictureDetections = [person];
  const inside = await rig.over(await rig.start(request));
  assert.deepEqual([inside.status, rig.incidents("intrusion").length], ["completed", 1]);
  assert.equal(rig.incidents("intrusion")[0]!.data["zone"], "door");
  // It is no place to drive to, and fractions are needed.
  await assert.rejects(rig.start({ ...request, task: "go to the door" }), {
    code: "task_not_understood",
  });
  await assert.rejects(rig.start({ ...request, zones: [{ ...zones[0]!, polygon: box(0, 3) }] }), {
    param: "zones[0].polygon",
  });
});

test("looking for something ends with its sight, counting notes the most of it; both are in the findings", async (t) => {
  const { rig, vision } = await seeingRig(t);
  vision.pictureDetections = [person, { ...person, boxNorm: standing(0.7, 0.8) }];
  const id = await rig.start({
    ...legs,
    task: "go to (1, 0), look for a person for 10 minutes, then count the people for 3 seconds, then look for a cat for 3 seconds",
    perception: { input: { data: picture } },
  });
  const job = await rig.over(id);
  assert.equal(job.status, "completed", JSON.stringify(job.error));
  assert.deepEqual(
    rig
      .payload(id)
      ["findings"].map(({ section, class: label, count }: any) => [section, label, count]),
    [
      [1, "person", 2],
      [2, "person", 2],
      [3, "cat", 0],
    ],
  );
  assert.ok(job.completedAtMs! - job.createdAtMs < 60_000);
  await assert.rejects(rig.start({ robot_id: "rover", task: "count the people" }), {
    code: "command_rejected",
  });
});

test("a picture that cannot be read ends the run before anything drives; a detector that is away does not", async (t) => {
  const { rig, vision } = await seeingRig(t);
  vision.picture = () => Promise.reject(fail("detector_unavailable", "it is being restarted"));
  const away = await rig.start(legs);
  assert.equal((await rig.over(away)).status, "completed");
  assert.equal(rig.payload(away)["pictures_missed"], 5);
  vision.picture = () => Promise.reject(fail("input_unreadable", "cut off"));
  const { length } = rig.service.listCommands("default", "rover")!;
  const cut = await rig.over(await rig.start(legs));
  assert.deepEqual([cut.status, cut.error?.code], ["failed", "input_unreadable"]);
  assert.equal(rig.service.listCommands("default", "rover")!.length, length);
});
