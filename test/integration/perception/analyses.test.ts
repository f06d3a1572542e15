import assert from "node:assert/strict";
import { test } from "node:test";
import type { IncidentWire } from "../../../src/perception/wire/incident.ts";
import { FakeVision, tinyJpeg } from "../../support/perception/fake-vision.ts";
import { codedError } from "../../support/perception/perception-fixtures.ts";
import { PerceptionRig } from "../../support/perception/perception-rig.ts";
import { standing } from "../../support/perception/scripted-tracks.ts";
import { firstPage as page, visitor, yardRequest as request } from "../../support/page/visitor.ts";
import { until } from "../../support/box/wait.ts";

test("a file is judged to its end and completes with its totals", async (t) => {
  const vision = new FakeVision((_id, ptsSec) => visitor("", ptsSec * 4));
  const rig = await PerceptionRig.make(t, { vision });
  rig.ingest.fileFrames = 40;
  const job = await rig.submit({
    ...request,
    source: { url: "/media/walk.mp4", type: "file", fps_cap: 10 },
    output: { include_diagnostics: true },
  });
  const { payload, resultUrl } = await job.outcome;
  const output = payload!["output"] as Record<string, unknown>;
  assert.deepEqual([output["frames"], output["tracks"], output["incident_count"]], [40, 1, 2]);
  assert.deepEqual(output["incidents_by_type"], { line_crossing: 1, intrusion: 1 });
  for (const incident of output["incidents"] as IncidentWire[])
    assert.equal(incident.state, "resolved");
  assert.ok("diagnostics" in output);
  assert.equal(resultUrl, "/api/v1/surveillance/incidents?stream_id=yard-cam");
  assert.equal(rig.streams.get("default", "yard-cam")!.state, "ended");
});

test("a file that is not there fails its job with the reason", async (t) => {
  const rig = await PerceptionRig.make(t);
  const job = await rig.submit({ ...request, source: { url: "/media/missing.mp4", type: "file" } });
  const error = await codedError(() => job.outcome);
  assert.equal(error.code, "stream_not_found");
  const stream = rig.streams.get("default", "yard-cam")!;
  assert.deepEqual([stream.state, stream.last_error!.code], ["ended", "stream_not_found"]);
});

test("one picture completes at once with detections, incidents and an annotated picture", async (t) => {
  const vision = new FakeVision();
  vision.pictureDetections = [
    { label: "person", score: 0.9, boxNorm: standing(0.7, 0.8) },
    { label: "person", score: 0.8, boxNorm: standing(0.1, 0.8) },
  ];
  const rig = await PerceptionRig.make(t, { vision });
  const job = await rig.submit({
    stream_id: "still",
    input: { data: Buffer.from(tinyJpeg).toString("base64"), mime_type: "image/jpeg" },
    behaviors: request.behaviors,
    context: request.context,
    output: { format: "annotated" },
  });
  const output = (await job.outcome).payload!["output"] as Record<string, unknown>;
  const detections = output["detections"] as { class: string; xyxy: number[] }[];
  assert.deepEqual(
    detections.map((one) => one.class),
    ["person", "person"],
  );
  const incidents = output["incidents"] as IncidentWire[];
  assert.deepEqual(
    incidents.map((one) => [one.type, one.state]),
    [["intrusion", "resolved"]],
  );
  assert.equal(incidents[0]!.snapshot_url, output["annotated_image_url"]);
  assert.deepEqual(rig.told(), ["created intrusion", "resolved intrusion"]);
  assert.equal(rig.listed("default", { streamId: "still" }, page).total, 1);
});

test("lists of incidents page without gaps while new ones arrive, and filter", async (t) => {
  const vision = new FakeVision((_id, ptsSec) => visitor("", 5 + 5 * Math.sin(ptsSec / 2)));
  const rig = await PerceptionRig.make(t, { vision });
  await rig.submit({
    ...request,
    alerts: { cooldown_seconds: 0 },
    behaviors: [
      { type: "line_crossing", line: "gate" },
      { type: "intrusion", zone: "yard" },
    ],
  });
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  await rig.play(60);
  const seen: string[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 50; pages += 1) {
    const found = rig.listed("default", {}, { limit: 2, offset: 0, ...(after ? { after } : {}) });
    seen.push(...found.items.map((one) => one.id));
    if (!found.hasMore) break;
    after = found.nextCursor!;
    if (pages === 1) await rig.play(15);
  }
  assert.equal(new Set(seen).size, seen.length);
  assert.ok(seen.length >= 8, `${seen.length} incidents`);
  const all = rig.listed("default", {}, { limit: 100, offset: 0 });
  const times = all.items.map((one) => one.started_at);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  const crossings = rig.listed("default", { type: "line_crossing" }, { limit: 100, offset: 0 });
  assert.equal(crossings.total, all.items.filter((one) => one.type === "line_crossing").length);
  const middle = times[Math.floor(times.length / 2)]!;
  const newer = rig.listed("default", { from: middle }, { limit: 100, offset: 0 });
  const older = rig.listed("default", { to: middle }, { limit: 100, offset: 0 });
  assert.equal(newer.total + older.total, all.total);
  assert.equal(rig.listed("default", { severity: "info" }, page).total, crossings.total);
  assert.equal(rig.listed("other", {}, page).total, 0);
  assert.equal(
    (await codedError(() => rig.listed("default", {}, { ...page, after: "x" }))).code,
    "invalid_query_parameter",
  );
});
