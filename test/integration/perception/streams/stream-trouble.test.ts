import assert from "node:assert/strict";
import { test } from "node:test";
import { fail } from "../../../../src/base/contract/fail.ts";
import type { Event } from "../../../../src/base/events/event.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";
import { firstPage as page, yardRequest as request } from "../../../support/page/visitor.ts";
import { until } from "../../../support/box/wait.ts";
import { watching } from "../../../support/perception/watched-yard.ts";
import { coverageWire } from "../../../../src/perception/coverage/coverage-wire.ts";

test("while the eye is down the stream is degraded, and its incidents stay", async (t) => {
  const { rig } = await watching(t);
  await rig.play(10);
  const eye = rig.vision.stream("default/yard-cam");
  eye.events.onHealth("down");
  await rig.stored();
  const stream = rig.streams.get("default", "yard-cam")!;
  assert.deepEqual([stream.state, stream.last_error!.code], ["degraded", "vision_down"]);
  assert.equal(stream.open_incidents, 1);
  eye.events.onHealth("up");
  await rig.play(2);
  assert.equal(rig.streams.get("default", "yard-cam")!.state, "watching");
  assert.equal(rig.told().filter((one) => one === "created intrusion").length, 1);
});

test("a picture that cannot be decoded is a state with a reason", async (t) => {
  const { rig } = await watching(t);
  const eye = rig.vision.stream("default/yard-cam");
  await rig.play(1);
  eye.events.onDecodeProblem({ code: "stream_broken", message: "The stream cannot be decoded" });
  const stream = rig.streams.get("default", "yard-cam")!;
  assert.deepEqual([stream.state, stream.last_error!.code], ["degraded", "stream_broken"]);
  await rig.play(1);
  assert.equal(rig.streams.get("default", "yard-cam")!.last_error, null);
});

test("a stream whose pictures arrive and are not looked at is not called watching", async (t) => {
  const { rig } = await watching(t);
  await rig.play(2);
  const state = () => rig.streams.get("default", "yard-cam")!.state;
  const trouble = () => rig.running.get("default", "yard-cam")!.condition.decodeTrouble();
  assert.deepEqual([state(), trouble()], ["watching", null]);
  const eye = rig.vision.stream("default/yard-cam");
  eye.closed = true;
  await rig.play(16);
  assert.equal(state(), "degraded");
  eye.closed = false;
  await rig.play(1);
  assert.equal(state(), "watching");
  assert.match(trouble()!, /was analysed for \d+ s/);
});

test("a stream whose frames the box drops under load is overloaded, without an alarm about its decoder", async (t) => {
  const { rig } = await watching(t);
  await rig.play(2);
  const eye = rig.vision.stream("default/yard-cam");
  eye.closed = true;
  await rig.play(2);
  eye.dropped.decoder_behind += 10;
  await rig.play(14);
  const stream = rig.streams.get("default", "yard-cam")!;
  assert.deepEqual([stream.state, stream.last_error!.code], ["degraded", "overloaded"]);
  const trouble = () => rig.running.get("default", "yard-cam")!.condition.decodeTrouble();
  assert.equal(trouble(), null, "decoders_failing");
  eye.closed = false;
  await rig.play(1);
  assert.equal(rig.streams.get("default", "yard-cam")!.state, "watching");
  assert.equal(trouble(), null, "decoders_failing afterwards");
  const rows = rig.coverage.list("default", {}, page).items.map(coverageWire);
  const lost = (cause: "overload" | "undecodable"): number =>
    rows.reduce((sum, row) => sum + row.not_observed[cause], 0);
  assert.ok(lost("overload") > 10, `${lost("overload")}`);
  assert.equal(lost("undecodable"), 0);
});

test("a camera that connects late is watched from its first frames on", async (t) => {
  const { rig } = await watching(t);
  rig.clock.advance(14_500);
  const eye = rig.vision.stream("default/yard-cam");
  eye.closed = true;
  await rig.play(1);
  assert.equal(rig.streams.get("default", "yard-cam")!.state, "watching");
});

test("a snapshot of what cannot be decoded is not ready; it is no fault of the box", async (t) => {
  const { rig } = await watching(t);
  await rig.play(1);
  rig.vision.still = () => Promise.reject(fail("stream_broken", "no picture can be decoded"));
  const error = await codedError(() =>
    rig.streams.snapshot("default", "yard-cam", { maxWidthPx: 640 }),
  );
  assert.equal(error.code, "stream_not_ready");
});

test("a camera that is away is offline, and watched again when it is back", async (t) => {
  const { rig } = await watching(t);
  await rig.play(9);
  rig.ingest.last.end({ code: "stream_unreachable", message: "The camera does not answer" });
  await rig.stored();
  const offline = rig.streams.get("default", "yard-cam")!;
  assert.deepEqual([offline.state, offline.last_error!.code], ["offline", "stream_unreachable"]);
  const connections = rig.ingest.runs.length;
  rig.clock.advance(2000);
  await until(() => rig.ingest.runs.length > connections);
  rig.ingest.last.init();
  await rig.play(4);
  assert.equal(rig.streams.get("default", "yard-cam")!.state, "watching");
  await until(() => rig.states().includes("offline"));
});

test("without pictures for half a minute open incidents are resolved at their last sight", async (t) => {
  const { rig } = await watching(t);
  await rig.play(10);
  rig.ingest.last.end({ code: "stream_unreachable", message: "The camera does not answer" });
  rig.clock.advance(40_000);
  await rig.stored();
  const [intrusion] = rig.listed("default", { type: "intrusion" }, page).items;
  assert.equal(intrusion!.state, "resolved");
  assert.equal(intrusion!.resolved_at, intrusion!.last_seen_at);
});

test("a frozen picture makes the camera connect again, once per connection", async (t) => {
  const { rig } = await watching(t);
  await rig.play(2);
  const eye = rig.vision.stream("default/yard-cam");
  const before = rig.ingest.runs.length;
  await rig.ingest.last.frame(11, true);
  for (const ptsSec of [12, 12.2, 12.4]) eye.emit(ptsSec, { identicalSec: ptsSec - 1 });
  rig.clock.advance(3000);
  await until(() => rig.ingest.runs.length > before);
  await rig.stored();
  assert.equal(rig.ingest.runs.length, before + 1);
  const isFrozen = (event: Event): boolean =>
    event.type === "stream.status" &&
    (event.data["last_error"] as { code: string } | null)?.code === "stream_frozen";
  await until(() => rig.events.some(isFrozen));
});

test("a recording waits while its camera sends nothing", async (t) => {
  const { rig } = await watching(t, { ...request, recording: { mode: "continuous" } });
  const recording = () => rig.streams.get("default", "yard-cam")!.recording.state;
  assert.equal(recording(), "waiting");
  await rig.play(2);
  assert.equal(recording(), "recording");
  rig.ingest.last.end({ code: "stream_unreachable", message: "It is gone." });
  assert.equal(recording(), "waiting");
});

test("nothing is in sight of a camera that has been away for half a minute", async (t) => {
  const { rig } = await watching(t);
  const tracks = () => rig.streams.get("default", "yard-cam")!.tracks;
  await rig.play(3);
  assert.equal(tracks(), 1);
  rig.ingest.last.end({ code: "stream_unreachable", message: "It is gone." });
  rig.clock.advance(20_000);
  assert.equal(tracks(), 1, "it may be back at once");
  rig.clock.advance(16_000);
  assert.equal(tracks(), 0);
});
