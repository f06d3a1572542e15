import { FfmpegPcmDecoder } from "../../../src/adapters/ffmpeg/pcm-decoder.ts";
import { createStream, type SharedParts } from "../../../src/perception/streams/create-stream.ts";
import type { PictureSeriesParts } from "../../../src/perception/pictures/picture-series.ts";
import type { SettingsContext } from "../../../src/perception/settings/resolve-settings.ts";
import { ModelChoice } from "../../../src/perception/models/model-choice.ts";
import type { TestContext } from "node:test";
import type { Ingest } from "../../../src/cameras/ingest-port.ts";
import { CameraMoves } from "../../../src/cameras/camera-moves.ts";
import { CameraRegistry } from "../../../src/cameras/camera-registry.ts";
import { TrackFiles } from "../../../src/adapters/track-files/track-files.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import type { Store } from "../../../src/base/core/store.ts";
import type { Event } from "../../../src/base/events/event.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import type { Job, JobOutcome, JsonObject } from "../../../src/base/jobs/job.ts";
import type { JobContext } from "../../../src/base/jobs/operation.ts";
import { CoverageLedger } from "../../../src/perception/coverage/coverage-ledger.ts";
import type { Page, PageRequest } from "../../../src/perception/core/page.ts";
import { listIncidents } from "../../../src/perception/incidents/incident-list.ts";
import { incidentWire } from "../../../src/perception/incidents/incident-wire.ts";
import {
  type IncidentQuery,
  IncidentService,
} from "../../../src/perception/review/incident-service.ts";
import type { IncidentWire } from "../../../src/perception/wire/incident.ts";
import { PolicyReplay } from "../../../src/perception/policies/policy-replay.ts";
import { policyApi, replayApi, streamApi } from "./perception-api.ts";
import type { PolicyService } from "../../../src/perception/policies/policy-service.ts";
import type { SiteModes } from "../../../src/perception/policies/site-mode.ts";
import { RunningStreams } from "../../../src/perception/streams/running-streams.ts";
import { streamHandler } from "../../../src/perception/streams/stream-handler.ts";
import { streamOperation } from "../../../src/perception/streams/stream-operation.ts";
import { StreamService } from "../../../src/perception/streams/stream-service.ts";
import type { Vision } from "../../../src/perception/core/vision-port.ts";
import { FakeClock } from "../box/fake-clock.ts";
import { FakeCameraEvents } from "../cameras/fake-camera-events.ts";
import { FakeIngest, type FakeRun } from "../cameras/fake-ingest.ts";
import { FakeVision } from "./fake-vision.ts";
import { makePolicies } from "./make-policies.ts";
import { noTranscodes } from "./no-transcodes.ts";
import { makeStore } from "../store/make-store.ts";
import { makeRecordings } from "../cameras/make-recordings.ts";
import { callerOf, noReceivers, requestOf, settingsContext } from "./perception-fixtures.ts";
import { tempDir } from "../box/temp-dir.ts";

/** Pictures in memory. */
export class MemoryEvidence {
  readonly pictures = new Map<string, Uint8Array>();

  put(org: string, jpeg: Uint8Array): Promise<string> {
    const id = uuidv7();
    this.pictures.set(`${org}/${id}`, jpeg);
    return Promise.resolve(id);
  }

  url(org: string, id: string): string | null {
    return this.pictures.has(`${org}/${id}`) ? `http://box/assets/${id}.jpg` : null;
  }

  clipUrl(): string | null {
    return null;
  }

  keep(): Promise<void> {
    return Promise.resolve();
  }

  read(org: string, id: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.pictures.get(`${org}/${id}`));
  }
}

/** A stream job that runs on the rig. */
export interface RigJob {
  id: string;
  streamId: string;
  updates: { phase?: string; payload?: JsonObject }[];
  outcome: Promise<JobOutcome>;
  abort(reason: "cancel" | "shutdown"): void;
}

/**
 * Perception on a real store, event log and camera registry, with a scripted ingest and eye, and a
 * clock that moves with the frames.
 */
export class PerceptionRig {
  readonly clock = new FakeClock(1_790_000_000_000);
  readonly ingest = new FakeIngest();
  readonly vision: FakeVision;
  readonly evidence = new MemoryEvidence();
  readonly events: Event[] = [];
  readonly running = new RunningStreams();
  readonly moves = new CameraMoves();
  readonly cameraEvents = new FakeCameraEvents();
  readonly live = new Map<string, RigJob>();
  readonly parts: SharedParts & PictureSeriesParts;
  readonly streamService: StreamService;
  /** Streams, policies and replays as the API answers about them. */
  readonly streams: ReturnType<typeof streamApi>;
  readonly coverage: CoverageLedger;
  readonly policyService: PolicyService;
  readonly policies: ReturnType<typeof policyApi>;
  readonly modes: SiteModes;
  readonly policyReplay: PolicyReplay;
  readonly replay: ReturnType<typeof replayApi>;
  readonly incidents: IncidentService;
  readonly #ptsSec = new Map<FakeRun, number>();

  private constructor(made: {
    vision: FakeVision;
    ingest: Ingest | undefined;
    parts: Pick<SharedParts, "vision" | "store" | "events" | "log" | "recordings" | "minScore"> & {
      settings: SettingsContext;
    };
    tracksDir: string;
  }) {
    this.vision = made.vision;
    const cameras = new CameraRegistry({
      ingest: made.ingest ?? this.ingest,
      clock: this.clock,
      log: silentLogger,
      random: () => 0.5,
    });
    const { clock, evidence, running } = this;
    const { store, log } = made.parts;
    this.coverage = new CoverageLedger({
      store,
      clock,
      log,
      orgs: () => ["default"],
      maxAgeMs: 90 * 24 * 3_600_000,
    });
    this.coverage.start();
    const { coverage } = this;
    const stored = makePolicies({ ...made.parts, clock, running });
    const { policies, resolver } = stored;
    const kept = { dir: made.tracksDir, maxAgeMs: 1e12, maxBytes: 1e9 };
    const tracks = new TrackFiles({ ...kept, clock, log });
    this.policyService = stored.service;
    this.policies = policyApi(stored.service);
    this.modes = stored.modes;
    const { moves, cameraEvents } = this;
    const own = { cameras, cameraEvents, clock, evidence, coverage, resolver, tracks, moves };
    this.parts = { ...made.parts, ...own, pcm: new FfmpegPcmDecoder() };
    this.policyReplay = new PolicyReplay({ ...this.parts, policies });
    this.replay = replayApi(this.policyReplay);
    this.streamService = new StreamService(
      {
        ...this.parts,
        receivers: noReceivers,
        checkSource: (source) => Promise.resolve(source),
        transcodes: noTranscodes(cameras),
      },
      this.running,
      {
        isLive: (_org, id) => this.live.has(id),
        input: () => Promise.resolve(undefined),
        replaceInput: () => Promise.reject(new Error("the rig has no inputs")),
        cancel: async (_org, id) => {
          this.live.get(id)?.abort("cancel");
          await this.live.get(id)?.outcome;
        },
      },
    );
    this.streams = streamApi(this.streamService);
    this.incidents = new IncidentService(
      { ...this.parts, shrink: async (jpeg) => jpeg },
      this.running,
    );
  }

  /** `incidents.list` in one turn, for conditions that tests wait for. */
  listed(org: string, query: IncidentQuery, page: PageRequest): Page<IncidentWire> {
    const { from, to, search: _search, ...rest } = query;
    const times = { fromMs: from && from * 1000, toMs: to && to * 1000 };
    const found = listIncidents(this.parts.store, org, { filter: { ...rest, ...times }, page });
    return { ...found, items: found.items.map((one) => incidentWire(one, this.evidence)) };
  }

  /** A rig on a new store, or on `store` of an earlier one, as after a restart. */
  static async make(
    t: Pick<TestContext, "after">,
    options: { vision?: Vision; ingest?: Ingest; store?: Store } = {},
  ): Promise<PerceptionRig> {
    // With a real eye, the scripted parts of the rig are not used.
    const vision = (options.vision ?? new FakeVision()) as FakeVision;
    const store = options.store ?? (await makeStore(t));
    const choice = new ModelChoice({ store, configured: () => "auto" });
    const context = await settingsContext(vision);
    const defaults = {
      ...context.defaults,
      get model() {
        return choice.current();
      },
    };
    const settings = { ...context, defaults };
    const log = silentLogger;
    const eventLog = new EventLog({ store, clock: new FakeClock(1_790_000_000_000), log });
    await eventLog.start();
    t.after(() => eventLog.stop());
    const recordings = await makeRecordings(t, { store });
    const own = { vision, store, events: eventLog, log, settings, recordings };
    const parts = { ...own, minScore: () => 0.4 };
    const rig = new PerceptionRig({
      vision,
      ingest: options.ingest,
      parts,
      tracksDir: await tempDir(t),
    });
    eventLog.subscribe((event) => rig.events.push(event));
    t.after(async () => {
      for (const job of rig.live.values()) job.abort("shutdown");
      await Promise.allSettled([...rig.live.values()].map((job) => job.outcome));
    });
    return rig;
  }

  /** Accepts `body` as the queue would, and runs it. */
  async submit(body: unknown, org = "default"): Promise<RigJob> {
    const operation = streamOperation({
      resolver: this.parts.resolver,
      clock: this.clock,
      checkSource: (source) => Promise.resolve(source),
      receivers: noReceivers,
      isJobLive: (_store, _org, id) => this.live.has(id),
    });
    const prepared = await operation.prepare(requestOf(body) as never, callerOf(org));
    const id = uuidv7();
    const job = { id, org } as Job;
    await this.parts.store.transact((tx) => prepared.onAccept?.(tx, job));
    return this.run(job, prepared.input, prepared.tags!["streamId"]!);
  }

  /** Runs an accepted job, also a second time as after a restart. */
  run(job: Job, input: JsonObject, streamId: string): RigJob {
    const controller = new AbortController();
    let reason: "cancel" | "shutdown" | undefined;
    const updates: RigJob["updates"] = [];
    const context: JobContext = {
      job,
      input,
      blob: () => Promise.reject(new Error("no blobs here")),
      signal: controller.signal,
      abortReason: () => reason,
      update: (change) => {
        updates.push(change);
        return Promise.resolve();
      },
    };
    const outcome = streamHandler(
      { ...this.parts, createStream: (task, onChange) => createStream(this.parts, task, onChange) },
      this.running,
    )
      .run(context)
      .finally(() => this.live.delete(job.id));
    outcome.catch(() => {});
    const abort = (why: "cancel" | "shutdown"): void => {
      reason ??= why;
      controller.abort();
    };
    const handle = { id: job.id, streamId, updates, outcome, abort };
    this.live.set(job.id, handle);
    return handle;
  }

  /** Plays `seconds` of frames of the newest connection; the clock goes along. */
  async play(seconds: number, options: { fps?: number; run?: FakeRun } = {}): Promise<void> {
    const { fps = 5, run = this.ingest.last } = options;
    const startSec = this.#ptsSec.get(run) ?? 0;
    for (let frame = 0; frame < seconds * fps; frame += 1) {
      const ptsSec = startSec + frame / fps;
      this.clock.advance(1000 / fps);
      await run.frame(ptsSec, frame % 10 === 0);
      await settle();
    }
    this.#ptsSec.set(run, startSec + seconds);
    await this.stored();
  }

  /** Waits until what the running streams have to store is stored. */
  async stored(): Promise<void> {
    for (let i = 0; i < 3; i += 1) {
      await settle();
      for (const runner of this.running.all()) await runner.evidence.writer.flush();
    }
  }

  /** Types of the incident events so far, each with its incident's type. */
  told(): string[] {
    return this.events
      .filter((event) => event.type.startsWith("incident."))
      .map((event) => `${event.type.slice("incident.".length)} ${String(event.data["type"])}`);
  }

  states(): unknown[] {
    return this.events
      .filter((event) => event.type === "stream.status")
      .map((event) => event.data["state"]);
  }
}

/** Lets everything that is ready run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
