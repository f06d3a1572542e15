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
} from "./workflow.ts";

/** Runs at once on the box; they mostly wait. */
const concurrency = 1000;
/** A job that the box could not take is submitted again after this, doubled each time, in milliseconds. */
const retryFirstMs = 1000;
const retryMaxMs = 30_000;
/** How long a run that ends early waits for its steps; below the grace that handlers have. */
const leaveMs = 8000;

const ends: ReadonlySet<string> = new Set(["job.completed", "job.failed", "job.cancelled"]);

/** Carries out runs; one goes on after a restart, with the jobs that its steps have. */
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
  readonly #states: Map<string, StepState>;
  readonly #failures = new Map<string, { count: number; notBeforeMonoMs: number }>();
  #woken = Promise.withResolvers<void>();

  constructor(parts: WorkflowParts, context: JobContext<WorkflowInput>) {
    this.#parts = parts;
    this.#context = context;
    const { steps } = context.input;
    const { job } = context;
    const stepStates = new Map(statesOf(job.payload).map((state) => [state.id, state]));
    const jobs = jobsOfRun(parts.jobs, job.org, job.id);
    this.#steps = steps;
    this.#states = new Map(
      steps.map(({ id }) => {
        const state = stepStates.get(id) ?? pending(id);
        const found = jobs.get(id);
        // A job that was stored just before the process died.
        return [id, state.jobId === null && found ? begun(state, found.id) : state];
      }),
    );
  }

  async work(): Promise<JobOutcome> {
    const { signal } = this.#context;
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
        // A job that ended while it was being begun is found by another look.
        if (!hasBegun) await this.#pause();
      }
      await this.#leave();
      throw signal.reason;
    } finally {
      unsubscribe();
      signal.removeEventListener("abort", wake);
    }
  }

  #onEvent({ type, jobId }: Event): void {
    if (!ends.has(type)) return;
    const isMine = [...this.#states.values()].some((state) => state.jobId === jobId);
    if (isMine) this.#woken.resolve();
  }

  /** Takes note of jobs that have ended; whether there were any. */
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

  /** Begins what can begin, until nothing more can; whether there was anything. */
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

  /** True when a step has failed that the run does not go on without. */
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

  /** Gives the step its job, or its failure; false when the box cannot take it now. */
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

  /** Until a step's job has ended, something is to be tried again, or the run is to end. */
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
      // The run is not at fault for the end of the process.
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

  /** The run is to end before its steps have: they are cancelled with it, unless the box only restarts. */
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
    // At the deadline the record has ended already.
    if (reason === "cancel") await this.#save();
  }
}

function pending(id: string): StepState {
  return { id, jobId: null, status: "pending", error: null, endedAtMs: null };
}

function begun(state: StepState, jobId: string): StepState {
  return { ...state, jobId, status: "queued" };
}
