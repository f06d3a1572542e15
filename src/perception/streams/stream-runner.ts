import type { ErrorCode } from "../../base/contract/error-codes.ts";
import type { CameraLease } from "../../cameras/camera.ts";
import type { Fragment, SourceProblem, SourceSpec, SourceStatus } from "../../cameras/source.ts";
import type { Timer } from "../../base/core/clock.ts";
import { FreezeWatch } from "./freeze-watch.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { leftBehind } from "../incidents/prior-incidents.ts";
import { getIncident } from "../incidents/incident-store.ts";
import type { IncidentWriter } from "../incidents/incident-writer.ts";
import { StreamIncidents } from "../incidents/incidents.ts";
import { LatencyMeter } from "../core/latency-meter.ts";
import { mainWire, openMain } from "./main-source.ts";
import type { RecorderState } from "../../cameras/recording/stream-recorder.ts";
import type { PerceptionParts } from "./perception-parts.ts";
import type { StreamTask } from "./stream-task.ts";
import { Rate } from "../core/rate.ts";
import { ConditionTracker, type StreamCondition } from "../core/stream-condition.ts";
import { StreamEvidence } from "./stream-evidence.ts";
import { eyeOptions, newestStill } from "./vision-options.ts";
import { StreamMemory } from "./stream-memory.ts";
import { StreamJudge } from "./stream-judge.ts";
import { type ResolvedSettings, resolveTolerantly } from "../settings/resolve-settings.ts";
import type { StreamSettings } from "../settings/stream-settings.ts";
import {
  loadDropsOf,
  sourceHealth,
  type StreamHealth,
  StreamTally,
  type StreamTotals,
} from "./stream-tally.ts";
import type { Track } from "../core/track.ts";
import type { TrackRecorder } from "../tracks/track-log.ts";
import { VideoLossWatch } from "./video-loss-watch.ts";
import { StreamCoverage, longestGapMs } from "../coverage/stream-coverage.ts";
import type {
  FrameResult,
  Overlay,
  Still,
  StillOptions,
  VisionStream,
} from "../core/vision-port.ts";

/** Without any frame for this long, open incidents are resolved. */
const BLIND_MS = 30_000;
/** A stream whose video arrives and of which nothing was looked at for so many periods is not watching. */
const STALLED_PERIODS = 3;
const STALLED_MS = 10_000;
const TICK_MS = 5000;

/**
 * One watched stream: a lease on the camera, an eye in the vision process, and the judgement of
 * what it sees. Runs until `stop`; a file ends by itself, which `ended` tells.
 */
export class StreamRunner {
  /** Settles when a file is at its end: null, or why it cannot be read. Live sources never do. */
  readonly ended: Promise<{ code: ErrorCode; message: string } | null>;
  /** Settles when `stop` is done: camera and eye are free for another runner of the same stream. */
  readonly stopped: Promise<void>;
  readonly #stopped = Promise.withResolvers<void>();
  readonly #parts: PerceptionParts;
  readonly task: StreamTask;
  readonly #latency: LatencyMeter;
  readonly #evidence: StreamEvidence;
  readonly #condition: ConditionTracker;
  readonly #judge: StreamJudge;
  readonly #recorder: TrackRecorder;
  /** Of live sources. */
  readonly #memory: StreamMemory | undefined;
  readonly #rate: Rate;
  readonly #videoLoss: VideoLossWatch;
  readonly #coverage = new StreamCoverage();
  readonly #end: (problem: { code: ErrorCode; message: string } | null) => void;
  #resolved: ResolvedSettings;
  #settings: StreamSettings;
  /** What is looked at. */
  #lease: CameraLease | undefined;
  /** Kept connected beside a sub-stream, for recordings and viewers. */
  #main: CameraLease | undefined;
  #eye: VisionStream | undefined;
  #tick: Timer | undefined;
  #modelUsed: { used: string; problem: string | null } | null = null;
  readonly #freeze = new FreezeWatch();
  #lastFrameMs: number;
  #isBlind = false;
  #isStopped = false;
  readonly #tally = new StreamTally();

  constructor(
    parts: PerceptionParts,
    task: StreamTask,
    onChange: (condition: StreamCondition) => void,
  ) {
    this.stopped = this.#stopped.promise;
    this.#parts = parts;
    this.task = task;
    this.#settings = task.settings;
    const { org, streamId, jobId } = task;
    const owner = { org, streamId, jobId };
    const log = parts.log.child({ streamId, jobId });
    this.#latency = new LatencyMeter(parts, task);
    const own = resolveTolerantly(task.settings, parts.settings);
    this.#resolved = parts.policies.addTo(task, task.settings, own);
    this.#evidence = new StreamEvidence(parts, task, { log, latency: this.#latency });
    this.#condition = new ConditionTracker(
      () => parts.clock.wallMs(),
      (condition) => {
        this.#coverage.onCondition(condition);
        onChange(condition);
      },
    );
    this.#rate = new Rate(parts.clock);
    this.#lastFrameMs = parts.clock.monoMs();
    const incidents = new StreamIncidents(
      owner,
      {
        write: (record, change) => this.#evidence.write(record, change),
        find: (id) => getIncident(parts.store, org, id),
        onOpened: (record) => this.#onOpened(record),
      },
      { policy: this.#resolved.policy, ghosts: this.#loadGhosts() },
    );
    this.#recorder = parts.tracks.record(task);
    this.#memory = task.source.kind === "file" ? undefined : new StreamMemory(parts, task);
    const known = { minScore: parts.minScore, ...this.#memory?.ofJudge() };
    const judging = { incidents, recorder: this.#recorder, ...known };
    this.#judge = new StreamJudge(streamId, judging, this.#resolved);
    this.#videoLoss = new VideoLossWatch({
      clock: parts.clock,
      plans: () => this.#resolved.plans,
      lastSec: () => this.#judge.lastSec,
      take: (results, moment) => incidents.stepBlind(results, moment),
    });
    const { promise, resolve } = Promise.withResolvers<SourceProblem | null>();
    this.ended = promise;
    this.#end = resolve;
  }

  /** Begins to watch. */
  start(): void {
    const { source, org, streamId } = this.task;
    if (source.kind !== "file") this.#beginCoverage();
    this.#eye = this.#parts.vision.open(
      {
        streamId: `${org}/${streamId}`,
        ...this.#eyeOptions(),
        lossless: source.kind === "file",
      },
      {
        onResult: (result) => this.#onResult(result),
        onHealth: (health) => this.#condition.onVision(health),
        onDecodeProblem: (problem) => this.#condition.onDecode(problem),
        // What is followed has rules whose time runs: they need every frame.
        mayIdle: () => this.#judge.tracks.length === 0,
        onModel: ({ used, problem }) => {
          this.#modelUsed = { used, problem: problem?.message ?? null };
          this.#coverage.onModel(problem);
        },
      },
    );
    if (this.task.sub) this.#main = openMain(this.#parts.cameras, source, this.#evidence.video);
    this.#lease = this.#parts.cameras.acquire(this.task.sub ?? source, {
      onInit: (init) => {
        this.#judge.setAspect(init.widthPx, init.heightPx);
        if (!this.#main) this.#evidence.video.init(init);
        this.#eye?.init(init);
      },
      onFragment: (fragment) => this.#onFragment(fragment),
      onStatus: (status) => this.#onStatus(status),
    });
    this.#onStatus(this.#lease.status());
    this.#tick = this.#parts.clock.every(TICK_MS, () => this.#onTick());
  }

  /**
   * Ends the watch. `resolve` closes the stream's incidents; without it they stay open for the run
   * after a restart. Idempotent.
   */
  async stop(how: { resolve: boolean }): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#tick?.cancel();
    this.#coverage.end(how.resolve);
    this.#videoLoss.stop();
    if (how.resolve) this.#judge.incidents.finish();
    else this.#judge.incidents.keep();
    try {
      await this.#evidence.writer.flush();
      await this.#lease?.release();
      await this.#main?.release();
      await this.#evidence.closeVideo();
      await this.#eye?.close();
      await this.#recorder.close();
      await this.#memory?.keep(this.#judge);
    } finally {
      this.#stopped.resolve();
    }
    await this.#evidence.picturesMade();
    this.#condition.end();
    await this.#evidence.writer.flush();
  }

  /**
   * Changes the running stream without touching the camera's connection. `own`: the settings after
   * all checks; the stored policies come to them here.
   */
  configure(settings: StreamSettings, own: ResolvedSettings): void {
    this.#settings = settings;
    this.#resolved = this.#parts.policies.addTo(this.task, settings, own);
    this.#judge.configure(this.#resolved);
    this.#evidence.configure(settings);
    this.#eye?.reconfigure(this.#eyeOptions());
  }

  get sub(): SourceSpec | undefined {
    return this.task.sub;
  }

  /** Takes over what has changed around the stream's own settings, such as the stored policies. */
  refresh(): void {
    this.configure(this.#settings, resolveTolerantly(this.#settings, this.#parts.settings));
  }

  get source(): SourceSpec {
    return this.task.source;
  }

  get settings(): StreamSettings {
    return this.#settings;
  }

  get resolved(): ResolvedSettings {
    return this.#resolved;
  }

  get incidents(): StreamIncidents {
    return this.#judge.incidents;
  }

  get writer(): IncidentWriter {
    return this.#evidence.writer;
  }

  /** Hours of the week in which it is known what is usual; null where nobody asks. */
  get knownHours(): number | null {
    return this.#judge.knownHours;
  }

  condition(): StreamCondition {
    return this.#condition.get();
  }

  /** Why a live stream's pictures could not be decoded, now or within the last ten minutes; else null. */
  decodeTrouble(): string | null {
    return this.task.source.kind === "file" ? null : this.#condition.decodeTrouble();
  }

  /** The model that really looks, and why it is not the asked one. */
  model(): { used: string | null; problem: string | null } {
    return this.#modelUsed ?? { used: null, problem: null };
  }

  /** Rates, drops and what is in sight, as the wire shows them. */
  health(): StreamHealth {
    return {
      ...sourceHealth(this.#lease?.status()),
      fps_detected: this.#rate.perSec(),
      idle: (this.#eye?.idleGopSec() ?? null) !== null,
      frames_dropped: this.dropped(),
      main_source: mainWire(this.#main?.status()),
      open_incidents: this.#judge.incidents.counts().open,
      // Long without a frame, nothing is in sight.
      tracks: this.#isBlind ? 0 : this.#judge.tracks.length,
    };
  }

  /** Frames that were not judged, by reason. */
  dropped(): Record<string, number> {
    return { ...this.#eye?.drops(), late: this.#judge.staleFrames };
  }

  totals(): StreamTotals {
    const { opened, byType } = this.#judge.incidents.counts();
    return {
      ...this.#tally.totals(),
      tracks: this.#judge.tracksEver,
      incidents: opened,
      incidentsByType: byType,
      dropped: this.dropped(),
    };
  }

  /** The newest picture with what is seen drawn in; `stream_not_ready` before the first. */
  still(options: StillOptions): Promise<Still> {
    const { masks } = this.#settings;
    const overlay = (): Overlay => this.#judge.overlay();
    return newestStill(this.#parts.vision, { ring: this.#lease?.ring, masks, overlay }, options);
  }

  /** Things in sight. */
  get tracks(): readonly Track[] {
    return this.#judge.tracks;
  }

  /** How the recording of the stream is doing; while the camera sends nothing it waits. */
  recording(): RecorderState {
    const recorded = this.#evidence.video.state();
    const isFed = (this.#main ?? this.#lease)?.status().state === "online";
    return recorded.state === "recording" && !isFed ? { ...recorded, state: "waiting" } : recorded;
  }

  /** Starts annotated live pictures. */
  live(options: { fps: number; maxWidthPx: number; onJpeg: (jpeg: Uint8Array) => void }): {
    close(): void;
  } {
    const id = `${this.task.org}/${this.task.streamId}`;
    return this.#parts.vision.live(id, { ...options, overlay: () => this.#judge.overlay() });
  }

  #eyeOptions() {
    return eyeOptions(this.#settings, this.#resolved, this.#parts.minScore);
  }

  #beginCoverage(): void {
    const { org, streamId } = this.task;
    this.#coverage.begin(this.#parts.coverage, {
      org,
      streamId,
      maxGapMs: () => longestGapMs(this.#settings.fpsCap, this.#eye?.idleGopSec() ?? null),
      loadDrops: () => loadDropsOf(this.dropped()),
    });
  }

  /** What an earlier run of the job left, for this one to go on with; what other jobs left open ends. */
  #loadGhosts(): IncidentRecord[] {
    const { cooldownSec, cooldowns } = this.#resolved.policy;
    const longestSec = Math.max(cooldownSec, ...(cooldowns?.values() ?? []));
    const sinceMs = this.#parts.clock.wallMs() - Math.max(BLIND_MS, longestSec * 1000);
    const { ghosts, strays } = leftBehind(this.#parts.store, this.task, sinceMs);
    for (const record of strays) {
      const resolvedAtMs = record.lastSeenAtMs;
      this.#evidence.write({ ...record, state: "resolved", resolvedAtMs }, "resolved");
    }
    return ghosts;
  }

  #onFragment(fragment: Fragment): void | Promise<void> {
    this.#judge.timeline.note(fragment);
    this.#videoLoss.onVideo();
    this.#freeze.onFragment(fragment);
    this.#coverage.onFragment();
    if (!this.#main) this.#evidence.video.push(fragment);
    const looked = this.#eye?.push(fragment);
    if (this.task.source.kind !== "file") return looked;
    return Promise.all([looked, this.#evidence.video.room()]).then(() => undefined);
  }

  #onStatus(status: SourceStatus): void {
    this.#condition.onSource(status);
    if (this.task.source.kind !== "file") {
      this.#videoLoss.onSource(this.#isStopped || status.state === "online");
      return;
    }
    if (status.state === "ended") void this.#drain(status.problem);
    else if (status.state === "offline") this.#end(status.problem);
  }

  async #drain(problem: { code: ErrorCode; message: string } | null): Promise<void> {
    try {
      await this.#eye?.drain();
    } finally {
      this.#end(problem ?? this.#condition.get().error);
    }
  }

  #onResult(result: FrameResult): void {
    this.#condition.onDecode(null);
    if (this.#isStopped || !this.#judge.judge(result)) return;
    this.#rate.mark();
    this.#coverage.onFrame(result.identicalSec);
    this.#lastFrameMs = this.#parts.clock.monoMs();
    this.#isBlind = false;
    this.#tally.noteFrame(result);
    this.#latency.frame(result, this.#judge.frameWallMs);
    this.#watchForFreeze(result);
  }

  #watchForFreeze(result: FrameResult): void {
    if (this.task.source.kind === "file") return;
    const frozenSec = this.#freeze.onResult(result);
    if (frozenSec === null) return;
    const message = `The camera has sent the same picture for ${Math.round(frozenSec)} s`;
    this.#lease?.reconnect({ code: "stream_frozen", message });
  }

  #onOpened(record: IncidentRecord): void {
    this.#tally.noteIncident(record.id);
    const { frame } = this.#judge;
    this.#latency.since("incident", record.openedAtMs);
    this.#parts.hub?.opened(record, frame);
    const ring = this.#lease?.ring;
    if (!ring || frame === null) return;
    // After this frame's other incidents are open too: one picture shows them all.
    queueMicrotask(() => {
      const look = { overlay: this.#judge.overlay(), masks: this.#settings.masks ?? [] };
      void this.#evidence.picture(record, { ring, frame, look, incidents: this.incidents });
    });
  }

  #onTick(): void {
    void this.#memory?.keepSometimes(this.#judge);
    const blindMs = this.#parts.clock.monoMs() - this.#lastFrameMs;
    this.#noteStall(blindMs);
    if (this.#isBlind || blindMs < BLIND_MS) return;
    this.#isBlind = true;
    this.#judge.incidents.finish("video_loss");
  }

  /** Whatever the cause: pictures that arrive and are not looked at are no state to call `watching`. */
  #noteStall(blindMs: number): void {
    if (this.task.source.kind === "file" || this.condition().state !== "watching") return;
    const gapMs = longestGapMs(this.#settings.fpsCap, this.#eye?.idleGopSec() ?? null);
    if (blindMs < Math.max(STALLED_MS, STALLED_PERIODS * gapMs)) return;
    const message = `No picture of this stream was looked at for ${Math.round(blindMs / 1000)} s`;
    this.#condition.onDecode({ code: "stream_broken", message });
  }
}
