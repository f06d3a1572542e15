import { fail } from "../contract/fail.ts";
import { isTerminal, type JobType } from "./job-terms.ts";
import type { Timer } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import type { Part } from "../core/parts.ts";
import { Attempt, type AttemptParts, pastDeadline } from "./attempt.ts";
import { isEndless, type Job, type JsonObject } from "./job.ts";
import type { JobHandler } from "./operation.ts";
import { ReadyLine, type WaitingJob } from "./ready-line.ts";
import type { OtherBoxes, ShareableJob } from "./sharing/job-share.ts";
import {
  hasWorker,
  heldPhase,
  isLeftToOthers,
  waitingOf,
  type WorkerLane,
} from "./sharing/worker-lane.ts";

/** What boxes of a fleet need of the workers to share jobs. */
export type SharingWorkers = Pick<
  Workers,
  "others" | "shareable" | "runElsewhere" | "sharing" | "hasWorker" | "take"
>;

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
  /** Boxes that may do jobs of this one; set before the start. */
  others: OtherBoxes | undefined;
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
      const none = { running: new Map(), elsewhere: new Set<string>(), taken: new Set<string>() };
      const lane = { handler, concurrency: bound.concurrency, holds, line, ...none };
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
    lane.line.add(waitingOf(lane, job, this.others), Math.min(delayMs, maxDelayMs));
    this.#pump(lane);
  }

  /** Returns the jobs that other boxes may do now, at most `limit` of each lane, the oldest first. */
  shareable(limit: number): ShareableJob[] {
    return this.#allLanes().flatMap((lane) => {
      this.#pump(lane);
      return lane.line.ready(limit).flatMap((waiting) => this.#shareable(lane, waiting));
    });
  }

  #shareable(lane: WorkerLane, waiting: WaitingJob): ShareableJob[] {
    const { org, id, need } = waiting;
    const job = need === undefined ? undefined : this.#parts.jobs.get(org, id);
    if (need === undefined || job?.status !== "queued") return [];
    if (isLeftToOthers(lane.handler, need, this.others)) return [{ job, need, why: "unmet" }];
    const isHeld = heldPhase(lane, waiting, this.others) !== null;
    return [{ job, need, why: isHeld ? "closed" : "busy" }];
  }

  /**
   * Begins an attempt at a queued job that `run` does in place of its handler, because another box has the job. Returns
   * the end of the attempt; undefined when an attempt has the job already.
   */
  runElsewhere(job: Job, run: JobHandler["run"]): Promise<void> | undefined {
    const lane = this.#laneOf(job);
    if (!lane || this.#state !== "running" || lane.running.has(job.id)) return undefined;
    lane.line.remove(job.id);
    lane.elsewhere.add(job.id);
    const waiting = waitingOf(lane, job, this.others);
    return this.#begin(lane, { waiting, job, handler: { ...lane.handler, run } });
  }

  /** The handlers whose jobs boxes share. */
  sharing(): JobHandler[] {
    return [...this.#lanes.values()]
      .map(([lane]) => lane!.handler)
      .filter(({ share }) => share !== undefined);
  }

  /** True when a worker for the type, or for this job of it, is free, so that a job of another box may have it. */
  hasWorker(type: JobType, job?: Job): boolean {
    if (this.#state !== "running") return false;
    const lanes = this.#lanes.get(type) ?? [];
    return lanes.some((lane) => hasWorker(lane) && (job === undefined || lane.holds(job)));
  }

  /** Gives a free worker to the job of another box; undefined when there is none. `leave` frees it. */
  take(job: Job): { handler: JobHandler; leave: () => void } | undefined {
    const lane = this.#laneOf(job);
    if (!lane || this.#state !== "running" || !hasWorker(lane)) return undefined;
    const { handler } = lane;
    const { gate } = handler;
    const key = gate?.keyOf(job) ?? null;
    lane.taken.add(job.id);
    if (key !== null) gate?.starting(key, job.id);
    const leave = (): void => {
      if (key !== null) gate?.left(key, job.id);
      lane.taken.delete(job.id);
      this.#pump(lane);
    };
    return { handler, leave };
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
    return lane ? heldPhase(lane, waitingOf(lane, job, this.others), this.others) : null;
  }

  #laneOf(job: Job): WorkerLane | undefined {
    return this.#lanes.get(job.type)?.find((lane) => lane.holds(job));
  }

  #allLanes(): WorkerLane[] {
    return [...this.#lanes.values()].flat();
  }

  #pump(lane: WorkerLane): void {
    if (this.#state !== "running") return;
    while (hasWorker(lane)) {
      const held = new Map<string, boolean>();
      const waiting = lane.line.shift((each) => {
        const key = `${each.gateKey} ${each.need}`;
        const isHeld = held.get(key) ?? heldPhase(lane, each, this.others) !== null;
        held.set(key, isHeld);
        return isHeld;
      });
      if (!waiting) return;
      // Its last attempt still holds the slot; the end of that attempt reads the job again.
      if (!lane.running.has(waiting.id)) this.#attempt(lane, waiting);
    }
  }

  #attempt(lane: WorkerLane, waiting: WaitingJob): void {
    const job = this.#parts.jobs.get(waiting.org, waiting.id);
    if (job?.status !== "queued") return;
    void this.#begin(lane, { waiting, job, handler: lane.handler });
  }

  #begin(
    lane: WorkerLane,
    { waiting, job, handler }: { waiting: WaitingJob; job: Job; handler: JobHandler },
  ): Promise<void> {
    const attempt = new Attempt(this.#parts, handler, job);
    const { gate } = handler;
    const gateKey = lane.elsewhere.has(job.id) ? undefined : waiting.gateKey;
    lane.running.set(job.id, attempt);
    if (gateKey !== undefined) gate?.starting(gateKey, job.id);
    const run = attempt.run().then((begun) => {
      if (gateKey !== undefined) gate?.left(gateKey, job.id);
      this.#attempts.delete(run);
      lane.running.delete(job.id);
      lane.elsewhere.delete(job.id);
      this.#afterAttempt(lane, waiting, begun);
    });
    this.#attempts.set(run, isEndless(job));
    return run;
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
