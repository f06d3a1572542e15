import { areSameTracks } from "../../cameras/extra-tracks.ts";
import type { CameraMetadata } from "../../cameras/metadata/camera-metadata.ts";
import type { Fragment, SourceProblem, SourceSpec, SourceStatus } from "../../cameras/source.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { ConditionTracker } from "../core/stream-condition.ts";
import { noAutotracking, type StreamAutotracking } from "../core/stream-autotracking.ts";
import type { StreamBackfill } from "../core/backfill-terms.ts";
import type { StreamTalk } from "../core/stream-talk.ts";
import type { FrameResult } from "../core/vision-port.ts";
import { longestGapMs, type StreamCoverage } from "../coverage/stream-coverage.ts";
import type { CoverageLedger } from "../coverage/coverage-ledger.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import type { StreamIncidents } from "../incidents/incidents.ts";
import type { SettingsResolver } from "../settings/settings-resolver.ts";
import { staleMs } from "../camera-model/metadata-watch.ts";
import {
  type StreamSettings,
  type StreamSources,
  withTracks,
} from "../settings/stream-settings.ts";
import type { SoundWatch } from "../sound/sound-watch.ts";
import type { TrackRecorder } from "../tracks/track-log.ts";
import { FreezeWatch } from "./freeze-watch.ts";
import type { StreamActivity } from "./stream-activity.ts";
import type { StreamEvidence } from "./stream-evidence.ts";
import { droppedFrames, loadDropsOf } from "./dropped-frames.ts";
import type { StreamInput } from "./stream-input.ts";
import type { StreamJudge } from "./stream-judge.ts";
import type { StreamMemory } from "./stream-memory.ts";
import type { CurrentSettings, StreamTask } from "./stream-task.ts";
import type { StreamVision } from "./stream-vision.ts";
import { UnjudgedVideo } from "./unjudged-video.ts";
import type { CameraEventWatch } from "./camera-event-watch.ts";
import type { VideoLossWatch } from "./video-loss-watch.ts";

const tickMs = 5000;

/** The parts of one running stream; `createStream` builds them. */
export interface StreamRunnerParts {
  task: StreamTask;
  settings: CurrentSettings;
  input: StreamInput;
  sound: SoundWatch;
  vision: StreamVision;
  judge: StreamJudge;
  evidence: StreamEvidence;
  condition: ConditionTracker;
  activity: StreamActivity;
  coverage: StreamCoverage;
  ledger: CoverageLedger;
  videoLoss: VideoLossWatch;
  cameraEvents: CameraEventWatch;
  recorder: TrackRecorder;
  /** Of live sources. */
  memory: StreamMemory | undefined;
  /** Open incidents that earlier jobs of the stream left. */
  strays: readonly IncidentRecord[];
  resolver: SettingsResolver;
  clock: Clock;
}

function haveSameTracks(a: StreamSources, b: StreamSources): boolean {
  const isSame = (one: SourceSpec | undefined, other: SourceSpec | undefined): boolean =>
    one === other || (!!one && !!other && areSameTracks(one, other));
  return isSame(a.source, b.source) && isSame(a.sub, b.sub);
}

/**
 * One watched stream: its cameras, its detector, and the judgement of its frames. Runs until `stop`; a file
 * ends by itself, which settles `ended`.
 */
export class StreamRunner {
  readonly task: StreamTask;
  readonly settings: Readonly<CurrentSettings>;
  readonly input: StreamInput;
  readonly vision: StreamVision;
  readonly judge: StreamJudge;
  readonly evidence: StreamEvidence;
  readonly condition: ConditionTracker;
  readonly activity: StreamActivity;
  readonly cameraEvents: CameraEventWatch;
  /** The service of talks writes it. */
  readonly talk: StreamTalk = { state: "unknown", codec: null, talker: null };
  /** The service of backfills writes it. */
  backfill: StreamBackfill = { state: "off", problem: null };
  /** Autotracking writes it. */
  autotracking: StreamAutotracking = noAutotracking;
  /** Somebody needs every frame until then, in monotonic milliseconds; the speed limits of robots write it. */
  neededUntilMs = Number.NEGATIVE_INFINITY;
  readonly #parts: StreamRunnerParts;
  readonly #freeze = new FreezeWatch();
  readonly #unjudged: UnjudgedVideo;
  readonly #ended = Promise.withResolvers<SourceProblem | null>();
  readonly #stopped = Promise.withResolvers<void>();
  readonly #replaced = Promise.withResolvers<"replaced">();
  #tick: Timer | undefined;
  #isStopped = false;

  constructor(parts: StreamRunnerParts) {
    this.#parts = parts;
    this.task = parts.task;
    this.settings = parts.settings;
    this.input = parts.input;
    this.vision = parts.vision;
    this.judge = parts.judge;
    this.evidence = parts.evidence;
    this.condition = parts.condition;
    this.activity = parts.activity;
    this.cameraEvents = parts.cameraEvents;
    this.#unjudged = new UnjudgedVideo({
      clock: parts.clock,
      longestGapMs: () => this.#longestGapMs(),
      loadDrops: () => this.#loadDrops(),
    });
  }

  /**
   * Settles at the end of a file with null, or with the reason why it cannot be read. It never settles for
   * live sources.
   */
  get ended(): Promise<SourceProblem | null> {
    return this.#ended.promise;
  }

  /** Settles when `stop` has finished: another runner of the same stream may use camera and detector. */
  get stopped(): Promise<void> {
    return this.#stopped.promise;
  }

  /** Settles when another runner must take over, with other sources. */
  get replaced(): Promise<"replaced"> {
    return this.#replaced.promise;
  }

  /** Asks the stream's job to stop this runner and to go on with another. */
  replace(): void {
    this.#replaced.resolve("replaced");
  }

  get #isFile(): boolean {
    return this.task.source.kind === "file";
  }

  /** Starts watching. */
  start(): void {
    const { coverage, strays, clock } = this.#parts;
    for (const record of strays) {
      const resolvedAtMs = record.lastSeenAtMs;
      this.evidence.write({ ...record, state: "resolved", resolvedAtMs }, "resolved");
    }
    if (!this.#isFile) this.#openCoverage();
    this.vision.open({
      onResult: (result) => this.#onResult(result),
      onHealth: (health) => {
        this.#unjudged.reset();
        this.condition.onVision(health);
      },
      onDecodeProblem: (problem) => this.condition.onDecode(problem),
      // Behaviors about tracks measure time, so they need every frame.
      mayIdle: () =>
        this.judge.tracks.length === 0 &&
        !this.cameraEvents.isActive &&
        !this.#isAway() &&
        clock.monoMs() > this.neededUntilMs,
      onModel: (problem) => coverage.onModel(problem),
    });
    this.input.open({
      onInit: (init) => {
        this.judge.setAspect(init.widthPx, init.heightPx);
        this.vision.detector?.init(init);
      },
      onFragment: (fragment) => this.#onFragment(fragment),
      onStatus: (status) => this.#onStatus(status),
      onMetadata: (metadata) => this.#onMetadata(metadata),
    });
    this.cameraEvents.configure();
    this.#tick = clock.every(tickMs, () => this.#onTick());
  }

  /**
   * Stops watching. `resolve` closes the stream's incidents; without it they stay open for the run after a
   * restart. Idempotent.
   */
  async stop(how: { resolve: boolean }): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const { coverage, videoLoss, recorder, memory } = this.#parts;
    this.#tick?.cancel();
    coverage.end(how.resolve);
    videoLoss.stop();
    this.cameraEvents.stop();
    if (how.resolve) this.#incidents.finish();
    else this.#incidents.keep();
    try {
      await this.evidence.writer.flush();
      await this.input.close();
      await this.#parts.sound.close();
      await this.evidence.closeVideo();
      await this.vision.close();
      await recorder.close();
      await memory?.keep(this.judge);
    } finally {
      this.#stopped.resolve();
    }
    await this.evidence.picturesMade();
    this.condition.end();
    await this.evidence.writer.flush();
  }

  /** Changes the running stream; only a change of its tracks makes another connection to the camera. */
  configure(requested: StreamSettings): void {
    if (!haveSameTracks(withTracks(this.task, requested), this.task)) this.replace();
    const { settings, resolver } = this.#parts;
    settings.requested = requested;
    settings.resolved = resolver.effective(this.task, requested);
    this.judge.configure(settings.resolved);
    this.evidence.configure(requested);
    this.vision.reconfigure();
    if (!this.#isStopped) this.cameraEvents.configure();
  }

  /** Applies changes outside the stream's own settings, such as the stored policies. */
  refresh(): void {
    this.configure(this.settings.requested);
  }

  get #incidents(): StreamIncidents {
    return this.judge.incidents;
  }

  #openCoverage(): void {
    const { coverage, ledger } = this.#parts;
    const { org, streamId } = this.task;
    coverage.begin(ledger, {
      org,
      streamId,
      maxGapMs: () => this.#longestGapMs(),
      loadDrops: () => this.#loadDrops(),
    });
  }

  #loadDrops(): number {
    return loadDropsOf(droppedFrames(this));
  }

  #longestGapMs(): number {
    if (this.vision.camera) return staleMs;
    return longestGapMs(this.settings.requested.fpsCap, this.vision.idleGopSec());
  }

  #onFragment(fragment: Fragment): void | Promise<void> {
    const { coverage, videoLoss } = this.#parts;
    this.judge.timeline.note(fragment);
    videoLoss.onVideo();
    this.#freeze.onFragment(fragment);
    coverage.onFragment();
    if (!this.#isFile) this.#unjudged.onFragment();
    const pushed = this.vision.detector?.push(fragment);
    if (!this.#isFile) return pushed;
    return Promise.all([pushed, this.evidence.video.room()]).then(() => undefined);
  }

  #onMetadata(metadata: CameraMetadata): void {
    if (this.#isStopped) return;
    this.vision.camera?.onMetadata(metadata);
    if (metadata.type === "document") this.cameraEvents.onMetadata(metadata.events);
    else this.#noteStall();
  }

  #onStatus(status: SourceStatus): void {
    this.condition.onSource(status);
    if (status.state !== "online") this.#unjudged.reset();
    if (!this.#isFile) {
      this.#parts.videoLoss.onSource(this.#isStopped || status.state === "online");
      return;
    }
    if (status.state === "ended") void this.#drain(status.problem);
    else if (status.state === "offline") this.#ended.resolve(status.problem);
  }

  async #drain(problem: SourceProblem | null): Promise<void> {
    try {
      await this.vision.detector?.drain();
    } finally {
      this.#ended.resolve(problem ?? this.condition.get().error);
    }
  }

  #onResult(result: FrameResult): void {
    this.condition.onDecode(null);
    if (this.#isStopped || !this.judge.judge(result)) return;
    this.activity.onFrame(result, this.judge.frameWallMs);
    this.#unjudged.reset();
    this.#parts.coverage.onAway(this.#isAway());
    this.#parts.coverage.onFrame(result.identicalSec);
    if (!this.#isFile) this.#reconnectFrozen(result);
  }

  #isAway(): boolean {
    return this.#parts.memory?.isAway() ?? false;
  }

  #reconnectFrozen(result: FrameResult): void {
    const frozenSec = this.#freeze.onResult(result);
    if (frozenSec === null) return;
    const message = `The camera has sent the same picture for ${Math.round(frozenSec)} s`;
    this.input.watched?.reconnect({ code: "stream_frozen", message });
  }

  #onTick(): void {
    void this.#parts.memory?.keepSometimes(this.judge);
    this.#noteStall();
    // The loss itself and the camera's own reports need no picture.
    if (this.activity.noteBlindness())
      this.#incidents.finish(({ type, source }) => type === "video_loss" || source === "camera");
  }

  /** Reports a stream whose frames arrive unjudged as not `watching`, whatever the cause. */
  #noteStall(): void {
    if (this.condition.get().state !== "watching") return;
    const { camera } = this.vision;
    const problem = camera ? camera.problem() : this.#unjudged.problem();
    if (camera && problem) this.cameraEvents.onMetadataLost();
    if (problem) this.condition.onDecode(problem);
  }
}
