import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { BehaviorSettings } from "../../../../src/perception/settings/stream-document.ts";
import { FakeVision, tinyJpeg } from "../../../support/perception/fake-vision.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { until } from "../../../support/box/wait.ts";
import { firstPage as page, visitor, yardRequest } from "../../../support/page/visitor.ts";

const loitering = {
  type: "loitering",
  zone: "yard",
  seconds: 2,
  classes: ["person"],
} as const satisfies Partial<BehaviorSettings>;

async function watching(
  t: TestContext,
  behaviors: unknown,
  vision = new FakeVision(visitor),
): Promise<PerceptionRig> {
  const rig = await PerceptionRig.make(t, { vision });
  await rig.submit({ ...yardRequest, detect: [], behaviors });
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  return rig;
}

function incidents(rig: PerceptionRig) {
  return rig.listed("default", {}, page).items;
}

test("a camera's own behavior raises only in its modes, and finds what stands there when the mode lets it", async (t) => {
  const rig = await watching(t, [{ ...loitering, modes: ["armed"] }]);
  await rig.modes.set("default", { mode: "disarmed" }, "key");
  const suspended = rig.streams.get("default", "yard-cam")!;
  assert.deepEqual(suspended.inactive_behaviors, [0]);
  assert.deepEqual(suspended.behaviors[0]!.modes, ["armed"]);
  await rig.play(14);
  assert.equal(incidents(rig).length, 0);
  await rig.modes.set("default", { mode: "armed" }, "key");
  assert.deepEqual(rig.streams.get("default", "yard-cam")!.inactive_behaviors, []);
  await rig.play(1);
  const [found] = incidents(rig);
  assert.equal(found!.policy_id, null);
  assert.ok(found!.last_seen_at - found!.started_at > 5, "it counts from when it began");
  await rig.modes.set("default", { mode: "disarmed" }, "key");
  await rig.play(3);
  assert.equal(rig.incidents.get("default", found!.id)!.state, "resolved");
});

test("a camera's own behavior raises only inside its schedule; a policy beside it raises at all times", async (t) => {
  const rig = await watching(t, []);
  const minute = (ms: number): string =>
    new Date(rig.clock.wallMs() + ms).toISOString().slice(11, 16);
  const windows = [{ from: minute(60_000), to: minute(240_000) }];
  const schedule = { time_zone: "UTC", windows };
  await rig.streams.patch("default", "yard-cam", { behaviors: [{ ...loitering, schedule }] });
  const { zone, seconds } = loitering;
  await rig.policies.create("default", {
    name: "Always",
    type: "loitering",
    condition: { zone, seconds, classes: ["person"] },
  });
  await rig.play(14);
  assert.deepEqual(
    incidents(rig).map(({ policy_id: id }) => id !== null),
    [true],
    "before its window only the policy",
  );
  await rig.play(60);
  const own = incidents(rig).filter(({ policy_id: id }) => id === null);
  assert.equal(own.length, 1, "inside its window");
});

test("two behaviors that differ only in modes have their own incidents and severities", async (t) => {
  const rig = await watching(t, [
    { ...loitering, severity: "info", modes: ["home"] },
    { ...loitering, severity: "critical", modes: ["armed"] },
  ]);
  await rig.modes.set("default", { mode: "home" }, "key");
  await rig.play(12);
  await rig.modes.set("default", { mode: "armed" }, "key");
  await rig.play(3);
  const found = incidents(rig).map(({ severity, state }) => [severity, state]);
  assert.deepEqual(found, [
    ["critical", "open"],
    ["info", "resolved"],
  ]);
});

test("the cooldown of a behavior counts in place of the stream's", async (t) => {
  // Somebody who is in and out of the yard every four seconds, always the same track.
  const inAndOut = new FakeVision((_id, ptsSec) => {
    const x = Math.floor(ptsSec / 4) % 2 === 0 ? 0.55 : 0.45;
    return {
      detections: [{ label: "person", score: 0.9, boxNorm: [x - 0.2, 0.4, x + 0.2, 0.9] }],
    };
  });
  const intrusion = { type: "intrusion", zone: "yard" };
  const rig = await watching(t, [intrusion], inAndOut);
  await rig.play(24);
  const before = incidents(rig).length;
  assert.equal(before, 1, "the stream's own cooldown is 30 s");
  await rig.streams.patch("default", "yard-cam", {
    behaviors: [{ ...intrusion, cooldown_seconds: 3 }],
  });
  await rig.play(56);
  assert.ok(incidents(rig).length >= before + 3, `found ${incidents(rig).length}`);
});

test("an impossible schedule of a behavior is refused with its field, and one of a picture too", async (t) => {
  const rig = await PerceptionRig.make(t, { vision: new FakeVision(visitor) });
  const refusal = async (body: unknown): Promise<unknown[]> => {
    const { code, param } = await codedError(() => rig.submit(body));
    return [code, param];
  };
  const body = (schedule: unknown) => ({ ...yardRequest, behaviors: [{ ...loitering, schedule }] });
  assert.deepEqual(await refusal(body({ time_zone: "Mars/Base", windows: [{}] })), [
    "invalid_request_body",
    "behaviors[0].schedule.time_zone",
  ]);
  assert.deepEqual(await refusal(body({ time_zone: "UTC", windows: [{ days: ["holiday"] }] })), [
    "invalid_request_body",
    "behaviors[0].schedule",
  ]);
  const { source: _source, ...rest } = yardRequest;
  const input = { mime_type: "image/jpeg", data: Buffer.from(tinyJpeg).toString("base64") };
  const behaviors = [{ type: "intrusion", zone: "yard", modes: ["armed"] }];
  assert.deepEqual(await refusal({ ...rest, input, behaviors }), [
    "invalid_request_body",
    "behaviors[0].modes",
  ]);
});
