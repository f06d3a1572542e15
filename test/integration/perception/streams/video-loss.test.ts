import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { FakeVision } from "../../../support/perception/fake-vision.ts";
import { PerceptionRig, settle } from "../../../support/perception/perception-rig.ts";
import { firstPage as page, visitor, yardRequest } from "../../../support/page/visitor.ts";
import { until } from "../../../support/box/wait.ts";

const request = {
  ...yardRequest,
  behaviors: [...yardRequest.behaviors, { type: "video_loss", seconds: 5 }],
};

async function watching(t: TestContext): Promise<PerceptionRig> {
  const rig = await PerceptionRig.make(t, { vision: new FakeVision(visitor) });
  await rig.submit(request);
  await until(() => rig.ingest.runs.length > 0);
  return rig;
}

const losses = (rig: PerceptionRig) => rig.listed("default", { type: "video_loss" }, page).items;

async function pass(rig: PerceptionRig, seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 4; step += 1) {
    rig.clock.advance(250);
    await settle();
  }
  await rig.stored();
}

test("a source that is down for longer than seconds is one incident until its pictures are back", async (t) => {
  const rig = await watching(t);
  rig.ingest.last.init();
  await rig.play(9);
  const lostAt = rig.clock.wallMs() / 1000;
  rig.ingest.last.end({ code: "stream_unreachable", message: "The camera does not answer" });
  await pass(rig, 4.75);
  assert.equal(losses(rig).length, 0);
  await pass(rig, 0.5);
  const [open] = losses(rig);
  assert.equal(open?.state, "open");
  assert.equal(open.severity, "critical");
  assert.ok(Math.abs(open.started_at - lostAt) <= 1.1, "counts from the last picture");
  await pass(rig, 50);
  assert.deepEqual(
    losses(rig).map((one) => one.state),
    ["open"],
    "others end, this one goes on",
  );
  const others = rig.listed("default", { state: "open" }, page).items;
  assert.deepEqual(
    others.map((one) => one.type),
    ["video_loss"],
  );

  rig.ingest.last.init();
  await rig.play(3);
  const [over] = losses(rig);
  assert.equal(over!.state, "resolved");
  assert.match(over!.summary, /^No picture from the camera for 5\d seconds/);
  assert.ok(Math.abs(over!.resolved_at! - over!.started_at - 55.5) <= 1.5);
});

test("a camera that never comes is lost too, and a short break is not", async (t) => {
  const rig = await watching(t);
  await pass(rig, 6);
  assert.equal(losses(rig).length, 1);

  const brief = await watching(t);
  brief.ingest.last.init();
  await brief.play(4);
  brief.ingest.last.end({ code: "stream_unreachable", message: "The camera does not answer" });
  await pass(brief, 3);
  brief.ingest.last.init();
  await brief.play(4);
  assert.equal(losses(brief).length, 0);
});
