import assert from "node:assert/strict";
import { test } from "node:test";
import type { IncidentWire } from "../../../src/perception/wire/incident.ts";
import {
  IncidentHub,
  type OpenedIncident,
} from "../../../src/perception/incidents/incident-hub.ts";
import type { EventLog } from "../../../src/base/events/event-log.ts";
import { PerceptionRig } from "../../support/perception/perception-rig.ts";
import { until } from "../../support/box/wait.ts";

/** The picture is a square of 10 m, seen from straight above; y goes up on the map. */
const points = [
  { image: [0, 0], map: [0, 10] },
  { image: [1, 0], map: [10, 10] },
  { image: [1, 1], map: [10, 0] },
  { image: [0, 1], map: [0, 0] },
];
const calibration = { frame: "map", points };
const stream = {
  stream_id: "gate",
  source: { type: "rtsp", url: "rtsp://10.0.0.5/1" },
  context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
  behaviors: [{ type: "intrusion", zone: "all", classes: ["person"] }],
};
const person = { detections: [{ label: "person", score: 0.9, boxNorm: [0.5, 0.2, 0.7, 0.6] }] };

async function watched(t: Parameters<typeof PerceptionRig.make>[0], body: object) {
  const rig = await PerceptionRig.make(t);
  const hub = new IncidentHub({
    clock: rig.clock,
    events: rig.parts.events as EventLog,
  });
  hub.start();
  Object.assign(rig.parts, { hub });
  const opened: OpenedIncident[] = [];
  hub.subscribe((one) => opened.push(one));
  rig.vision.see = () => person as never;
  await rig.submit(body);
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  await rig.play(2);
  await until(() => opened.length > 0);
  return { rig, opened };
}

test("an incident of a calibrated camera says where on the map it was, and is told before it is stored", async (t) => {
  const { rig, opened } = await watched(t, { ...stream, calibration });
  const created = rig.events.find(({ type }) => type === "incident.created")!;
  const { map_position: place } = created.data as unknown as IncidentWire;
  assert.deepEqual(place, { frame: "map", x: 6, y: 4, error_m: null, extrapolated: false });
  const { mapPosition } = opened[0]!.incident;
  assert.deepEqual(
    [mapPosition?.xM, mapPosition?.yM].map((m) => m?.toFixed(2)),
    ["6.00", "4.00"],
  );
  assert.equal(opened[0]!.incident.id, created.data["id"]);
  assert.ok(opened[0]!.frame!.ptsSec >= 0);
  assert.equal(await opened[0]!.stored, true);
  const wire = rig.streams.get("default", "gate")!;
  assert.deepEqual([wire.calibration!.rms_error_m, wire.calibration!.points.length], [null, 4]);
});

test("a calibration is changed and taken away on the running stream, and five points tell their error", async (t) => {
  const { rig } = await watched(t, stream);
  const created = rig.events.find(({ type }) => type === "incident.created")!;
  assert.equal((created.data as unknown as IncidentWire).map_position, null);
  const better = {
    frame: "map",
    points: [...points, { image: [0.5, 0.5], map: [5.4, 5] }],
  };
  const patched = await rig.streams.patch("default", "gate", { calibration: better });
  assert.ok(patched!.calibration!.rms_error_m! > 0.05);
  assert.ok(patched!.calibration!.max_error_m! < 0.4);
  await rig.play(1);
  const { items } = rig.listed("default", {}, { limit: 1, offset: 0 });
  const page = items[0]!;
  await rig.play(6);
  const kept = rig.incidents.get("default", page.id)!;
  assert.ok(Math.abs(kept.mapPosition!.xM - 6) < 0.3);
  const gone = await rig.streams.patch("default", "gate", { calibration: null });
  assert.equal(gone!.calibration, null);
});

test("points that determine no ground are refused with the field's name", async (t) => {
  const rig = await PerceptionRig.make(t);
  const line = { frame: "map", points: points.map(({ map }) => ({ image: [0.5, 0.5], map })) };
  await assert.rejects(rig.submit({ ...stream, calibration: line }), {
    code: "invalid_request_body",
    param: "calibration.points",
  });
});
