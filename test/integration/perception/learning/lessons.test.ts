import { learntWire } from "../../../../src/perception/learning/learning-wire.ts";
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { ModelLearning } from "../../../../src/adapters/model-learning/model-learning.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { LearningService } from "../../../../src/perception/learning/learning-service.ts";
import { lessonOf } from "../../../../src/perception/learning/learnt-record.ts";
import { ModelWork } from "../../../../src/perception/models/install/model-work.ts";
import { readManifests } from "../../../../src/perception/models/read-manifests.ts";
import { RunningStreams } from "../../../../src/perception/streams/running-streams.ts";
import { onlyLong } from "../../../support/box/long-form.ts";
import { until } from "../../../support/box/wait.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import { noSharedModels, sharedDir } from "../../../support/inference/shared-models.ts";
import {
  type JudgedAlarm,
  judgedAlarms,
  putMarked,
  shippedModels,
  siteScore,
} from "../../../support/perception/marked-footage.ts";
import { MemoryEvidence } from "../../../support/perception/perception-rig.ts";
import { startVision, watchAll } from "../../../support/perception/vision-watch.ts";
import { makeStore } from "../../../support/store/make-store.ts";

const video = "ahmetozlu_input.mp4";
const skip =
  noSharedModels ||
  (existsSync(join(sharedDir, "video", video)) ? false : "the shared videos are not there");
const org = "acme";

const wholeFile = { after: (end: unknown) => after(end as () => void) };
let judged: Promise<JudgedAlarm[]> | undefined;
/** Judged once for all tests: that takes seconds. */
const roadAlarms = (): Promise<JudgedAlarm[]> => (judged ??= judgedAlarms(wholeFile, video, 40));

/** A store in which `alarms` are marked, and the service that learns from it. */
async function school(t: TestContext, alarms: readonly (JudgedAlarm & { streamId?: string })[]) {
  const store = await makeStore(t);
  const evidence = new MemoryEvidence();
  for (const alarm of alarms) {
    const plainAssetId = await evidence.put(org, alarm.jpeg);
    const streamId = alarm.streamId ?? "road";
    await putMarked(store, { org, streamId }, { ...alarm, plainAssetId });
  }
  const work = new ModelWork();
  const service = new LearningService({
    store,
    evidence,
    work,
    clock: systemClock,
    folders: { shipped: shippedModels, own: join(shippedModels, "none") },
    running: new RunningStreams(),
    learner: new ModelLearning(systemClock),
    defaultModel: () => "gatehouse-nano",
    minScore: () => siteScore,
  });
  const learn = async () => {
    await service.begin(org);
    await until(() => work.last()?.state !== "running", { deadlineMs: 120_000 });
    return work.last()!;
  };
  return { store, service, learn };
}

test(
  "marks of a real road become a veto that drops false alarms and no real one",
  { skip },
  async (t) => {
    const road = await roadAlarms();
    // The road has no people. What real ones look like is learnt from another camera.
    const campus = (await judgedAlarms(t, "vtest_arjun.avi", 15)).map((alarm) => ({
      ...alarm,
      streamId: "campus",
    }));
    const { store, service, learn } = await school(t, [...road, ...campus]);
    const work = await learn();
    assert.equal(work.state, "done", work.error?.message);
    const camera = learntWire(service.learnt(org)!).cameras.find((one) => one.stream_id === "road");
    t.diagnostic(camera!.sentence);
    assert.equal(camera!.changed, true);
    assert.ok(camera!.after.false_raised < camera!.before.false_raised, camera!.sentence);
    assert.ok(camera!.after.real_found >= camera!.before.real_found, camera!.sentence);
    assert.deepEqual([camera!.marked.real > 20, camera!.marked.false_alarms > 5], [true, true]);

    // The same lesson in the vision process, on the same video.
    const learnt = lessonOf(store, org, "road")!;
    const { vision, stop } = await startVision([shippedModels]);
    t.after(stop);
    const file = join(sharedDir, "video", video);
    const clip = await makeClip({ input: ["-ss", "20", "-t", "8", "-i", file] });
    const options = { model: "gatehouse-nano", minScore: siteScore, fpsCap: 5 };
    const boxes = async (lesson: typeof learnt | null) => {
      const { results } = await watchAll(vision, clip, { ...options, learnt: lesson });
      return results.flatMap(({ detections }) => detections).length;
    };
    const [before, after] = [await boxes(null), await boxes(learnt)];
    t.diagnostic(`boxes in 8 s: ${before} before, ${after} after`);
    assert.ok(after < before, `${before} boxes before, ${after} after`);
    assert.equal(
      await boxes({ ...learnt, model: { name: "other", sha256: "0".repeat(64) } }),
      before,
    );

    await service.undo(org);
    assert.deepEqual([service.learnt(org), lessonOf(store, org, "road")], [null, null]);
    await assert.rejects(service.undo(org), { code: "conflict" });
  },
);

test("marks of one kind are refused, and so is a set without marks", { skip }, async (t) => {
  const alarms = await roadAlarms();
  const real = alarms.filter((one) => one.verdict === "true_positive" && one.atMs < 12_000);
  const oneKind = await (await school(t, real)).learn();
  assert.equal(oneKind.error?.code, "learning_refused");
  assert.match(
    oneKind.error!.message,
    /road: nothing is changed, because only real alarms are marked/,
  );
  const empty = await (await school(t, [])).learn();
  assert.match(empty.error!.message, /no incident with a picture is marked/);
});

test(
  "a veto that would drop the golden car is refused by that name",
  { skip: skip || onlyLong },
  async (t) => {
    const alarms = await roadAlarms();
    const heightOf = ({ boxNorm: [, top, , bottom] }: JudgedAlarm): number => bottom - top;
    const cars = alarms.filter(({ label }) => label === "car");
    const median = cars.map(heightOf).toSorted((a, b) => a - b)[cars.length >> 1]!;
    const turned = cars.map((car) => {
      const verdict =
        heightOf(car) > median ? ("false_positive" as const) : ("true_positive" as const);
      return { ...car, verdict };
    });
    const work = await (await school(t, turned)).learn();
    assert.equal(work.error?.code, "learning_refused");
    const [shipped] = (await readManifests([shippedModels])).models;
    const golden = shipped!.manifest.golden!.boxes.find(({ label }) => label === "car")!;
    const name = `would drop the golden car at [${golden.box.join(", ")}]`;
    assert.ok(work.error!.message.includes(name), work.error!.message);
    assert.match(work.error!.message, /road: /);
  },
);
