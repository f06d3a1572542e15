import { fail } from "../../base/contract/fail.ts";
import { sleep } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Event } from "../../base/events/event.ts";
import type { JobFailure, JobOutcome } from "../../base/jobs/job.ts";
import type { JobContext, JobHandler } from "../../base/jobs/operation.ts";
import type { WorkflowParts } from "./ports.ts";
import { isAboutHealth } from "./step-table.ts";
import { cancelSteps, endOf, jobsOfRun, submitStep } from "./step-jobs.ts";
import {
  hasEnded,
  statesOf,
  stateWire,
  type Step,
  type StepState,
  type WorkflowInput,
} from "./workflow-record.ts";

/** Concurrent runs; they mostly wait. */
const concurrency = 1000;
/** The pause before a refused job is submitted again, doubled each time, in milliseconds. */
const retryFirstMs = 1000;
const retryMaxMs = 30_000;
/** The time for which a run that ends early waits for its steps; below the grace of handlers. */
const leaveMs = 8000;

const ends: ReadonlySet<string> = new Set(["job.completed", "job.failed", "job.cancelled"]);

/** Runs workflows; one resumes after a restart, with the jobs of its steps. */
export function workflowHandler(parts: WorkflowParts): JobHandler {
  return {
    type: "run",
    concurrency,
    run: (context: JobContext<WorkflowInput>) => new WorkflowWorker(parts, context).work(),
  };
}

/** One attempt at one run. */
class WorkflowWorker {
  readonly #parts: WorkflowParts;
  readonly #context: JobContext<WorkflowInput>;
  readonly #steps: readonly Step[];
  /** By step; empty until `work` begins. */
  readonly #states = new Map<string, StepState>();
  readonly #failures = new Map<string, { count: number; notBeforeMonoMs: number }>();
  #woken = Promise.withResolvers<void>();

  constructor(parts: WorkflowParts, context: JobContext<WorkflowInput>) {
    this.#parts = parts;
    this.#context = context;
    this.#steps = context.input.steps;
  }

  async work(): Promise<JobOutcome> {
    const { signal } = this.#context;
    this.#load();
    const unsubscribe = this.#parts.events.subscribe((event) => this.#onEvent(event));
    const wake = (): void => this.#woken.resolve();
    signal.addEventListener("abort", wake, { once: true });
    try {
      await this.#save();
      while (!signal.aborted) {
        const hasEnds = this.#look();
        const hasBegun = await this.#advance();
        if (hasEnds || hasBegun) await this.#save();
        if (this.#isOver()) return this.#outcome();
        // Another pass finds a job that ended while it was being started.
        if (!hasBegun) await this.#pause();
      }
      await this.#leave();
      throw signal.reason;
    } finally {
      unsubscribe();
      signal.removeEventListener("abort", wake);
    }
  }

  /** Continues from the states that the last attempt stored. */
  #load(): void {
    const { job } = this.#context;
    const stored = new Map(statesOf(job.payload).map((state) => [state.id, state]));
    const jobs = jobsOfRun(this.#parts.jobs, job.org, job.id);
    for (const { id } of this.#steps) {
      const state = stored.get(id) ?? pending(id);
      const found = jobs.get(id);
      // Finds a job that was stored just before the process died.
      this.#states.set(id, state.jobId === null && found ? begun(state, found.id) : state);
    }
  }

  #onEvent({ type, jobId }: Event): void {
    if (!ends.has(type)) return;
    const isMine = [...this.#states.values()].some((state) => state.jobId === jobId);
    if (isMine) this.#woken.resolve();
  }

  /** Records the jobs that have ended; true if there were any. */
  #look(): boolean {
    const { org } = this.#context.job;
    let isChanged = false;
    for (const state of this.#states.values()) {
      if (state.jobId === null || hasEnded(state)) continue;
      const end = endOf(this.#parts.jobs.get(org, state.jobId), this.#isPrivate(state.id));
      if (!end) continue;
      this.#states.set(state.id, { ...state, ...end });
      isChanged = true;
    }
    return isChanged;
  }

  /** Starts every step that can start; true if there were any. */
  async #advance(): Promise<boolean> {
    let isChanged = false;
    for (;;) {
      if (this.#isBroken()) return this.#skipPending() || isChanged;
      const ready = this.#steps.filter((step) => this.#isReady(step));
      if (ready.length === 0) return isChanged;
      const begun = await Promise.all(ready.map((step) => this.#begin(step)));
      if (!begun.includes(true)) return isChanged;
      isChanged = true;
    }
  }

  #isReady({ id, dependsOn }: Step): boolean {
    const { signal } = this.#context;
    const waitsUntil = this.#failures.get(id)?.notBeforeMonoMs ?? 0;
    return (
      !signal.aborted &&
      this.#states.get(id)!.status === "pending" &&
      this.#parts.clock.monoMs() >= waitsUntil &&
      dependsOn.every((other) => hasEnded(this.#states.get(other)!))
    );
  }

  /** True when a step has failed whose failure ends the run. */
  #isBroken(): boolean {
    return this.#steps.some(({ id, onError }) => {
      const { status } = this.#states.get(id)!;
      return onError === "fail" && (status === "failed" || status === "cancelled");
    });
  }

  #skipPending(): boolean {
    const waiting = [...this.#states.values()].filter(({ status }) => status === "pending");
    for (const state of waiting) this.#states.set(state.id, { ...state, status: "skipped" });
    return waiting.length > 0;
  }

  /** Creates the step's job, or records its failure; false when the box cannot take it now. */
  async #begin(step: Step): Promise<boolean> {
    const { keyId } = this.#context.input;
    const state = this.#states.get(step.id)!;
    try {
      const from = { job: this.#context.job, keyId };
      const job = await submitStep(this.#parts, from, { step, states: this.#states });
      this.#states.set(step.id, begun(state, job.id));
    } catch (error) {
      const coded = GatehouseError.find(error);
      if (coded?.retryable) {
        this.#tryLater(step, coded);
        return false;
      }
      const endedAtMs = this.#parts.clock.wallMs();
      this.#states.set(step.id, {
        ...state,
        status: "failed",
        error: this.#failureOf(step, error),
        endedAtMs,
      });
    }
    return true;
  }

  #tryLater({ id }: Step, why: GatehouseError): void {
    const count = this.#failures.get(id)?.count ?? 0;
    const delayMs = Math.min(retryMaxMs, retryFirstMs * 2 ** count);
    const notBeforeMonoMs = this.#parts.clock.monoMs() + delayMs;
    this.#failures.set(id, { count: count + 1, notBeforeMonoMs });
    const fields = { jobId: this.#context.job.id, step: id, code: why.code };
    this.#parts.log.info(fields, "a step of a run waits until the box can take it");
  }

  #failureOf(step: Step, error: unknown): JobFailure {
    const coded = GatehouseError.find(error);
    if (!coded) {
      const fields = { jobId: this.#context.job.id, step: step.id };
      const loggedError = this.#isPrivate(step.id)
        ? "not said: it may quote the input"
        : describeError(error);
      this.#parts.log.error({ ...fields, error: loggedError }, "a step of a run could not begin");
      const message = "a fault of the box; its log has more";
      return { code: "internal_error", message, retryable: false };
    }
    const { code, message } = coded;
    const publicMessage = this.#isPrivate(step.id)
      ? [code, coded.param].filter(Boolean).join(": ")
      : message;
    return { code, message: publicMessage, retryable: false };
  }

  #isPrivate(stepId: string): boolean {
    const { namespace, method } = this.#steps.find(({ id }) => id === stepId)!;
    const operation = this.#parts.table.get(`${namespace}.${method}`);
    return operation === undefined || isAboutHealth(operation);
  }

  #isOver(): boolean {
    return [...this.#states.values()].every(hasEnded);
  }

  /** Resolves when a step's job has ended, a retry is due, or the run must end. */
  async #pause(): Promise<void> {
    const { clock } = this.#parts;
    const waiting = [...this.#failures]
      .filter(([id]) => this.#states.get(id)!.status === "pending")
      .map(([, { notBeforeMonoMs }]) => notBeforeMonoMs);
    const over = new AbortController();
    const retry =
      waiting.length === 0
        ? []
        : [sleep(clock, Math.max(1, Math.min(...waiting) - clock.monoMs()), over.signal)];
    await Promise.race([this.#woken.promise, ...retry]);
    over.abort();
    this.#woken = Promise.withResolvers();
  }

  async #save(): Promise<void> {
    const states = this.#steps.map(({ id }) => this.#states.get(id)!);
    await this.#context.update({
      phase: "running",
      progress: states.filter(hasEnded).length / states.length,
      payload: { steps: states.map(stateWire) },
      // The end of the process is not the run's fault.
      isElsewhere: true,
    });
  }

  #outcome(): JobOutcome {
    const broken = this.#steps.find(({ id, onError }) => {
      const { status } = this.#states.get(id)!;
      return onError === "fail" && status !== "completed" && status !== "skipped";
    });
    if (!broken) return { resultUrl: `/api/v1/runs/${this.#context.job.id}` };
    const { status, error } = this.#states.get(broken.id)!;
    const why = error ? `${error.code}: ${error.message}` : "it was cancelled";
    throw fail(
      "step_failed",
      `the step ${broken.id} ${status === "failed" ? "failed" : "ended"}: ${why}`.slice(0, 500),
    );
  }

  /** Ends the run before its steps: cancels them with it, unless the box only restarts. */
  async #leave(): Promise<void> {
    const reason = this.#context.abortReason();
    if (reason !== "cancel" && reason !== "deadline") return;
    const { jobs, clock } = this.#parts;
    const { org, id } = this.#context.job;
    await cancelSteps(jobs, org, id);
    this.#skipPending();
    const over = new AbortController();
    const late = sleep(clock, leaveMs, over.signal).then(() => "late" as const);
    for (this.#look(); !this.#isOver(); this.#look()) {
      if ((await Promise.race([this.#woken.promise, late])) === "late") break;
      this.#woken = Promise.withResolvers();
    }
    over.abort();
    // At the deadline the record has already ended.
    if (reason === "cancel") await this.#save();
  }
}

function pending(id: string): StepState {
  return { id, jobId: null, status: "pending", error: null, endedAtMs: null };
}

function begun(state: StepState, jobId: string): StepState {
  return { ...state, jobId, status: "queued" };
}
