import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test, type TestContext } from "node:test";
import { McapFiles } from "../../../../src/adapters/mcap/mcap-format.ts";
import { Assets } from "../../../../src/base/assets/assets.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { LiveState } from "../../../../src/robots/driver/live-state.ts";
import { recordingProblems } from "../../../../src/robots/recordings/recording-problems.ts";
import { makeRecordings } from "../../../../src/robots/recordings/module.ts";
import type { RecordingRecord } from "../../../../src/robots/recordings/recording-record.ts";
import { recordingWire } from "../../../../src/robots/recordings/recording-wire.ts";
import type { RobotRequest } from "../../../../src/robots/driver/robot-document.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";
import { rover } from "../../../support/robots/make-robots.ts";
import { type ReadMessage, readMcap } from "../../../support/robots/read-mcap.ts";
import { type RobotRig, robotRig } from "../rig.ts";

const viewer = { org: "default", keyId: "anna" };
const guest = (cameras: string[]) => ({
  ...viewer,
  person: { name: "Guest", role: "viewer", cameras },
});
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
const seeing: RobotRequest = {
  ...rover,
  camera: "aisle",
  recording: { before_seconds: 5, after_seconds: 3, pictures_per_second: 2 },
  sim: { ...rover.sim, scanner: {}, obstacles: [square(6, 4)] },
};

function square(x: number, y: number): [number, number][] {
  return [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
  ];
}

interface Rig extends RobotRig {
  recordings: ReturnType<typeof makeRecordings>["recordings"];
  recorder: ReturnType<typeof makeRecordings>["recorder"];
  messages(record: RecordingRecord): Promise<ReadMessage[]>;
  files: Assets;
  problems: ReturnType<typeof makeRecordings>["problems"];
  /** What the stream's camera takes. */
  picture: Uint8Array;
  ready(count?: number): Promise<RecordingRecord[]>;
}

async function rigOf(t: TestContext, request = seeing): Promise<Rig> {
  const rig = await robotRig(t, { request });
  const { clock, store } = rig;
  const assets = new Assets({
    store,
    clock,
    log: silentLogger,
    dir: await tempDir(t),
    publicUrl: "http://box",
    classes: { snapshot: { maxAgeMs: 1e9 }, protected: { maxAgeMs: null, isKept: true } },
    maxBytes: 1e9,
  });
  await assets.start();
  t.after(() => assets.stop());
  const own = { picture: jpeg as Uint8Array };
  const { recorder, pictures, recordings, problems } = makeRecordings({
    robots: rig.robots,
    store,
    events: rig.log,
    clock,
    log: silentLogger,
    mcap: new McapFiles(),
    files: assets,
    videoOf: async () => ({ video: [], isCut: false }),
    ofStream: async (_org, streamId) => (streamId === "aisle" ? full.picture : undefined),
  });
  await recorder.start();
  await pictures.start();
  t.after(async () => {
    await recorder.stop();
    await pictures.stop();
  });
  const ready = async (count = 1): Promise<RecordingRecord[]> => {
    const done = () => recordings.list(viewer).filter(({ file }) => file !== null);
    await until(() => done().length >= count, { what: "a recording" });
    return done();
  };
  const full = Object.assign(rig, own, {
    recordings,
    problems,
    recorder,
    files: assets,
    ready,
    messages: async ({ org, file }: RecordingRecord) => {
      const path = assets.open(file!.assetId)!.path;
      assert.equal(assets.describe(org, file!.assetId)?.ext, "mcap");
      return readMcap(await readFile(path));
    },
  });
  return full;
}

test("an incident of a robot leaves a file with what it did, decided, scanned and saw around it", async (t) => {
  const rig = await rigOf(t);
  await rig.send({ command: "move_to", target: { frame: "map", x: 8, y: 0 } });
  await rig.send({ command: "move_to", target: { frame: "map", x: 99, y: 0 } }).catch(() => null);
  await rig.pass(3000);
  const incidentMs = rig.clock.wallMs();
  // It is carried out of its geofence.
  rig.body().body.xM = 20;
  await rig.pass(200);
  await until(() => rig.incidents("geofence_breach").length === 1, { what: "the breach" });
  await rig.pass(1000);
  const [open] = rig.recordings.list(viewer);
  assert.equal(open?.file, null);
  await rig.pass(3000);
  const [record] = await rig.ready();
  const incident = rig.incidents("geofence_breach")[0]!;
  assert.deepEqual(
    record!.causes.map(({ kind, id, type }) => [kind, id, type]),
    [["robot_incident", incident.data["id"], "geofence_breach"]],
  );
  const messages = await rig.messages(record!);
  const of = (topic: string): ReadMessage[] => messages.filter((each) => each.topic === topic);
  const schemas = Object.fromEntries(messages.map(({ topic, schema }) => [topic, schema]));
  assert.deepEqual(
    ["/pose", "/tf", "/scan", "/camera", "/log"].map((topic) => schemas[topic]),
    ["PoseInFrame", "FrameTransforms", "LaserScan", "CompressedImage", "Log"].map(
      (name) => `foxglove.${name}`,
    ),
  );
  const poses = of("/pose").map(({ atMs }) => atMs);
  assert.ok(poses[0]! < incidentMs - 2000 && poses.at(-1)! > incidentMs + 2000);
  const scans = of("/scan");
  assert.ok(scans.length >= 25, `${scans.length} scans`);
  const ranges = scans[0]!.data["ranges"] as number[];
  assert.equal(ranges.length, 180);
  assert.ok(ranges.some((each) => each > 5 && each < 10) && ranges.includes(0));
  assert.equal(scans[0]!.data["frame_id"], "rover/base_link");
  assert.equal(of("/camera")[0]!.data["data"], jpeg.toString("base64"));
  const refusal = of("/log").find(({ data }) => data["level"] === 3);
  assert.match(String(refusal?.data["message"]), /outside_geofence/);
  const told = of("/log").find(({ data }) => data["level"] === 4);
  assert.match(String(told?.data["message"]), /^geofence_breach: /);
  assert.equal(record!.counts.scans, scans.length);
  assert.deepEqual(record!.streamIds, ["aisle"]);
});

test("an incident of the camera on the robot records it, and belongs to the incident's evidence", async (t) => {
  const rig = await rigOf(t);
  const incidentOf = (streamId: string, id: string) =>
    rig.log.append({
      org: "default",
      type: "incident.created",
      streamId,
      data: { id, type: "intrusion", stream_id: streamId, summary: "A person" },
    });
  await incidentOf("yard", "0199c0de-0000-7000-8000-000000000001");
  await incidentOf("aisle", "0199c0de-0000-7000-8000-000000000002");
  await rig.pass(2000);
  await incidentOf("aisle", "0199c0de-0000-7000-8000-000000000003");
  await rig.pass(2000);
  assert.equal(rig.recorder.isRecording("default", "rover"), true, "the second one extends it");
  await rig.pass(1500);
  const [record, ...others] = await rig.ready();
  assert.equal(others.length, 0);
  const ids = record!.causes.map(({ id }) => id?.slice(-1));
  assert.deepEqual(ids, ["2", "3"]);
  const files = rig.recordings.ofIncident("default", "0199c0de-0000-7000-8000-000000000003");
  assert.deepEqual(
    files.map(({ assetId }) => assetId),
    [record!.file!.assetId],
  );
  assert.match(files[0]!.name, /^robot-rover-[0-9a-f]{8}\.mcap$/);
  assert.deepEqual(
    rig.recordings.ofIncident("default", "0199c0de-0000-7000-8000-000000000001"),
    [],
  );
});

test("people who may see only some cameras get no recording of another one", async (t) => {
  const rig = await rigOf(t);
  rig.recordings.request(viewer, "rover", { beforeMs: 1000, afterMs: 1000 });
  assert.equal(rig.recordings.request(viewer, "nobody", { beforeMs: 0, afterMs: 0 }), undefined);
  await rig.pass(1500);
  const [record] = await rig.ready();
  assert.ok(record!.counts.pictures > 0);
  assert.equal(rig.recordings.list(guest(["yard"])).length, 0);
  assert.equal(rig.recordings.get(guest(["yard"]), record!.id), undefined);
  assert.equal(rig.recordings.list(guest(["aisle"])).length, 1);
  assert.equal(rig.recordings.list({ ...viewer, org: "other" }).length, 0);
  assert.equal(await rig.recordings.remove(guest(["yard"]), record!.id), false);
  assert.equal(await rig.recordings.remove(viewer, record!.id), true);
  assert.equal(rig.recordings.list(viewer).length, 0);
});

test("a robot that is not to be recorded around incidents is not, and a stop of the box writes an open recording", async (t) => {
  const rig = await rigOf(t, { ...seeing, recording: { incidents: false } });
  await rig.send({ command: "move_to", target: { frame: "map", x: 8, y: 0 } });
  rig.body().body.xM = 20;
  await rig.pass(200);
  await until(() => rig.incidents().length > 0, { what: "an incident" });
  assert.equal(rig.recordings.list(viewer).length, 0);
  rig.recordings.request(viewer, "rover", { beforeMs: 0, afterMs: 60_000 });
  await rig.recorder.stop();
  const [record] = await rig.ready();
  assert.ok(record!.toMs <= rig.clock.wallMs());
});

test("a recording on request ends when somebody ends it, and not before an incident's own time", async (t) => {
  const rig = await rigOf(t);
  const long = { beforeMs: 1000, afterMs: 200_000 };
  const first = rig.recordings.request(viewer, "rover", long)!;
  await rig.pass(1000);
  assert.equal(
    rig.recordings.finish(guest(["yard"]), "0199c0de-0000-7000-8000-00000000dead"),
    undefined,
  );
  rig.recordings.finish(viewer, first.id);
  assert.equal(rig.recorder.isRecording("default", "rover"), false);
  const [done] = await rig.ready();
  assert.ok(done!.toMs - done!.fromMs < 3000, `${done!.toMs - done!.fromMs} ms`);
  // It stays as it is.
  assert.equal(rig.recordings.finish(viewer, first.id)!.toMs, done!.toMs);

  const second = rig.recordings.request(viewer, "rover", long)!;
  const data = { id: "0199c0de-0000-7000-8000-000000000004", type: "fall", stream_id: "aisle" };
  await rig.log.append({ org: "default", type: "incident.created", streamId: "aisle", data });
  await rig.pass(1000);
  assert.equal(rig.recordings.finish(viewer, second.id)!.file, null);
  assert.equal(rig.recorder.isRecording("default", "rover"), true);
  await rig.pass(2500);
  assert.equal(rig.recorder.isRecording("default", "rover"), false);
  await rig.ready(2);
});

test("a recording whose file cannot be written is listed as failed with the reason, until it is removed", async (t) => {
  const rig = await rigOf(t);
  rig.files.put = () =>
    Promise.reject(fail("storage_full", "disk: has no space left. Free some of it"));
  const { id } = rig.recordings.request(viewer, "rover", { beforeMs: 0, afterMs: 60_000 })!;
  rig.recordings.finish(viewer, id);
  const state = () => recordingWire(rig.recordings.get(viewer, id)!, null);
  await until(() => state().state === "failed", { what: "the failure" });
  assert.match(state().problem!, /has no space left/);
  assert.equal(await rig.recordings.remove({ ...viewer, org: "other" }, id), false);
  assert.equal(await rig.recordings.remove(viewer, id), true);
  assert.equal(rig.recordings.get(viewer, id), undefined);
});

test("a robot whose recordings lack something is named with the reason, for the doctor", async (t) => {
  const rig = await rigOf(t);
  await rig.pass(1000);
  assert.deepEqual(rig.problems("default"), []);
  // Four of them fill the memory of the robot's pictures: two seconds of the five.
  rig.picture = new Uint8Array(1024 * 1024);
  await rig.send({ command: "move_to", target: { frame: "map", x: 8, y: 0 } });
  await rig.pass(6000);
  const kinds = () => rig.problems("default").map(({ robotId, kind }) => `${robotId} ${kind}`);
  assert.deepEqual(kinds(), ["rover short"]);
  assert.match(rig.problems("default")[0]!.reason, /^[123] s of 5 s$/);
  assert.deepEqual(rig.problems("other"), []);

  const put = rig.files.put.bind(rig.files);
  rig.files.put = () => Promise.reject(fail("storage_full", "The disk is full"));
  const { id } = rig.recordings.request(viewer, "rover", { beforeMs: 0, afterMs: 60_000 })!;
  rig.recordings.finish(viewer, id);
  await until(() => kinds().includes("rover failed"), { what: "the failure" });
  rig.files.put = put;
  rig.recordings.request(viewer, "rover", { beforeMs: 0, afterMs: 100 });
  await rig.pass(200);
  await rig.ready();
  assert.deepEqual(kinds(), ["rover short"]);
});

test("a connected robot without a pose is named for the doctor", async (t) => {
  const rig = await rigOf(t);
  const [known] = rig.robots.all();
  const state = new LiveState(rig.clock, { staleMs: 1000, offlineMs: 3000 });
  const robot = { ...known!, unit: Object.create(known!.unit, { state: { value: state } }) };
  const robots = { all: () => [robot], traces: rig.robots.traces };
  const none = { writer: { lost: [] }, store: { list: () => [] }, clock: rig.clock };
  const problems = () => recordingProblems({ robots, ...none }, "default");
  assert.deepEqual(problems(), [], "it is offline");
  state.take({ source: "test", battery: { percent: 50, isCharging: null } });
  state.update();
  assert.deepEqual(problems(), [{ robotId: "rover", kind: "no_pose", reason: "" }]);
  state.take({ source: "test", pose: { frame: "map", xM: 0, yM: 0, yawRad: 0 } });
  assert.deepEqual(problems(), []);
});
