import type { CameraArchive } from "../../cameras/backfill/camera-archive.ts";
import { isOnvifProblem } from "../../cameras/onvif-port.ts";
import type { Recordings } from "../../cameras/recording/recordings.ts";
import { isNetworkCamera, type SourceProblem } from "../../cameras/source.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { CoverageLedger } from "../coverage/coverage-ledger.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import type { StreamRunner } from "../streams/stream-runner.ts";
import { FetchedVideo } from "./fetched-video.ts";
import { missingOf, outagesOf, type TimeSpan } from "./missing-time.ts";

/** The parts of the service. */
export interface BackfillServiceParts {
  archive: Pick<CameraArchive, "find" | "fetch">;
  recordings: Pick<Recordings, "list" | "importer">;
  coverage: Pick<CoverageLedger, "gaps">;
  running: RunningStreams;
  clock: Clock;
  log: Logger;
}

const tickMs = 5000;
/** A camera that has just come back writes its own recording first. */
const settledMs = 15_000;
/** Outages before this are left: a camera's storage is small, and so is the box's. */
const longestAgoMs = 24 * 3_600_000;
/** A camera that fails is asked again after a minute, doubled each time. */
const retryMs = 60_000;
const maxTries = 6;
/** Outages remembered as asked for. */
const maxAsked = 2000;

interface Asked {
  tries: number;
  /** Monotonic milliseconds of the next try. */
  againAtMs: number;
}

/**
 * Fetches what cameras kept while the box had no video of them, one camera at a time. What is missing follows from the
 * coverage and from the recordings, so that an interrupted fetch goes on where it stopped, and nothing comes twice.
 */
export class BackfillService implements Part {
  readonly #parts: BackfillServiceParts;
  readonly #asked = new Map<string, Asked>();
  readonly #closing = new AbortController();
  #timer: Timer | undefined;
  #work: Promise<void> | undefined;

  constructor(parts: BackfillServiceParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = this.#parts.clock.every(tickMs, () => this.#tick());
  }

  /** Ends a fetch under way; what it has stored so far stays. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#closing.abort();
    await this.#work;
  }

  #tick(): void {
    for (const runner of this.#parts.running.all()) {
      const isOn = isWanted(runner);
      if (!isOn) runner.backfill = { state: "off", problem: null };
      else if (runner.backfill.state === "off") runner.backfill = { state: "idle", problem: null };
      if (!isOn || this.#work || !this.#isSettled(runner)) continue;
      const task = this.#next(runner);
      if (task) this.#work = this.#run(runner, task).finally(() => (this.#work = undefined));
    }
  }

  #isSettled({ input }: StreamRunner): boolean {
    const status = (input.main ?? input.watched)?.status();
    return status?.state === "online" && this.#parts.clock.wallMs() - status.sinceMs >= settledMs;
  }

  /** The oldest outage with something missing that may be asked for now. */
  #next({ task }: StreamRunner): { key: string; missing: TimeSpan[] } | undefined {
    const { clock, coverage, recordings } = this.#parts;
    const nowMs = clock.wallMs();
    const span = { fromMs: nowMs - longestAgoMs, toMs: nowMs - settledMs };
    for (const outage of outagesOf(coverage.gaps(task, span))) {
      const key = `${task.org}\0${task.streamId}\0${outage.fromMs}`;
      const former = this.#asked.get(key);
      if (former && (former.tries >= maxTries || clock.monoMs() < former.againAtMs)) continue;
      const missing = missingOf(outage, recordings.list(task, outage));
      if (missing.length > 0) return { key, missing };
    }
    return undefined;
  }

  async #run(runner: StreamRunner, { key, missing }: { key: string; missing: TimeSpan[] }) {
    const { clock, log } = this.#parts;
    const { streamId } = runner.task;
    runner.backfill = { state: "fetching", problem: null };
    let problem: SourceProblem | null = null;
    try {
      for (const span of missing) problem ??= await this.#fetch(runner, span);
    } catch (error) {
      log.error({ streamId, error: describeError(error) }, "backfill failed");
      problem = { code: "internal_error", message: "The backfill has failed." };
    }
    const tries = problem ? (this.#asked.get(key)?.tries ?? 0) + 1 : maxTries;
    const againAtMs = clock.monoMs() + retryMs * 2 ** (tries - 1);
    this.#asked.set(key, { tries, againAtMs });
    if (this.#asked.size > maxAsked) this.#asked.delete(this.#asked.keys().next().value!);
    runner.backfill = problem
      ? { state: "failed", problem: { code: problem.code, message: problem.message } }
      : { state: "idle", problem: null };
  }

  async #fetch({ task, stopped }: StreamRunner, span: TimeSpan): Promise<SourceProblem | null> {
    const { archive, recordings, log } = this.#parts;
    const { source, streamId } = task;
    const ended = new AbortController();
    void stopped.then(() => ended.abort());
    const signal = AbortSignal.any([this.#closing.signal, ended.signal]);
    const found = await archive.find(source, span, signal);
    if (isOnvifProblem(found)) return found;
    for (const video of found.videos) {
      const sink = new FetchedVideo(recordings.importer(task), video);
      const full = new AbortController();
      sink.onComplete = () => full.abort();
      const bound = AbortSignal.any([signal, full.signal]);
      const problem = await archive.fetch(source, video, { sink, signal: bound });
      await sink.close();
      if (problem) return problem;
      log.info({ streamId, seconds: sink.seconds }, "video of an outage came from the camera");
    }
    return null;
  }
}

/** Masks hide a part of the picture, and what comes from the camera has none. */
function isWanted({ task, settings }: StreamRunner): boolean {
  const { recording, masks = [] } = settings.requested;
  const isRecorded = recording?.mode === "continuous" && recording.backfill === true;
  return isRecorded && masks.length === 0 && isNetworkCamera(task.source);
}
