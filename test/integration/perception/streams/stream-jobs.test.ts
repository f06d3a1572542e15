import {
  createStream,
  type SharedParts,
} from "../../../../src/perception/streams/create-stream.ts";
import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { FfmpegPcmDecoder } from "../../../../src/adapters/ffmpeg/pcm-decoder.ts";
import { CameraMoves } from "../../../../src/cameras/camera-moves.ts";
import { CameraRegistry } from "../../../../src/cameras/camera-registry.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { TrackFiles } from "../../../../src/adapters/track-files/track-files.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { Vault } from "../../../../src/base/secrets/vault.ts";
import { GatehouseError } from "../../../../src/base/core/errors.ts";
import { EventLog } from "../../../../src/base/events/event-log.ts";
import { Jobs } from "../../../../src/base/jobs/jobs.ts";
import { FileBlobs } from "../../../../src/adapters/files/file-blobs.ts";
import { IncidentService } from "../../../../src/perception/review/incident-service.ts";
import { RunningStreams } from "../../../../src/perception/streams/running-streams.ts";
import { streamHandler } from "../../../../src/perception/streams/stream-handler.ts";
import { streamOperation } from "../../../../src/perception/streams/stream-operation.ts";
import { CoverageLedger } from "../../../../src/perception/coverage/coverage-ledger.ts";
import type { CheckSource } from "../../../../src/perception/settings/stream-source.ts";
import { streamApi } from "../../../support/perception/perception-api.ts";
import { StreamService } from "../../../../src/perception/streams/stream-service.ts";
import type { Operation } from "../../../../src/base/jobs/operation.ts";
import { FakeCameraEvents } from "../../../support/cameras/fake-camera-events.ts";
import { FakeIngest } from "../../../support/cameras/fake-ingest.ts";
import { FakeVision } from "../../../support/perception/fake-vision.ts";
import { noTranscodes } from "../../../support/perception/no-transcodes.ts";
import { makePolicies } from "../../../support/perception/make-policies.ts";
import { makeRecordings } from "../../../support/cameras/make-recordings.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import {
  callerOf,
  noReceivers,
  settingsContext,
} from "../../../support/perception/perception-fixtures.ts";
import { MemoryEvidence } from "../../../support/perception/perception-rig.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { visitor, yardRequest } from "../../../support/page/visitor.ts";
import { until } from "../../../support/box/wait.ts";

interface Box {
  dir: string;
  jobs: Jobs;
  operation: Operation;
  ingest: FakeIngest;
  streams: ReturnType<typeof streamApi>;
  incidents: IncidentService;
  stop(): Promise<void>;
}

/** Streams on the real queue and store, over a scripted camera and eye. */
async function box(t: TestContext, dir?: string): Promise<Box> {
  const home = dir ?? (await tempDir(t));
  const store = await makeStore(t, join(home, "store"));
  const blobs = new FileBlobs({ dir: join(home, "blobs") });
  await blobs.start();
  const log = silentLogger;
  const clock = systemClock;
  const events = new EventLog({ store, clock, log });
  await events.start();
  const vault = new Vault({ path: join(home, "key"), make: true });
  await vault.start();
  const publicUrl = (): string => "http://box:8480";
  const addresses = { publicUrl, signed: (_org: string, path: string): string => path };
  const jobs = new Jobs({ store, events, blobs, clock, log, vault, addresses });
  const ingest = new FakeIngest();
  const vision = new FakeVision(visitor);
  const settings = await settingsContext(vision);
  const cameras = new CameraRegistry({ ingest, clock, log });
  const evidence = new MemoryEvidence();
  const coverage = new CoverageLedger({ store, clock, log, maxAgeMs: 1e9, orgs: () => [] });
  const recordings = await makeRecordings(t, { store, clock });
  const watching = { vision, cameras, evidence, coverage, recordings, moves: new CameraMoves() };
  const cameraEvents = new FakeCameraEvents();
  const common = { store, events, clock, log, cameraEvents, ...watching };
  const { resolver } = makePolicies({ store, clock, settings });
  const kept = { dir: join(home, "tracks"), maxAgeMs: 1e12, maxBytes: 1e9 };
  const tracks = new TrackFiles({ ...kept, clock, log });
  const pcm = new FfmpegPcmDecoder();
  const parts: SharedParts = { ...common, pcm, resolver, tracks, minScore: () => 0.4 };
  const running = new RunningStreams();
  const checkSource: CheckSource = (source) => Promise.resolve(source);
  const operation = streamOperation({
    resolver,
    clock,
    checkSource,
    receivers: noReceivers,
    isJobLive: (reader, org, id) => jobs.isLive(org, id, reader),
  });
  jobs.operations.register(operation);
  jobs.register(
    streamHandler(
      { ...parts, createStream: (task, onChange) => createStream(parts, task, onChange) },
      running,
    ),
  );
  await jobs.start();
  const stop = async (): Promise<void> => {
    await jobs.stop();
    await events.stop();
    await store.stop();
  };
  t.after(stop);
  const service = new StreamService(
    { ...parts, receivers: noReceivers, checkSource, transcodes: noTranscodes(parts.cameras) },
    running,
    jobs,
  );
  const incidents = new IncidentService({ ...parts, shrink: async (jpeg) => jpeg }, running);
  const streams = streamApi(service);
  return { dir: home, jobs, operation, ingest, streams, incidents, stop };
}

const caller = callerOf();
const page = { limit: 20, offset: 0 };

test("of two requests for one stream id at the same moment one is refused", async (t) => {
  const { jobs, operation } = await box(t);
  const submits = [1, 2, 3].map(() => jobs.submit(operation, yardRequest, { caller }));
  const settled = await Promise.allSettled(submits);
  const refused = settled.filter((one) => one.status === "rejected");
  assert.equal(refused.length, 2);
  for (const { reason } of refused) assert.equal(GatehouseError.find(reason)?.code, "conflict");
});

test("a live stream's result is its incident list from the start of its job", async (t) => {
  const { jobs, operation, ingest } = await box(t);
  const { job } = await jobs.submit(operation, yardRequest, { caller });
  const list = "http://box:8480/api/v1/surveillance/incidents?stream_id=yard-cam";
  const shown = (): string | null => jobs.toWire(jobs.get("default", job.id)!).result_url;
  assert.equal(shown(), list);
  await until(() => ingest.runs.length === 1);
  assert.equal(shown(), list);
  await jobs.cancel("default", job.id);
  await until(() => jobs.get("default", job.id)!.status === "cancelled");
  assert.equal(shown(), list);
});

test("a live stream goes on after a restart with its changes, and can be watched again", async (t) => {
  const first = await box(t);
  const { job } = await first.jobs.submit(first.operation, yardRequest, { caller });
  await until(() => first.ingest.runs.length === 1);
  await first.streams.patch("default", "yard-cam", { alerts: { min_severity: "critical" } });
  assert.ok(!JSON.stringify(first.jobs.get("default", job.id)).includes("s3cret"));
  await first.stop();

  const second = await box(t, first.dir);
  await until(() => second.ingest.runs.length === 1);
  const { source } = second.ingest.last;
  assert.deepEqual([source.username, source.password], ["user", "s3cret"]);
  const stream = second.streams.get("default", "yard-cam")!;
  assert.deepEqual([stream.job_id, stream.alerts.min_severity], [job.id, "critical"]);
  assert.equal(second.jobs.get("default", job.id)!.status, "processing");

  assert.equal((await second.streams.remove("default", "yard-cam"))!.state, "ended");
  const again = await second.jobs.submit(second.operation, yardRequest, { caller });
  await until(() => second.ingest.runs.length === 2);
  await until(() => second.jobs.get("default", job.id)!.status === "cancelled");
  assert.equal(second.streams.get("default", "yard-cam")!.job_id, again.job.id);
});

test("a file's job completes with what happened in it", async (t) => {
  const { jobs, operation, ingest, incidents } = await box(t);
  ingest.fileFrames = 90;
  const body = { ...yardRequest, source: { url: "/media/a.mp4", type: "file", fps_cap: 10 } };
  const { job } = await jobs.submit(operation, body, { caller });
  await until(() => jobs.get("default", job.id)!.status === "completed");
  const { payload, resultUrl } = jobs.get("default", job.id)!;
  assert.equal((payload["output"] as { incident_count: number }).incident_count, 2);
  assert.match(resultUrl!, /^http:\/\/box:8480\/.*incidents\?stream_id=yard-cam$/);
  assert.equal((await incidents.list("default", { state: "resolved" }, page)).total, 2);
});
