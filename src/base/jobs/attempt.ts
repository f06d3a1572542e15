import { fail } from "../contract/fail.ts";
import { type JobStatus, privateScopeOf } from "./job-terms.ts";
import type { Meter, Span } from "../contract/metrics.ts";
import { type Clock, sleep } from "../core/clock.ts";
import { describeError, GatehouseError } from "../core/errors.ts";
import { currentTrace, withLogFields, withTrace } from "../core/log-context.ts";
import type { Logger } from "../core/logger.ts";
import { Postponement } from "./postponement.ts";
import { isDiskBusy, type Store } from "../core/store.ts";
import { inPhase } from "./diagnostics.ts";
import type { Job, JobFailure, JobOutcome, JsonObject } from "./job.ts";
import type { JobInputs } from "./inputs/job-inputs.ts";
import type { JobStore } from "./job-store.ts";
import {
  begun,
  cancelled,
  completed,
  failed,
  holds,
  isOpen,
  postponed,
  released,
  retried,
} from "./lifecycle.ts";
import type { JobContext, JobHandler } from "./operation.ts";

/** Reason for the abort of a handler. */
export type AbortReason = NonNullable<ReturnType<JobContext["abortReason"]>>;

/** The parts of `Attempt`. */
export interface AttemptParts {
  store: Store;
  jobs: JobStore;
  clock: Clock;
  log: Logger;
  random: () => number;
  meter: Meter;
  inputs: Pick<JobInputs, "load" | "blob">;
}

/** Grace period of an aborted handler (decisions, section 2). */
const graceMs = 10_000;
/** An attempt that could not confirm its lease for this long has lost it. */
const leaseMs = 15_000;
/** Retry of a job: full jitter below 2 s doubled each time, 5 min at most. */
const retryFirstMs = 2000;
const retryMaxMs = 5 * 60_000;
/** Delay before a write that the store refused is tried again. */
const storeRetryMs = 1000;
/** Delay of a job that found the disk full; this does not count as a failure of the job. */
const spaceWaitMs = 5000;

/**
 * One attempt at one job: takes it under a new fencing token, runs the handler, and writes the
 * outcome. After the job has left the attempt, the handler can no longer change it.
 */
export class Attempt {
  readonly #parts: AttemptParts;
  readonly #handler: JobHandler;
  readonly #controller = new AbortController();
  readonly #gone = Promise.withResolvers<void>();
  #job: Job;
  #reason: AbortReason | undefined;
  #leaseEndMs: number;
  #isClosed = false;
  #isStopped = false;
  #status = "lost";
  /** Span of the job's present phase. */
  #step: Span | undefined;

  /** `job` is queued; the attempt reads it again when it begins. */
  constructor(parts: AttemptParts, handler: JobHandler, job: Job) {
    this.#parts = parts;
    this.#handler = handler;
    this.#job = job;
    this.#leaseEndMs = parts.clock.monoMs() + leaseMs;
  }

  /**
   * Resolves when the job has left this attempt: terminal, back in the queue, or never taken. False
   * when the store refused to let it begin; then the job is still queued. Never rejects.
   */
  run(): Promise<boolean> {
    const { id, requestId } = this.#job;
    return withLogFields({ job_id: id, request_id: requestId }, () => {
      const span = this.#begins();
      return withTrace(span.traceparent, () => this.#run()).finally(() => {
        this.#step?.end();
        span.end({ attributes: { "gatehouse.job.status": this.#status } });
      });
    });
  }

  #begins(): Span {
    const { id, type, attempts, traceparent } = this.#job;
    const attributes = { "gatehouse.job.id": id, "gatehouse.job.attempt": attempts + 1 };
    const about = { kind: "internal", parent: traceparent, attributes } as const;
    return this.#parts.meter.begin(`job ${type}`, about);
  }

  async #run(): Promise<boolean> {
    try {
      if (!(await this.#begin())) return true;
    } catch (error) {
      this.#parts.log.warn({ jobId: this.#job.id, error: describeError(error) }, "job not started");
      return false;
    }
    const { clock, meter } = this.#parts;
    const startMs = clock.monoMs();
    const end = await Promise.race([this.#work(), this.#gone.promise.then(() => undefined)]);
    const runSec = (clock.monoMs() - startMs) / 1000;
    const status = await this.#finish(end);
    this.#status = status;
    meter.observe("gatehouse_job_run_seconds", runSec, { type: this.#job.type, status });
    return true;
  }

  /** Aborts the handler; after the grace period the job leaves it. Idempotent. */
  abort(reason: AbortReason): void {
    if (reason === "shutdown") this.#isStopped = true;
    if (this.#reason !== undefined || this.#isClosed) return;
    this.#reason = reason;
    this.#controller.abort(reason);
    this.#parts.clock.after(graceMs, () => this.abandon());
  }

  /** Continues without the handler at once. */
  abandon(): void {
    this.#gone.resolve();
  }

  /** Reads the job to renew the lease; aborts when another attempt or state has it. */
  renew(): void {
    if (this.#job.status !== "processing" || this.#isClosed) return;
    try {
      const job = this.#parts.jobs.get(this.#job.org, this.#job.id);
      if (!holds(job, this.#job.fencingToken)) {
        this.abort("lease_lost");
        return;
      }
      this.#leaseEndMs = this.#parts.clock.monoMs() + leaseMs;
    } catch (error) {
      this.#parts.log.warn(
        { jobId: this.#job.id, error: describeError(error) },
        "lease not renewed",
      );
      if (this.#parts.clock.monoMs() >= this.#leaseEndMs) this.abort("lease_lost");
    }
  }

  async #begin(): Promise<boolean> {
    const { store, jobs, clock, meter } = this.#parts;
    return await store.transact(
      (tx) => {
        const job = jobs.get(this.#job.org, this.#job.id, tx);
        if (job?.status !== "queued" || this.#reason) return false;
        const taken = begun(job, clock.wallMs());
        jobs.replace(tx, job, taken);
        tx.afterCommit(() => {
          this.#job = taken;
          if (job.startedAtMs !== null) return;
          const waitSec = (clock.wallMs() - job.createdAtMs) / 1000;
          meter.observe("gatehouse_job_wait_seconds", waitSec, { type: job.type });
        });
        return true;
      },
      { essential: true },
    );
  }

  /** Runs the handler and returns the change that its outcome makes to the job. */
  async #work(): Promise<(job: Job) => Job> {
    const { clock } = this.#parts;
    try {
      const input = await this.#parts.inputs.load(this.#job);
      if (!input)
        throw fail("input_unreadable", "input: is no longer stored. Submit the job again");
      this.#controller.signal.throwIfAborted();
      const outcome: JobOutcome = await this.#handler.run(this.#context(input));
      return (job) => completed(job, outcome, clock.wallMs());
    } catch (error) {
      if (this.#reason === undefined) this.#logFailure(error);
      return (job) => this.#afterError(job, error);
    }
  }

  #context(input: JsonObject): JobContext {
    const current = (): Job => this.#job;
    return {
      get job() {
        return current();
      },
      input,
      blob: (id) => this.#parts.inputs.blob(this.#job, id),
      signal: this.#controller.signal,
      abortReason: () => this.#reason,
      update: (change) => this.#update(change),
    };
  }

  async #update(change: Parameters<JobContext["update"]>[0]): Promise<void> {
    const { store, jobs, clock, meter } = this.#parts;
    const hasMoved = await store.transact(
      (tx) => {
        const job = jobs.get(this.#job.org, this.#job.id, tx);
        if (this.#isClosed || !holds(job, this.#job.fencingToken)) {
          throw fail("lease_lost", "lease: another attempt holds the job. Stop this one");
        }
        const { phase = job.phase, progress = job.progress, payload } = change;
        const { stages = job.stages, routing = job.routing, isElsewhere, box } = change;
        const updated = {
          ...inPhase(job, phase, clock.wallMs()),
          progress,
          payload: { ...job.payload, ...payload },
          ...(stages === undefined ? {} : { stages }),
          ...(routing === undefined ? {} : { routing }),
          ...(isElsewhere === undefined ? {} : { isElsewhere }),
          ...(box === undefined ? {} : { box }),
        };
        jobs.replace(tx, job, updated);
        tx.afterCommit(() => {
          this.#job = updated;
        });
        return phase !== job.phase;
      },
      { essential: true },
    );
    const parent = currentTrace();
    if (!hasMoved || parent === undefined) return;
    this.#step?.end();
    this.#step = meter.begin(`step ${this.#job.phase}`, { kind: "internal", parent });
  }

  /** Writes the end of the attempt and repeats that while the store refuses. */
  async #finish(byHandler: ((job: Job) => Job) | undefined): Promise<JobStatus | "lost"> {
    this.#isClosed = true;
    const { store, jobs, clock, log } = this.#parts;
    for (;;) {
      try {
        return await store.transact(
          (tx) => {
            const job = jobs.get(this.#job.org, this.#job.id, tx);
            if (!holds(job, this.#job.fencingToken)) return "lost";
            const after = this.#decide(job, byHandler);
            if (after) jobs.replace(tx, job, after);
            return after?.status ?? "lost";
          },
          { essential: true },
        );
      } catch (error) {
        log.warn({ jobId: this.#job.id, error: describeError(error) }, "end of a job not stored");
        // When the appliance stops, the next start finds the job unchanged and resumes it.
        if (this.#isStopped) return "lost";
        await sleep(clock, storeRetryMs);
      }
    }
  }

  #decide(job: Job, byHandler: ((job: Job) => Job) | undefined): Job | undefined {
    const nowMs = this.#parts.clock.wallMs();
    if (job.cancelRequestedAtMs !== null) return cancelled(job, nowMs);
    switch (this.#reason) {
      case undefined:
        return byHandler?.(job);
      case "cancel":
        return cancelled(job, nowMs);
      case "deadline":
        return deadlineExceeded(job, nowMs);
      case "shutdown":
      case "lease_lost":
        return released(job, nowMs);
    }
  }

  #afterError(job: Job, error: unknown): Job {
    const nowMs = this.#parts.clock.wallMs();
    const away = Postponement.find(error);
    if (away) {
      const { phase, delayMs } = away;
      return postponed(job, { phase, notBeforeMs: nowMs + delayMs, nowMs });
    }
    const coded = GatehouseError.find(error);
    if (isDiskBusy(error)) {
      const notBeforeMs = nowMs + spaceWaitMs;
      return postponed(job, { phase: "waiting_for_space", notBeforeMs, nowMs });
    }
    if (coded?.retryable && job.failures + 1 < job.maxAttempts) {
      const ceilingMs = Math.min(retryMaxMs, retryFirstMs * 2 ** job.failures);
      const notBeforeMs = nowMs + Math.ceil(this.#parts.random() * ceilingMs);
      return retried(job, { notBeforeMs, nowMs, error: coded });
    }
    const failure: JobFailure = coded
      ? { code: coded.code, message: coded.message, retryable: coded.retryable }
      : {
          code: "internal_error",
          message: "a fault of the box; its log has more",
          retryable: false,
        };
    const counted = coded?.retryable ? { ...job, failures: job.failures + 1 } : job;
    return failed(counted, failure, nowMs);
  }

  #logFailure(error: unknown): void {
    const { id, type } = this.#job;
    // The message of a failure may quote the input.
    const isPrivate = privateScopeOf(type) !== null;
    const code = GatehouseError.find(error)?.code ?? "no code";
    const fields = { jobId: id, type, error: isPrivate ? code : describeError(error) };
    if (Postponement.find(error)) this.#parts.log.debug(fields, "attempt postponed");
    else if (GatehouseError.find(error)) this.#parts.log.info(fields, "attempt failed");
    else {
      const stack = error instanceof Error && !isPrivate ? error.stack : framesOf(error);
      this.#parts.log.error({ ...fields, stack }, "attempt failed for an unknown reason");
    }
  }
}

/** Returns the stack frames of an error without its message. */
function framesOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return error.stack
    ?.split("\n")
    .filter((line) => /^ {4}at /.test(line))
    .join("\n");
}

/** Returns the job as failed by its deadline. */
export function deadlineExceeded(job: Job, nowMs: number): Job {
  const message = "the job did not end before its deadline";
  return failed(job, { code: "deadline_exceeded", message, retryable: false }, nowMs);
}

/** Returns the job after its deadline: failed, or unchanged when it has ended. */
export function pastDeadline(before: Job, nowMs: number): Job {
  return isOpen(before) ? deadlineExceeded(before, nowMs) : before;
}
