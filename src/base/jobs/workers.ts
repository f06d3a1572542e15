import { fail } from "../contract/fail.ts";
import { isTerminal, type JobType } from "./job-terms.ts";
import type { Timer } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import type { Part } from "../core/parts.ts";
import { Attempt, type AttemptParts, pastDeadline } from "./attempt.ts";
import { isEndless, type Job, type JsonObject } from "./job.ts";
import type { JobHandler } from "./operation.ts";
import { ReadyLine, type WaitingJob } from "./ready-line.ts";

/** Jobs that share a bound: those of a type, or the bounded ones among them. */
interface WorkerLane {
  handler: JobHandler;
  concurrency: number;
  holds(job: Job): boolean;
  line: ReadyLine;
  running: Map<string, Attempt>;
}

/** Period of renewing leases and checking deadlines, in milliseconds. */
const renewMs = 5000;
const deadlineCheckMs = 1000;
/** Delay before a job that the store refused is tried again. */
const beginRetryMs = 1000;
/** Grace period of handlers when the appliance stops; below the stop deadline of a part. */
const stopGraceMs = 8000;
/** Longest delay that a restart takes from the record, so that a clock set back delays nothing. */
const maxDelayMs = 5 * 60_000;

/**
 * Runs queued jobs with the handlers of their types, oldest first, each type up to its concurrency.
 * `changed` brings every change of a job's record; deadlines count in monotonic time.
 */
export class Workers implements Part {
  readonly #parts: AttemptParts;
  readonly #lanes = new Map<JobType, WorkerLane[]>();
  readonly #deadlines = new Map<string, { org: string; type: JobType; atMs: number }>();
  /** Running attempts; true for those of jobs without an end. */
  readonly #attempts = new Map<Promise<void>, boolean>();
  readonly #timers: Timer[] = [];
  #state: "new" | "running" | "stopping" = "new";
  #beatMs = 0;

  constructor(parts: AttemptParts) {
    this.#parts = parts;
  }

  /** Adds the handler of a job type, before the start; one per type. */
  register(handler: JobHandler): void {
    if (this.#lanes.has(handler.type)) {
      throw fail("internal_error", `two handlers for ${handler.type}`);
    }
    const { concurrency, bounded } = handler;
    const bounds = [...(bounded ? [bounded] : []), { concurrency, holds: () => true }];
    const lanes = bounds.map((bound): WorkerLane => {
      const line = new ReadyLine(this.#parts.clock, () => this.#pump(lane));
      const holds = (job: Job): boolean => bound.holds(job);
      const lane = { handler, concurrency: bound.concurrency, holds, line, running: new Map() };
      return lane;
    });
    handler.gate?.opened(() => {
      for (const lane of lanes) this.#pump(lane);
    });
    this.#lanes.set(handler.type, lanes);
  }

  /** True when the type has a registered handler. */
  handles(type: JobType): boolean {
    return this.#lanes.has(type);
  }

  /**
   * Returns stage timings of a running job; undefined for others, and where the handler has none.
   */
  stages(job: Job): JsonObject | undefined {
    const lane = this.#laneOf(job);
    return lane?.running.has(job.id) ? lane.handler.stages?.(job) : undefined;
  }

  /** Monotonic milliseconds of the last check of deadlines; null while the workers are stopped. */
  get beatMs(): number | null {
    return this.#state === "running" ? this.#beatMs : null;
  }

  /** Number of running attempts, without the jobs of cameras, which do not end. */
  get running(): number {
    return [...this.#attempts.values()].filter((endless) => !endless).length;
  }

  /** Begins with the jobs from earlier calls of `changed`. */
  start(): void {
    this.#state = "running";
    const { clock } = this.#parts;
    this.#beatMs = clock.monoMs();
    this.#timers.push(
      clock.every(renewMs, () => this.#renewAll()),
      clock.every(deadlineCheckMs, () => this.#checkDeadlines()),
    );
    for (const lane of this.#allLanes()) this.#pump(lane);
  }

  /** Aborts all handlers with `shutdown` and returns their jobs to the queue. */
  async stop(): Promise<void> {
    this.#state = "stopping";
    for (const timer of this.#timers.splice(0)) timer.cancel();
    const attempts = this.#allLanes().flatMap(({ running, line }) => {
      line.clear();
      return [...running.values()];
    });
    for (const attempt of attempts) attempt.abort("shutdown");
    const late = this.#parts.clock.after(stopGraceMs, () => {
      for (const attempt of attempts) attempt.abandon();
    });
    await Promise.all(this.#attempts.keys());
    late.cancel();
  }

  /** Takes the durable state of a job: queues it, stops it, or forgets it. */
  changed(job: Job): void {
    const lane = this.#laneOf(job);
    if (isTerminal(job.status)) {
      this.#deadlines.delete(job.id);
      lane?.line.remove(job.id);
      lane?.running.get(job.id)?.abort("lease_lost");
      return;
    }
    this.#watchDeadline(job);
    if (job.status === "processing") {
      if (job.cancelRequestedAtMs !== null) lane?.running.get(job.id)?.abort("cancel");
      return;
    }
    if (!lane || this.#state === "stopping") return;
    const delayMs = (job.notBeforeMs ?? 0) - this.#parts.clock.wallMs();
    lane.line.add(waitingOf(lane, job), Math.min(delayMs, maxDelayMs));
    this.#pump(lane);
  }

  /**
   * Returns the number of jobs of its type that start before this one; null when it does not wait
   * for a worker.
   */
  position(job: Job): number | null {
    return this.#laneOf(job)?.line.position(job.id) ?? null;
  }

  /** Returns the phase of a queued job that its gate holds back; null for any other. */
  heldPhase(job: Job): string | null {
    const lane = this.#laneOf(job);
    const key = lane?.handler.gate?.keyOf(job) ?? null;
    return lane && key !== null ? this.#heldPhaseOf(lane, key) : null;
  }

  #laneOf(job: Job): WorkerLane | undefined {
    return this.#lanes.get(job.type)?.find((lane) => lane.holds(job));
  }

  #allLanes(): WorkerLane[] {
    return [...this.#lanes.values()].flat();
  }

  #pump(lane: WorkerLane): void {
    if (this.#state !== "running") return;
    while (lane.running.size < lane.concurrency) {
      const held = new Map<string, boolean>();
      const waiting = lane.line.shift((key) => {
        const isHeld = held.get(key) ?? this.#heldPhaseOf(lane, key) !== null;
        held.set(key, isHeld);
        return isHeld;
      });
      if (!waiting) return;
      // Its last attempt still holds the slot; the end of that attempt reads the job again.
      if (!lane.running.has(waiting.id)) this.#attempt(lane, waiting);
    }
  }

  #heldPhaseOf({ handler }: WorkerLane, gateKey: string): string | null {
    return handler.gate?.closed(gateKey) ?? null;
  }

  #attempt(lane: WorkerLane, waiting: WaitingJob): void {
    const job = this.#parts.jobs.get(waiting.org, waiting.id);
    if (job?.status !== "queued") return;
    const attempt = new Attempt(this.#parts, lane.handler, job);
    const { gate } = lane.handler;
    const { gateKey } = waiting;
    lane.running.set(job.id, attempt);
    if (gateKey !== undefined) gate?.starting(gateKey, job.id);
    const run = attempt.run().then((begun) => {
      if (gateKey !== undefined) gate?.left(gateKey, job.id);
      this.#attempts.delete(run);
      lane.running.delete(job.id);
      this.#afterAttempt(lane, waiting, begun);
    });
    this.#attempts.set(run, isEndless(job));
  }

  /** Queues the job again when the attempt left it queued, and starts the next one. */
  #afterAttempt(lane: WorkerLane, waiting: WaitingJob, begun: boolean): void {
    if (this.#state !== "running") return;
    try {
      const job = this.#parts.jobs.get(waiting.org, waiting.id);
      if (job?.status === "queued") {
        const waitMs = (job.notBeforeMs ?? 0) - this.#parts.clock.wallMs();
        lane.line.add(waiting, begun ? Math.min(waitMs, maxDelayMs) : beginRetryMs);
      }
      this.#pump(lane);
    } catch (error) {
      this.#parts.log.error({ error: describeError(error) }, "the queue cannot be read");
    }
  }

  #watchDeadline(job: Job): void {
    if (job.deadlineAtMs === null || this.#deadlines.has(job.id)) return;
    const { clock } = this.#parts;
    const leftMs = Math.min(job.deadlineAtMs - clock.wallMs(), job.deadlineAtMs - job.createdAtMs);
    const atMs = clock.monoMs() + leftMs;
    this.#deadlines.set(job.id, { org: job.org, type: job.type, atMs });
  }

  #renewAll(): void {
    for (const { running } of this.#allLanes()) {
      for (const attempt of running.values()) attempt.renew();
    }
  }

  #checkDeadlines(): void {
    const nowMs = this.#parts.clock.monoMs();
    this.#beatMs = nowMs;
    for (const [id, { org, type, atMs }] of this.#deadlines) {
      if (atMs > nowMs) continue;
      this.#expire(org, id).catch((error: unknown) => {
        this.#parts.log.warn({ jobId: id, error: describeError(error) }, "deadline not stored");
      });
      for (const lane of this.#lanes.get(type) ?? []) lane.running.get(id)?.abort("deadline");
    }
  }

  async #expire(org: string, id: string): Promise<void> {
    const { store, jobs, clock } = this.#parts;
    await store.transact(
      (tx) => {
        const job = jobs.get(org, id, tx);
        if (!job) {
          tx.afterCommit(() => void this.#deadlines.delete(id));
          return;
        }
        const after = pastDeadline(job, clock.wallMs());
        if (after !== job) jobs.replace(tx, job, after);
      },
      { essential: true },
    );
  }
}

function waitingOf({ handler }: WorkerLane, job: Job): WaitingJob {
  const key = handler.gate?.keyOf(job) ?? null;
  return { org: job.org, id: job.id, ...(key === null ? {} : { gateKey: key }) };
}
