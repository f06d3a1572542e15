import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import type { SettingsResolver } from "../settings/settings-resolver.ts";
import { pictureOutput } from "../pictures/picture-analysis-wire.ts";
import { analysePicture, type PictureParts } from "../pictures/picture-analysis.ts";
import { streamTotals } from "./answers/stream-health-wire.ts";
import type { CreateStream } from "./create-stream.ts";
import { fail } from "../../base/contract/fail.ts";
import type { ErrorCode } from "../../base/contract/error-codes.ts";
import { describeError } from "../../base/core/errors.ts";
import type { JobOutcome, JsonObject } from "../../base/jobs/job.ts";
import type { JobContext, JobHandler } from "../../base/jobs/operation.ts";
import { incidentWire } from "../incidents/incident-wire.ts";
import { getIncident } from "../incidents/incident-store.ts";
import { incidentsPath } from "../incidents/incidents-path.ts";
import type { StreamCondition } from "../core/stream-condition.ts";
import type { StreamJobInput } from "./stream-operation.ts";
import type { RunningStreams } from "./running-streams.ts";
import { endStream, getStream } from "../settings/stream-record.ts";
import { withTracks } from "../settings/stream-settings.ts";
import type { StreamRunner } from "./stream-runner.ts";

/** Pictures in work; further ones stay queued. Equals the number of compute children that read them. */
const picturesAtOnce = 2;

/** The parts of stream jobs. */
export interface StreamHandlerParts extends PictureParts {
  resolver: SettingsResolver;
  createStream: CreateStream;
}

/**
 * Runs stream jobs. A live stream runs until its job is cancelled and resumes after a restart; a file
 * completes at its end; a picture at once.
 */
export function streamHandler(parts: StreamHandlerParts, running: RunningStreams): JobHandler {
  return {
    type: "surveillance.stream",
    concurrency: Number.POSITIVE_INFINITY,
    bounded: {
      concurrency: picturesAtOnce,
      holds: (job) => job.inputEcho["source"] === undefined,
    },
    stages({ org, tags }) {
      const runner =
        tags["streamId"] === undefined ? undefined : running.get(org, tags["streamId"]);
      return runner && stagesOf(runner);
    },
    async run(context: JobContext<StreamJobInput>) {
      const { input } = context;
      if (input.mode === "picture") return await runPicture(parts, context, input);
      return await runStream(parts, context, { input, running });
    },
  };
}

async function runPicture(
  parts: StreamHandlerParts,
  context: JobContext,
  input: Extract<StreamJobInput, { mode: "picture" }>,
): Promise<JobOutcome> {
  const { org, id: jobId } = context.job;
  const { streamId, settings, picture } = input;
  const resolved = parts.resolver.effective({ org, streamId }, settings);
  await context.update({ phase: "detecting" });
  const bytes =
    "blobId" in picture
      ? await context.blob(picture.blobId)
      : Buffer.from(picture.base64, "base64");
  const task = { org, streamId, jobId, bytes, settings, resolved };
  const output = pictureOutput(await analysePicture(parts, task), task, parts.evidence);
  const payload = { stream_id: streamId, warnings: [...resolved.warnings], output };
  return { payload, resultUrl: incidentsPath(streamId) };
}

async function runStream(
  parts: StreamHandlerParts,
  context: JobContext,
  what: { input: Exclude<StreamJobInput, { mode: "picture" }>; running: RunningStreams },
): Promise<JobOutcome> {
  const { streamId } = what.input;
  const { org } = context.job;
  // A cancelled stream of the same id may still hold its camera.
  await what.running.get(org, streamId)?.stopped;
  for (;;) {
    const round = await watchOnce(parts, context, what);
    if (round === "replaced") continue;
    const { runner, problem } = round;
    if (problem) throw fail(problem.code, problem.message, { retryable: false });
    return {
      payload: outputOf(parts, { org, streamId, runner }),
      resultUrl: incidentsPath(streamId),
    };
  }
}

/** Watches until the end of the stream or the job, or until its sources change. */
async function watchOnce(
  parts: StreamHandlerParts,
  context: JobContext,
  what: { input: Exclude<StreamJobInput, { mode: "picture" }>; running: RunningStreams },
): Promise<{ runner: StreamRunner; problem: StreamEnd } | "replaced"> {
  const { input, running } = what;
  const { org, id: jobId } = context.job;
  const { streamId } = input;
  const report = new StreamReport(parts, context, streamId);
  const runner = newRunner(parts, { ...what, org, jobId }, report);
  running.add(org, streamId, runner);
  await report.begin(runner);
  let end: StreamEnd | "replaced" = null;
  try {
    runner.start();
    end = await Promise.race([runner.ended, aborted(context.signal), runner.replaced]);
  } finally {
    const isReplaced = end === "replaced";
    if (isReplaced) report.mute();
    const goesOn = ["shutdown", "lease_lost"].includes(context.abortReason() ?? "");
    await runner.stop({ resolve: !goesOn && !isReplaced });
    await report.idle();
    await report.end(runner);
    const lastError = end === "replaced" ? null : end;
    if (!goesOn && !isReplaced) await endRecord(parts, { org, streamId, jobId, lastError });
    running.remove(org, streamId, runner);
  }
  return end === "replaced" ? end : { runner, problem: end };
}

/** The reason of an irregular end; null for a regular one. */
type StreamEnd = { code: ErrorCode; message: string } | null;

/** The runner of the stream's present sources and settings. */
function newRunner(
  { store, createStream }: StreamHandlerParts,
  what: {
    input: Exclude<StreamJobInput, { mode: "picture" }>;
    running: RunningStreams;
    org: string;
    jobId: string;
  },
  report: StreamReport,
): StreamRunner {
  const { input, running, org, jobId } = what;
  const { streamId, source, sub } = input;
  const record = getStream(store, org, streamId);
  const settings = record?.jobId === jobId ? record.settings : input.settings;
  const own = running.changedSources({ org, streamId, jobId });
  const sources = own ?? (sub ? { source, sub } : { source });
  const task = { org, streamId, jobId, ...withTracks(sources, settings), settings };
  return createStream(task, (condition) => report.tell(condition));
}

async function endRecord(
  parts: StreamHandlerParts,
  stream: Parameters<typeof endStream>[1],
): Promise<void> {
  try {
    await parts.store.transact((tx) => endStream(tx, stream, parts.clock.wallMs()));
  } catch (error) {
    // A finished job's claim has no effect, so the id is free again.
    parts.log.warn({ streamId: stream.streamId, error: describeError(error) }, "end not stored");
  }
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener("abort", () => resolve(null), { once: true });
  });
}

function outputOf(
  parts: StreamHandlerParts,
  stream: { org: string; streamId: string; runner: StreamRunner },
): JsonObject {
  const { org, streamId, runner } = stream;
  const totals = streamTotals(runner);
  const incidents = totals.incidentIds
    .map((id) => getIncident(parts.store, org, id))
    .filter((record) => record !== undefined)
    .map((record) => incidentWire(record, parts.evidence));
  return {
    stream_id: streamId,
    warnings: [...runner.settings.resolved.warnings],
    output: {
      frames: totals.frames,
      duration_seconds: totals.durationSec,
      tracks: totals.tracks,
      incident_count: totals.incidents,
      incidents_by_type: totals.incidentsByType,
      incidents,
      frames_dropped: totals.dropped,
      ...(runner.settings.requested.diagnostics
        ? { diagnostics: { mean_ms: totals.timingsMs } }
        : {}),
    },
  };
}

/** Mean milliseconds per analysed frame of each stage, with the number of frames and their media time. */
function stagesOf(runner: StreamRunner): JsonObject {
  const { frames, durationSec, dropped, timingsMs } = streamTotals(runner);
  return {
    frames,
    media_seconds: durationSec,
    frames_dropped: dropped,
    mean_ms: frames === 0 ? null : timingsMs,
  };
}

/** Reports the state of a stream to its job and the event log, in order and without delaying the stream. */
class StreamReport {
  readonly #parts: StreamHandlerParts;
  readonly #context: JobContext;
  readonly #streamId: string;
  readonly #lane = new SerialLane();
  #isMuted = false;

  constructor(parts: StreamHandlerParts, context: JobContext, streamId: string) {
    this.#parts = parts;
    this.#context = context;
    this.#streamId = streamId;
  }

  async begin(runner: StreamRunner): Promise<void> {
    const { resolved } = runner.settings;
    await this.#context.update({
      phase: runner.condition.get().state,
      payload: {
        stream_id: this.#streamId,
        model: resolved.model,
        warnings: [...resolved.warnings],
      },
    });
  }

  /** Stores the stage timings with the job; a failure to store them does not fail the job. */
  async end(runner: StreamRunner): Promise<void> {
    try {
      await this.#context.update({ stages: stagesOf(runner) });
    } catch (failure) {
      const { log } = this.#parts;
      log.info({ streamId: this.#streamId, error: describeError(failure) }, "stages not stored");
    }
  }

  /** Reports nothing more: the stream does not end with its runner. */
  mute(): void {
    this.#isMuted = true;
  }

  tell(condition: StreamCondition): void {
    if (this.#isMuted) return;
    void this.#lane.run(() => this.#tellNow(condition));
  }

  idle(): Promise<void> {
    return this.#lane.idle();
  }

  async #tellNow(condition: StreamCondition): Promise<void> {
    const { store, events, log } = this.#parts;
    const { org, id: jobId } = this.#context.job;
    const streamId = this.#streamId;
    const { state, sinceMs, error } = condition;
    const lastError = error === null ? null : { code: error.code, message: error.message };
    const data = {
      id: streamId,
      object: "surveillance.stream",
      stream_id: streamId,
      job_id: jobId,
      state,
      since: sinceMs / 1000,
      last_error: lastError,
    };
    try {
      await store.transact((tx) => {
        events.appendIn(tx, { org, type: "stream.status", streamId, jobId, data });
      });
      if (this.#context.signal.aborted || state === "ended") return;
      await this.#context.update({ phase: state, payload: { last_error: lastError } });
    } catch (failure) {
      log.warn({ streamId, error: describeError(failure) }, "stream state not stored");
    }
  }
}
