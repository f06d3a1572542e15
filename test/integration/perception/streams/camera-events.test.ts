import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { streamReadings } from "../../../../src/perception/metrics.ts";
import { PerceptionRig, settle } from "../../../support/perception/perception-rig.ts";
import { firstPage as page, yardRequest } from "../../../support/page/visitor.ts";
import { until } from "../../../support/box/wait.ts";

const cameraEvent = { type: "camera_event" };

async function watching(
  t: TestContext,
  behaviors: readonly object[] = [cameraEvent],
): Promise<PerceptionRig> {
  const rig = await PerceptionRig.make(t);
  await rig.submit({ ...yardRequest, behaviors });
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  await rig.play(3);
  rig.cameraEvents.become("subscribed");
  return rig;
}

const incidents = (rig: PerceptionRig) => rig.listed("default", {}, page).items;

/** Lets time pass without a frame. */
async function pass(rig: PerceptionRig, seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 4; step += 1) {
    rig.clock.advance(250);
    await settle();
  }
  await rig.stored();
}

test("a condition that the camera reports is one incident of the camera while it holds", async (t) => {
  const rig = await watching(t);
  rig.cameraEvents.emit({}, { key: "m2", name: "Yard" });
  await rig.play(4);
  const [open, ...more] = incidents(rig);
  assert.deepEqual(more, [], "two topics of motion are one motion");
  assert.deepEqual([open!.type, open!.source, open!.state], ["motion", "camera", "open"]);
  assert.equal(open!.summary, "The camera reports motion at north.");
  rig.cameraEvents.emit({ active: false }, { key: "m2", active: false });
  await rig.play(3);
  const [over] = incidents(rig);
  assert.equal(over!.state, "resolved");
  assert.ok(Math.abs(over!.resolved_at! - over!.started_at - 4) < 1);
  const updates = rig.told().filter((one) => one === "updated motion");
  assert.equal(updates.length, 1, "only the picture changes it");
});

test("reports become incidents of the types that fit, with their classes", async (t) => {
  const rig = await watching(t);
  rig.cameraEvents.emit(
    { kind: "line_crossing", key: "l", active: null, name: "Gate" },
    { kind: "intrusion", key: "f" },
    { kind: "tamper", key: "t" },
    { kind: "digital_input", key: "d", name: "Door" },
    { kind: "person", key: "p" },
    { kind: "vehicle", key: "v" },
  );
  await rig.play(4);
  const found = incidents(rig).map(({ type, state, classes }) => [type, state, ...classes]);
  const sorted = found.map(String).toSorted();
  assert.deepEqual(sorted, [
    "camera_tamper,open",
    "digital_input,open",
    "intrusion,open",
    "line_crossing,resolved",
    "object_detected,open,person",
    "object_detected,open,vehicle",
  ]);
  const input = incidents(rig).find(({ type }) => type === "digital_input");
  assert.match(input!.summary, /Input Door of the camera is active/);
});

test("a report that ends after the video is lost ends its incident without a frame", async (t) => {
  const rig = await watching(t);
  rig.cameraEvents.emit({ kind: "digital_input", key: "d" });
  await rig.play(2);
  rig.ingest.last.end({ code: "stream_unreachable", message: "The camera does not answer" });
  await pass(rig, 60);
  assert.deepEqual(
    incidents(rig).map(({ state }) => state),
    ["open"],
    "it holds while the camera says so",
  );
  rig.cameraEvents.emit({ kind: "digital_input", key: "d", active: false });
  await pass(rig, 3);
  assert.equal(incidents(rig)[0]!.state, "resolved");
});

test("only the kinds and the least severity of the stream count; a schedule and cooldowns hold", async (t) => {
  const rig = await watching(t, [
    { ...cameraEvent, events: ["person"], cooldown_seconds: 60 },
    { ...cameraEvent, events: ["vehicle"], modes: ["disarmed"] },
  ]);
  rig.cameraEvents.emit({ kind: "motion" }, { kind: "vehicle", key: "v" });
  await rig.play(2);
  assert.deepEqual(incidents(rig), []);
  const person = { kind: "person", key: "p" } as const;
  for (let visit = 0; visit < 2; visit += 1) {
    rig.cameraEvents.emit(person);
    await rig.play(2);
    rig.cameraEvents.emit({ ...person, active: false });
    await rig.play(3);
  }
  assert.equal(incidents(rig).length, 1, "the second visit is within the cooldown");
});

test("a lost subscription ends what the camera does not repeat, and keeps what it repeats", async (t) => {
  const rig = await watching(t);
  rig.cameraEvents.emit({ kind: "person", key: "p" }, { kind: "vehicle", key: "v" });
  await rig.play(2);
  rig.cameraEvents.become("retrying");
  await rig.play(2);
  rig.cameraEvents.become("subscribed");
  rig.cameraEvents.emit({ kind: "person", key: "p", isInitial: true });
  await rig.play(20);
  const states = incidents(rig).map(({ classes, state }) => `${classes[0]} ${state}`);
  assert.deepEqual(states.toSorted(), ["person open", "vehicle resolved"]);
});

test("a camera that never reports the end of motion has no endless incident; an input may last", async (t) => {
  const rig = await watching(t);
  rig.cameraEvents.emit({}, { kind: "digital_input", key: "d" });
  await pass(rig, 310);
  const states = incidents(rig).map(({ type, state }) => `${type} ${state}`);
  assert.deepEqual(states.toSorted(), ["digital_input open", "motion resolved"]);
});

test("the box subscribes only while a behavior needs it, and shows state and newest events", async (t) => {
  const rig = await watching(t, [{ type: "intrusion", zone: "yard" }]);
  const shown = () => rig.streams.get("default", "yard-cam")!.camera_events;
  assert.deepEqual([rig.cameraEvents.followers.length, shown()], [0, null]);
  await rig.streams.patch("default", "yard-cam", { behaviors: [cameraEvent] });
  assert.equal(rig.cameraEvents.followers.length, 1);
  rig.cameraEvents.become("subscribed");
  rig.cameraEvents.emit({}, { active: false }, { kind: "person", key: "p", isInitial: true });
  const { state, active, received, recent } = shown()!;
  assert.deepEqual(
    { state, active, received },
    { state: "subscribed", active: ["person"], received: 2 },
  );
  assert.deepEqual(
    recent.map(({ kind, active: isActive }) => [kind, isActive]),
    [
      ["motion", false],
      ["motion", true],
    ],
  );
  await rig.streams.patch("default", "yard-cam", { behaviors: [] });
  assert.deepEqual([rig.cameraEvents.followers.length, shown()], [0, null]);
});

test("a camera whose events have not come for five minutes is in trouble, until they come", async (t) => {
  const rig = await watching(t);
  const [runner] = rig.running.all();
  const isUp = () =>
    streamReadings(runner!).find(({ name }) => name === "gatehouse_stream_camera_events_up")?.value;
  assert.deepEqual([isUp(), runner!.cameraEvents.trouble()], [1, null]);
  rig.cameraEvents.become("refused");
  await rig.play(2);
  assert.deepEqual([isUp(), runner!.cameraEvents.trouble()], [0, null]);
  rig.clock.advance(300_000);
  await rig.play(2);
  assert.match(runner!.cameraEvents.trouble()!, /ends each subscription at once/);
  rig.cameraEvents.become("subscribed");
  rig.cameraEvents.emit({});
  assert.deepEqual([isUp(), runner!.cameraEvents.trouble()], [1, null]);
  await rig.streams.patch("default", "yard-cam", { behaviors: [] });
  assert.equal(isUp(), undefined);
});

test("a report wakes an idle decoder at once, and keeps it awake while it holds", async (t) => {
  const rig = await watching(t);
  const eye = rig.vision.stream("default/yard-cam");
  assert.equal(eye.events.mayIdle?.(), true);
  rig.cameraEvents.emit({});
  assert.deepEqual([eye.wakes, eye.events.mayIdle?.()], [1, false]);
  rig.cameraEvents.emit({ active: false });
  assert.equal(eye.events.mayIdle?.(), true);
});

test("after a restart an open report continues its own incident, not that of another input", async (t) => {
  const rig = await watching(t);
  const door = { kind: "digital_input", key: "d", name: "Door" } as const;
  rig.cameraEvents.emit(door);
  await rig.play(2);
  const [before] = incidents(rig);
  const job = [...rig.live.values()][0]!;
  job.abort("shutdown");
  await job.outcome;

  const after = await PerceptionRig.make(t, { store: rig.parts.store });
  after.clock.advance(10_000);
  const source = { kind: "rtsp", url: "rtsp://10.0.0.9/stream" };
  const input = { mode: "live", streamId: "yard-cam", source, settings: {} };
  after.run({ id: job.id, org: "default" } as never, input as never, "yard-cam");
  await until(() => after.ingest.runs.length > 0);
  after.ingest.last.init();
  await after.play(1);
  after.cameraEvents.become("subscribed");
  const gate = { ...door, key: "g", name: "Gate" };
  after.cameraEvents.emit({ ...gate, isInitial: true }, { ...door, isInitial: true });
  await after.play(2);
  const created = after.told().filter((one) => one.startsWith("created"));
  assert.deepEqual(created, ["created digital_input"], "only the gate is new");
  assert.equal(after.incidents.get("default", before!.id)!.state, "open");
});
