import type { Clock, Timer } from "../base/core/clock.ts";
import { describeError } from "../base/core/errors.ts";
import { omitUndefined } from "../base/core/omit-undefined.ts";
import type { Logger } from "../base/core/logger.ts";
import { ArrivalRate } from "./arrival-rate.ts";
import type { CameraWatcher, FragmentRing } from "./camera.ts";
import type { Ingest, IngestEvents, IngestRun } from "./ingest-port.ts";
import { MediaClock, timingOf } from "./media-clock.ts";
import { MemoryFragmentRing, type RingLimits, type RingStats } from "./memory-fragment-ring.ts";
import { Reconnect } from "./reconnect.ts";
import type { Fragment, InitSegment, SourceProblem, SourceSpec, SourceStatus } from "./source.ts";
import { StallWatch } from "./stall-watch.ts";
import { areSameTracks, unionOf, type ExtraTracks } from "./extra-tracks.ts";

/** The parts that a supervisor is built from. */
export interface CameraSupervisorOptions {
  /** The watchers say which tracks it gives besides its video. */
  source: SourceSpec;
  ingest: Ingest;
  clock: Clock;
  log: Logger;
  /** Uniform in [0, 1), for the jitter of reconnects. */
  random?: () => number;
  ring?: Partial<RingLimits>;
}

/** A connection that lasted this long was good: the next delay is the first again. */
const healthyMs = 30_000;
const stallCheckMs = 250;
/**
 * A track that nobody wants any more ends this much later: a stream whose settings change leaves before it comes back,
 * and each change of tracks is a new connection.
 */
const unwantedMs = 1000;
/** Format changes within `healthyMs` that are followed at once; more indicate a broken camera. */
const maxQuickChanges = 5;

const endedByPeer: SourceProblem = {
  code: "stream_unreachable",
  message: "The camera ended the stream.",
};
const stalled: SourceProblem = {
  code: "stream_stalled",
  message:
    "The camera is connected but sends no pictures. Check its network cable and load; restart it if that does not help.",
};

type WatcherState = { joined: boolean; tracks: ExtraTracks };

/**
 * One source and all its watchers: keeps one connection open for as long as it runs, with the tracks that they want,
 * reconnects with growing delays, and feeds the ring and the watchers. A file is read once.
 * Watchers cannot affect each other or the ring: their exceptions are logged and dropped.
 */
export class CameraSupervisor {
  readonly #options: CameraSupervisorOptions;
  readonly #isLive: boolean;
  readonly #ring: MemoryFragmentRing;
  readonly #watchers = new Map<CameraWatcher, WatcherState>();
  readonly #reconnect: Reconnect;
  readonly #rate = new ArrivalRate();
  readonly #stall = new StallWatch();
  #media: MediaClock;
  #run: IngestRun | undefined;
  /** Counts connections; events of an older one are ignored. */
  #epoch = 0;
  #generation = 0;
  #init: InitSegment | undefined;
  #status: Omit<SourceStatus, "fpsIn">;
  #onlineSinceMs: number | undefined;
  #quickChanges = 0;
  #stallTimer: Timer | undefined;
  /** The tracks of the present connection. */
  #tracks: ExtraTracks = {};
  #unwanted: Timer | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: CameraSupervisorOptions) {
    this.#options = options;
    this.#isLive = options.source.kind !== "file";
    this.#ring = new MemoryFragmentRing(options.ring);
    const { source, ingest } = options;
    const answers = (signal: AbortSignal): Promise<boolean> => ingest.answers(source, signal);
    this.#reconnect = new Reconnect({ ...options, answers });
    this.#media = new MediaClock(options.clock, timingOf(options.source));
    this.#status = {
      state: "starting",
      sinceMs: options.clock.wallMs(),
      problem: null,
      connects: 0,
      codec: null,
      widthPx: null,
      heightPx: null,
    };
  }

  get ring(): FragmentRing {
    return this.#ring;
  }

  ringStats(): RingStats {
    return this.#ring.stats();
  }

  status(): SourceStatus {
    const fpsIn = this.#rate.fps(this.#options.clock.monoMs());
    return { ...this.#status, fpsIn: Math.round(fpsIn * 10) / 10 };
  }

  /** Connects for the first time. Call once. */
  start(): void {
    if (this.#isLive) {
      this.#stallTimer = this.#options.clock.every(stallCheckMs, () => this.#checkStall());
    }
    this.#connect();
  }

  /** Ends the connection; idempotent. The ring can still be read. */
  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      this.#epoch += 1;
      this.#stallTimer?.cancel();
      this.#unwanted?.cancel();
      this.#reconnect.cancel();
      await this.#run?.stop();
    })();
    return this.#stopping;
  }

  /**
   * Adds a watcher, which may get tracks that only others want. It receives the status and, when there are pictures,
   * the header and the newest GOP, after the current call stack and before anything newer. A track that the present
   * connection lacks makes a new one.
   */
  watch(watcher: CameraWatcher, tracks: ExtraTracks = {}): void {
    const state: WatcherState = { joined: false, tracks };
    this.#watchers.set(watcher, state);
    const isLacking = !areSameTracks(unionOf([this.#tracks, tracks]), this.#tracks);
    if (this.#run && isLacking) this.#changeTracks();
    queueMicrotask(() => {
      if (this.#watchers.get(watcher) !== state) return;
      state.joined = true;
      this.#call(watcher, () => watcher.onStatus(this.status()));
      if (this.#init === undefined) return;
      const gop = this.#ring.latestGop();
      const isCurrent = gop?.init.generation === this.#init.generation;
      this.#call(watcher, () => watcher.onInit(this.#init!));
      if (!gop || !isCurrent) return;
      for (const fragment of gop.fragments) {
        this.#call(watcher, () => void this.#hand(watcher, fragment));
      }
    });
  }

  /** Removes a watcher; true when it was the last. */
  unwatch(watcher: CameraWatcher): boolean {
    this.#watchers.delete(watcher);
    if (this.#watchers.size === 0) return true;
    this.#unwanted?.cancel();
    this.#unwanted = this.#options.clock.after(unwantedMs, () => this.#dropUnwanted());
    return false;
  }

  /** Drops the connection because of `problem` and makes a new one after the next delay. */
  reconnect(problem: SourceProblem): void {
    if (this.#stopping || this.#status.state === "ended" || !this.#run) return;
    this.#lose(problem);
  }

  #wantedTracks(): ExtraTracks {
    return unionOf([...this.#watchers.values()].map(({ tracks }) => tracks));
  }

  #dropUnwanted(): void {
    if (this.#run && !areSameTracks(this.#wantedTracks(), this.#tracks)) this.#changeTracks();
  }

  /** Replaces the connection by one with the tracks that the watchers want now. */
  #changeTracks(): void {
    if (this.#stopping || !this.#isLive) return;
    const old = this.#run;
    this.#run = undefined;
    this.#epoch += 1;
    void old?.stop().then(() => this.#connect());
  }

  #connect(): void {
    if (this.#stopping) return;
    const epoch = (this.#epoch += 1);
    const isCurrent = (): boolean => this.#epoch === epoch;
    this.#stall.begin(this.#options.clock.monoMs());
    this.#status = { ...this.#status, connects: this.#status.connects + 1 };
    const events: IngestEvents = {
      onInit: (init) => {
        if (isCurrent()) this.#onInit(init);
      },
      onFragment: (fragment) => (isCurrent() ? this.#onFragment(fragment) : undefined),
      onMetadata: (metadata) => {
        if (isCurrent()) this.#forEachWatcher((watcher) => watcher.onMetadata?.(metadata));
      },
      onEnd: (problem) => {
        if (isCurrent()) this.#onEnd(problem);
      },
    };
    this.#tracks = this.#wantedTracks();
    const { sound: _sound, metadata: _metadata, ...video } = this.#options.source;
    this.#run = this.#options.ingest.open({ ...video, ...this.#tracks }, events);
  }

  #onInit(init: Omit<InitSegment, "generation">): void {
    this.#begin(init);
    const { codec, widthPx, heightPx } = init;
    const sound = init.sound && ("lack" in init.sound ? init.sound : { codec: init.sound.codec });
    const { sound: _former, ...status } = this.#status;
    this.#status = { ...status, codec, widthPx, heightPx, ...omitUndefined({ sound }) };
  }

  #begin(init: Omit<InitSegment, "generation">): void {
    this.#generation += 1;
    this.#media = new MediaClock(this.#options.clock, timingOf(this.#options.source));
    const segment: InitSegment = { ...init, generation: this.#generation };
    this.#init = segment;
    this.#ring.begin(segment);
    this.#forEachWatcher((watcher) => watcher.onInit(segment));
  }

  #onFragment(arrived: Omit<Fragment, "generation" | "wallMs">): void | Promise<void> {
    if (this.#init === undefined) return;
    const nowMs = this.#options.clock.monoMs();
    this.#rate.note(nowMs);
    this.#stall.note(arrived, nowMs);
    // The bytes stay decodable, but times before and after the jump are on different scales.
    if (arrived.key && this.#media.hasJumped(arrived.ptsSec)) this.#begin(this.#init);
    const wallMs = this.#media.stamp(arrived.ptsSec);
    const fragment: Fragment = { ...arrived, generation: this.#generation, wallMs };
    this.#ring.push(fragment);
    if (this.#status.state !== "online") {
      this.#onlineSinceMs = nowMs;
      this.#setState("online", null);
    }
    const waits: Promise<void>[] = [];
    this.#forEachWatcher((watcher) => {
      const wait = this.#hand(watcher, fragment);
      if (wait) waits.push(wait);
    });
    // A live source never waits: slow watchers drop frames themselves.
    if (this.#isLive || waits.length === 0) return undefined;
    return Promise.all(waits).then(() => undefined);
  }

  /** The promise never rejects. */
  #hand(watcher: CameraWatcher, fragment: Fragment): Promise<void> | undefined {
    const wait = watcher.onFragment(fragment);
    return wait?.catch((error: unknown) => this.#logWatcherError(error));
  }

  #onEnd(problem: SourceProblem | null): void {
    this.#run = undefined;
    if (!this.#isLive) {
      this.#epoch += 1;
      this.#setState("ended", problem);
      return;
    }
    this.#lose(problem ?? endedByPeer);
  }

  #checkStall(): void {
    const isStalled = this.#stall.check(this.#options.clock.monoMs());
    if (this.#run && isStalled) this.#lose(stalled);
  }

  /** Publishes that the connection has ended, closes what is left of it, and schedules the next. */
  #lose(problem: SourceProblem): void {
    const nowMs = this.#options.clock.monoMs();
    const wasHealthy =
      this.#onlineSinceMs !== undefined && nowMs - this.#onlineSinceMs >= healthyMs;
    if (wasHealthy) {
      this.#reconnect.reset();
      this.#quickChanges = 0;
    }
    const old = this.#run;
    this.#run = undefined;
    this.#epoch += 1;
    const isQuick = problem.code === "stream_changed" && this.#quickChanges < maxQuickChanges;
    if (isQuick) {
      this.#quickChanges += 1;
      this.#options.log.info({ problem: problem.code }, problem.message);
    } else {
      this.#onlineSinceMs = undefined;
      this.#rate.reset();
      this.#setState("offline", problem);
    }
    // A camera with few sessions refuses the next connection while the last one exists.
    const gone = old?.stop() ?? Promise.resolve();
    const connect = (): void => void gone.then(() => this.#connect());
    if (isQuick) connect();
    else this.#reconnect.plan(problem, connect);
  }

  #setState(state: SourceStatus["state"], problem: SourceProblem | null): void {
    const before = this.#status;
    const isSame = before.state === state && before.problem?.message === problem?.message;
    if (isSame) return;
    const sinceMs = before.state === state ? before.sinceMs : this.#options.clock.wallMs();
    this.#status = { ...before, state, sinceMs, problem };
    const fields = { state, problem: problem?.code, connects: before.connects };
    if (problem) this.#options.log.warn(fields, problem.message);
    else this.#options.log.info(fields, "source state");
    this.#forEachWatcher((watcher) => watcher.onStatus(this.status()));
  }

  #forEachWatcher(call: (watcher: CameraWatcher) => void): void {
    for (const [watcher, { joined }] of this.#watchers) {
      if (joined) this.#call(watcher, () => call(watcher));
    }
  }

  #call(watcher: CameraWatcher, call: () => void): void {
    if (!this.#watchers.has(watcher)) return;
    try {
      call();
    } catch (error) {
      this.#logWatcherError(error);
    }
  }

  #logWatcherError(error: unknown): void {
    this.#options.log.error({ error: describeError(error) }, "a watcher of a source failed");
  }
}
