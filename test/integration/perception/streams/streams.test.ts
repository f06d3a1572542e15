import assert from "node:assert/strict";
import { test } from "node:test";
import type { IncidentWire } from "../../../../src/perception/wire/incident.ts";
import { FakeVision, tinyJpeg } from "../../../support/perception/fake-vision.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import {
  firstPage as page,
  visitor,
  yardRequest as request,
} from "../../../support/page/visitor.ts";
import { until } from "../../../support/box/wait.ts";
import { watching } from "../../../support/perception/watched-yard.ts";

test("a walk through the picture becomes incidents, each stored with its events", async (t) => {
  const { rig } = await watching(t, { ...request, display_name: "Yard, north side" });
  await rig.play(12);
  await until(() => rig.told().length >= 5);
  assert.deepEqual(rig.told().slice(0, 2), ["created line_crossing", "updated line_crossing"]);
  const { items, total } = rig.listed("default", {}, page);
  assert.equal(total, 2);
  const elsewhere = { streamIds: ["elsewhere"] };
  assert.equal(rig.listed("default", elsewhere, page).total, 0);
  const gapSec = 60;
  assert.equal((await rig.incidents.groups("default", { ...elsewhere, gapSec }, page)).total, 0);
  const own = { streamIds: ["yard-cam"], gapSec };
  assert.equal((await rig.incidents.groups("default", own, page)).total > 0, true);
  const [intrusion, crossing] = items as [IncidentWire, IncidentWire];
  assert.deepEqual(
    [intrusion.type, intrusion.state, intrusion.zone],
    ["intrusion", "open", "yard"],
  );
  assert.deepEqual(
    [crossing.type, crossing.state, crossing.zone],
    ["line_crossing", "resolved", "gate"],
  );
  assert.deepEqual(intrusion.track_ids, [1]);
  assert.deepEqual(intrusion.classes, ["person"]);
  assert.equal(intrusion.group_key, "zone:yard-cam/yard");
  assert.equal(intrusion.summary, "A person in zone “yard” at north.");
  assert.match(intrusion.snapshot_url!, /^http:\/\/box\/assets\//);
  assert.ok(intrusion.started_at > crossing.started_at);
  for (const event of rig.events.filter((one) => one.type.startsWith("incident."))) {
    assert.ok(!JSON.stringify(event.data).includes("s3cret"));
    assert.equal(event.streamId, "yard-cam");
  }
  const snapshot = await rig.incidents.snapshot("default", intrusion.id);
  assert.deepEqual(snapshot!.jpeg, tinyJpeg);
  const overlay = rig.vision.overlays.find((one) => one.zones.some((zone) => zone.alert))!;
  assert.equal(
    overlay.boxes.some((box) => box.alert && box.label === "person 1"),
    true,
  );
  assert.match(overlay.caption!, /^Yard, north side {2}20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
});

test("a stream shows its state, rates and settings, and no credentials", async (t) => {
  const { rig, job } = await watching(t);
  assert.equal(rig.streams.get("default", "yard-cam")!.state, "connecting");
  await rig.play(3);
  const stream = rig.streams.get("default", "yard-cam")!;
  assert.equal(stream.state, "watching");
  assert.equal(stream.job_id, job.id);
  assert.deepEqual(stream.source, { type: "rtsp", url: "rtsp://10.0.0.9/stream", fps_cap: 5 });
  assert.ok(stream.fps_detected > 3 && stream.fps_detected < 7, `${stream.fps_detected}`);
  assert.deepEqual([stream.width, stream.height, stream.codec], [640, 360, "h264"]);
  assert.equal(stream.tracks, 1);
  assert.ok(!JSON.stringify(stream).includes("s3cret"));
  assert.deepEqual(rig.streams.list("default", page).total, 1);
  const { state } = rig.streams.list("default", page).items[0]!;
  assert.equal(rig.streams.list("default", page, { state }).total, 1);
  const other = state === "ended" ? "watching" : "ended";
  assert.equal(rig.streams.list("default", page, { streamIds: ["elsewhere"] }).total, 0);
  assert.equal(rig.streams.list("default", page, { state: other }).total, 0);
  assert.equal(rig.streams.list("default", page, { profile: "parking_lot" }).total, 0);
  assert.equal(rig.streams.get("other", "yard-cam"), undefined);
  assert.equal(rig.streams.list("other", page).total, 0);
  assert.deepEqual(
    (await rig.streams.snapshot("default", "yard-cam", { maxWidthPx: 640 }))!.jpeg,
    tinyJpeg,
  );
  await until(() => job.updates.at(-1)!.phase === "watching");
  await until(() => rig.states().includes("watching"));
});

test("a stream id is taken while its stream runs, per organisation", async (t) => {
  const { rig, job } = await watching(t);
  const error = await codedError(() => rig.submit(request));
  assert.deepEqual([error.code, error.param], ["conflict", "stream_id"]);
  await rig.submit(request, "other");
  job.abort("cancel");
  await job.outcome;
  await rig.submit(request);
});

test("cancelling resolves open incidents and ends the stream", async (t) => {
  const { rig, job } = await watching(t);
  await rig.play(12);
  const ended = await rig.streams.remove("default", "yard-cam");
  assert.equal(ended!.state, "ended");
  await job.outcome;
  const { items } = rig.listed("default", { state: "open" }, page);
  assert.equal(items.length, 0);
  assert.ok(rig.told().includes("resolved intrusion"));
  assert.equal(rig.ingest.last.ended, true);
  assert.equal(rig.streams.get("default", "yard-cam")!.state, "ended");
  assert.equal(
    (await codedError(() => rig.streams.snapshot("default", "yard-cam", { maxWidthPx: 640 }))).code,
    "stream_not_ready",
  );
  await rig.streams.remove("default", "yard-cam");
  assert.equal(rig.streams.get("default", "yard-cam"), undefined);
});

test("live pictures end with their stream", async (t) => {
  const { rig } = await watching(t);
  await rig.play(2);
  let ends = 0;
  const view = { fps: 5, maxWidthPx: 640, onJpeg: () => {}, onEnd: () => (ends += 1) };
  const [stays, leaves] = [view, view].map((one) =>
    rig.streams.openLive("default", "yard-cam", one),
  );
  leaves!.close();
  await rig.streams.remove("default", "yard-cam");
  await until(() => ends > 0);
  stays!.close();
  assert.equal(ends, 1, "who has left is not told");
});

test("a restart goes on with the same stream and does not alert again", async (t) => {
  const { rig, job } = await watching(t);
  await rig.play(12);
  job.abort("shutdown");
  await job.outcome;
  const before = rig.listed("default", { state: "open" }, page).items;
  assert.equal(before.length, 1, "the incident stays open over a restart");

  const vision = new FakeVision(() => visitor("", 100));
  const after = await PerceptionRig.make(t, { vision, store: rig.parts.store });
  after.clock.advance(20_000);
  const input = {
    mode: "live",
    streamId: "yard-cam",
    source: { kind: "rtsp", url: "rtsp://10.0.0.9/stream" },
    settings: {},
  };
  after.run({ id: job.id, org: "default" } as never, input as never, "yard-cam");
  await until(() => after.ingest.runs.length > 0);
  after.ingest.last.init();
  await after.play(8);
  assert.deepEqual(
    after.told().filter((one) => one.startsWith("created")),
    [],
  );
  assert.equal(after.streams.get("default", "yard-cam")!.open_incidents, 1);
  vision.see = () => ({});
  await after.play(6);
  assert.deepEqual(
    after.told().filter((one) => one.startsWith("resolved")),
    ["resolved intrusion"],
  );
  assert.equal(after.incidents.get("default", before[0]!.id)!.state, "resolved");
});

test("zones, behaviors and rate change on the running stream", async (t) => {
  const { rig, job } = await watching(t, {
    ...request,
    behaviors: [{ type: "intrusion", zone: "yard", seconds: 600 }],
  });
  await rig.play(10);
  assert.equal(rig.told().length, 0);
  const changed = await rig.streams.patch("default", "yard-cam", {
    behaviors: [{ type: "intrusion", zone: "yard", severity: "info" }],
  });
  assert.deepEqual(changed!.behaviors, [{ type: "intrusion", zone: "yard", severity: "info" }]);
  await rig.play(3);
  assert.ok(rig.told().includes("created intrusion"));
  assert.equal(rig.ingest.runs.length, 1, "no reconnect");
  const slower = await rig.streams.patch("default", "yard-cam", { source: { fps_cap: 2 } });
  assert.equal(slower!.source.fps_cap, 2);
  assert.equal(rig.vision.stream("default/yard-cam").options.fpsCap, 2);
  assert.equal(changed!.job_id, job.id);
  const named = await rig.streams.patch("default", "yard-cam", { model: "fake" });
  assert.equal(named!.model.name, "fake");
  assert.equal(rig.vision.stream("default/yard-cam").options.model, "fake");
  assert.equal(rig.ingest.runs.length, 1, "no reconnect");
  rig.vision.refused.add("fake");
  for (const [change, param] of [
    [{ behaviors: [{ type: "intrusion", zone: "attic" }] }, "behaviors[0].zone"],
    [
      {
        context: {
          zones: {
            yard: {
              polygon: [
                [0, 0],
                [1, 1],
                [1, 0],
                [0, 1],
              ],
            },
          },
        },
      },
      "context.zones.yard.polygon",
    ],
    [
      {
        masks: [
          {
            polygon: [
              [0, 0],
              [0.5, 0],
              [1, 0],
            ],
          },
        ],
      },
      "masks[0].polygon",
    ],
    [{ model: "nobody" }, "model"],
    [{ model: "fake" }, "model"],
  ] as const) {
    const error = await codedError(() => rig.streams.patch("default", "yard-cam", change));
    assert.deepEqual([error.code, error.param], ["invalid_request_body", param]);
  }
  assert.equal(await rig.streams.patch("other", "yard-cam", { alerts: {} }), undefined);
});

test("of two changes at once neither undoes the other, and the running stream has both", async (t) => {
  const { rig } = await watching(t);
  await rig.play(1);
  await Promise.all([
    rig.streams.patch("default", "yard-cam", { source: { fps_cap: 2 } }),
    rig.streams.patch("default", "yard-cam", { alerts: { cooldown_seconds: 77 } }),
    rig.streams.patch("default", "yard-cam", { context: { site: "south" } }),
  ]);
  const stream = rig.streams.get("default", "yard-cam")!;
  const { requested: settings } = rig.running.get("default", "yard-cam")!.settings;
  for (const found of [
    [stream.source.fps_cap, stream.alerts.cooldown_seconds, stream.context.site],
    [settings.fpsCap, settings.alerts.cooldownSec, settings.site],
  ]) {
    assert.deepEqual(found, [2, 77, "south"]);
  }
});

test("incidents are acknowledged and resolved by hand, once", async (t) => {
  const { rig } = await watching(t);
  await rig.play(10);
  const [open] = rig.listed("default", { state: "open", minSeverity: "warning" }, page).items;
  const seen = await rig.incidents.acknowledge("default", open!.id, "key-1");
  assert.ok(seen!.acknowledgedAtMs! > 0);
  await rig.play(7);
  const again = await rig.incidents.acknowledge("default", open!.id, "key-2");
  assert.equal(again!.acknowledgedAtMs, seen!.acknowledgedAtMs);
  const closed = await rig.incidents.resolve("default", open!.id, "key-2");
  assert.deepEqual([closed!.state, closed!.acknowledgedAtMs], ["resolved", seen!.acknowledgedAtMs]);
  await rig.play(5);
  const kept = rig.incidents.get("default", open!.id)!;
  assert.deepEqual(
    [kept.state, kept.acknowledgedBy, kept.resolvedBy],
    ["resolved", "key-1", "key-2"],
  );
  assert.equal(rig.told().filter((one) => one === "resolved intrusion").length, 1);
  assert.equal(await rig.incidents.acknowledge("other", open!.id, "key-1"), undefined);
  assert.equal(await rig.incidents.resolve("other", open!.id, "key-1"), undefined);
});

test("compact events carry ids, type, severity and times only, where they are to go", async (t) => {
  const { rig } = await watching(t, {
    ...request,
    outputs: { format: "compact", delivery: ["webhook"] },
  });
  await rig.play(10);
  const [created] = rig.events.filter((event) => event.type === "incident.created");
  assert.deepEqual(Object.keys(created!.data).toSorted(), [
    "id",
    "job_id",
    "last_seen_at",
    "object",
    "resolved_at",
    "severity",
    "started_at",
    "state",
    "stream_id",
    "type",
  ]);
  assert.deepEqual(created!.delivery, ["webhook"]);
});

test("a stream id can be used again as soon as its stream was removed", async (t) => {
  const { rig, job } = await watching(t);
  await rig.play(10);
  job.abort("cancel");
  await rig.parts.store.transact((tx) => {
    const record = tx.get<object>(["default", "stream", "yard-cam"]);
    tx.put(["default", "stream", "yard-cam"], { ...record, endedAtMs: 1 });
  });
  const again = await rig.submit(request);
  await until(() => rig.ingest.runs.length > 1);
  rig.ingest.last.init();
  await rig.play(2);
  assert.equal(rig.streams.get("default", "yard-cam")!.job_id, again.id);
  assert.equal(rig.told().filter((one) => one === "resolved intrusion").length, 1);
});
