import type { JobOutcome } from "../../base/jobs/job.ts";
import type { JobContext } from "../../base/jobs/operation.ts";
import type { CommandRecord } from "../commands/command-record.ts";
import { type CommandingStep, labelsOf, type Plan, type PlanStep } from "./plans/plan-record.ts";
import { type Hindrance, RunCommander, type RunCommanderParts } from "./run-commander.ts";
import { TargetFollower } from "./follower.ts";
import { chargeNeed } from "./charging.ts";
import { CallerPicture } from "./caller-picture.ts";
import type { TaskRunInput } from "./task-run-operation.ts";
import { endRun, putRun, type TaskRunRecord } from "./task-run-record.ts";
import { RunProgress } from "./run-progress.ts";
import { RunReactions } from "./run-reactions.ts";
import { RunPerception } from "./run-perception.ts";
import type { RunCalls, RunDoors, RunVision } from "./ports.ts";
import { RunStays } from "./run-stays.ts";
import {
  afterCommand,
  assertWithinBounds,
  blocked,
  isBegun,
  isBetweenSteps,
  isLeg,
  type StepEnd,
  targetLost,
} from "./step-ends.ts";
import { retryMs, type RunPhase } from "./run-terms.ts";

/** Dependencies of a run's worker. */
export interface TaskRunWorkerParts extends RunCommanderParts {
  vision: RunVision;
  calls?: RunCalls | undefined;
  doors?: RunDoors | undefined;
}

/**
 * Executes one run: step after step of its plan, with its perception in parallel. The transaction that
 * accepts a command also records it in the run, so that a restart neither repeats nor loses one. Other
 * callers' commands to the robot pause the run.
 */
export class TaskRunWorker {
  readonly #parts: TaskRunWorkerParts;
  readonly #context: JobContext;
  readonly #commander: RunCommander;
  readonly #perception: RunPerception;
  readonly #reactions: RunReactions;
  #follower: TargetFollower | undefined;
  readonly run: TaskRunRecord;
  #wake = Promise.withResolvers<"woken">();
  readonly #progress: RunProgress;
  readonly #callerPicture: CallerPicture;
  readonly #stays: RunStays;
  #plan: Plan | null = null;
  /** True when a mission of higher priority asked for the robot. */
  #yields = false;

  constructor(
    parts: TaskRunWorkerParts,
    context: JobContext,
    task: { input: TaskRunInput; run: TaskRunRecord },
  ) {
    this.#parts = parts;
    this.#context = context;
    this.run = task.run;
    const { org, id: jobId, requestId } = context.job;
    const { robotId } = this.run;
    const { watching: perceptionPlan, zones, locale, isHeard } = task.input;
    this.#commander = new RunCommander(parts, { org, robotId, jobId, requestId });
    this.#reactions = new RunReactions({
      ...parts,
      run: this.run,
      driver: this.#commander,
      isHeard,
      wake: () => this.wake(),
      orHalted: (work) => this.#orHalted(work),
    });
    this.#perception = new RunPerception({
      ...parts,
      run: { org, jobId, robotId, locale },
      plan: perceptionPlan,
      zones,
      unit: () => this.#commander.unit(),
      onTrigger: (trigger) => this.#reactions.take(trigger),
    });
    this.#progress = new RunProgress({
      ...parts,
      context,
      run: this.run,
      missedPictures: () => this.#perception.missed,
      newestLook: () => this.#perception.newest,
    });
    const { frameIndex } = perceptionPlan;
    const { picture } = task.input;
    const pictureParts = {
      picture,
      frameIndex,
      context,
      perception: this.#perception,
      run: this.run,
    };
    this.#callerPicture = new CallerPicture({ ...pictureParts, clock: parts.clock });
    this.#stays = new RunStays({
      clock: parts.clock,
      calls: parts.calls,
      doors: parts.doors,
      run: this.run,
      commander: this.#commander,
      perception: this.#perception,
      progress: this.#progress,
      keyId: task.input.keyId ?? "",
      show: (phase, why) => this.#show(phase, why),
      command: (step) => this.#command(step, this.#plan!),
      orWoken: (work) => this.#orWoken(work),
      sleep: (ms) => this.#sleep(ms),
    });
  }

  /** Wakes a waiting step after an event. */
  wake(): void {
    this.#wake.resolve("woken");
    this.#wake = Promise.withResolvers();
  }

  /**
   * Resolves at the end of the plan or after an abort, and with `yielded` when a mission gave its robot to another one;
   * rejects with the code of the failure.
   */
  async work(plan: Plan): Promise<JobOutcome | "yielded"> {
    const { signal } = this.#context;
    this.#plan = plan;
    this.#reactions.start();
    const onAbort = (): void => this.wake();
    signal.addEventListener("abort", onAbort);
    this.#commander.open();
    const bound = this.#beginBound();
    let isYielded = false;
    try {
      await this.#callerPicture.look("start");
      this.#perception.open(labelsOf(plan).length > 0);
      isYielded = (await this.#all(plan)) === "yielded";
      return isYielded ? "yielded" : { payload: this.#progress.report(plan, "done") };
    } finally {
      bound?.cancel();
      signal.removeEventListener("abort", onAbort);
      this.#perception.close();
      if (isYielded) await this.#commander.close();
      else await this.#leave(plan);
    }
  }

  async #all(plan: Plan): Promise<"over" | "yielded"> {
    const { signal } = this.#context;
    while (!signal.aborted) {
      const step = plan.sections[this.run.at.section]?.steps[this.run.at.step];
      if (step) assertWithinBounds(this.run, this.#parts.clock.wallMs());
      if (this.run.pause) await this.#rest(plan);
      else if (await this.#reactions.act()) this.#progress.renew();
      else if (!step && this.#reactions.isPending) await this.#orWoken(this.#sleep(retryMs));
      else if (!step) return "over";
      else if (this.#yields && isBetweenSteps(this.run)) return "yielded";
      else {
        const charged = await this.#chargeFirst(step, plan);
        if (charged === "begins") void this.#progress.notify(plan, "running", null);
        const end = charged === "begins" ? await this.#do(step, plan) : charged;
        if (end) await this.#progress.advance(plan, end);
      }
    }
    return "over";
  }

  /** Lets a mission of higher priority have the robot after the present step. */
  yieldRobot(): void {
    this.#yields = true;
    this.wake();
  }

  /** Takes a person's answer to the question of the step; false when it asks none, or has no such answer. */
  async answer(answer: string): Promise<boolean> {
    const { section, step } = this.run.at;
    const asking = this.#plan?.sections[section]?.steps[step];
    if (asking?.type !== "ask" || !asking.answers.includes(answer)) return false;
    this.run.answer = answer;
    await this.#progress.keep();
    this.wake();
    return true;
  }

  /** Wakes the worker when the time of a mission is up. */
  #beginBound() {
    const { mission } = this.run;
    const { clock } = this.#parts;
    if (!mission) return undefined;
    mission.begunAtMs ??= clock.wallMs();
    const leftMs = mission.begunAtMs + mission.maxMs - clock.wallMs();
    return clock.after(Math.max(0, leftMs) + 1, () => this.wake());
  }

  /** Charges before a step that the battery does not allow; null: the step has to wait. */
  async #chargeFirst(step: PlanStep, plan: Plan): Promise<StepEnd | "begins"> {
    const { run } = this;
    if (run.charging === null) {
      if (isBegun(run)) return "begins";
      const { robots } = this.#parts;
      const need = chargeNeed(this.#commander.unit(), step, (body) =>
        robots.resolved(run.org, run.robotId, body),
      );
      if (need === null) return "begins";
      if ("hindrance" in need) return await this.#wait(plan, need.hindrance);
      if ("refused" in need) return { code: need.refused.code, reason: need.refused.message };
      run.charging = need;
      await this.#progress.keep();
    }
    const end = await this.#stays.charge(run.charging.untilPercent);
    if (end === null) return null;
    run.charging = null;
    await this.#progress.keep();
    return end === "done" ? null : end;
  }

  #show(phase: RunPhase, why: Hindrance): void {
    void this.#progress.notify(this.#plan!, phase, why);
  }

  async #do(step: PlanStep, plan: Plan): Promise<StepEnd> {
    switch (step.type) {
      case "observe":
        await this.#callerPicture.look("look");
        return await this.#stays.observe(step);
      case "ask":
        return await this.#stays.ask(step);
      case "webhook":
        return await this.#stays.webhook(step);
      case "operation":
        return await this.#stays.operation(step);
      case "door":
        return await this.#stays.door(step);
      case "charge":
        return await this.#stays.charge(step.until_percent);
      case "follow":
        return await this.#follow(step, plan);
      default:
        return await this.#command(step, plan);
    }
  }

  async #command(step: CommandingStep, plan: Plan): Promise<StepEnd> {
    if (this.run.sent === null) {
      if (isLeg(step)) await this.#callerPicture.look("start");
      if (this.#isHalted()) return null;
      const sent = await this.#send(step);
      if ("hindrance" in sent) return await this.#wait(plan, sent.hindrance);
      if ("refused" in sent) return blocked(step, sent.refused);
    }
    const ended = await this.#orWoken(this.#commander.ended(this.run.sent!));
    if (ended === "woken") return null;
    const end = await this.#judge(step, ended, plan);
    if (end !== null && isLeg(step)) await this.#callerPicture.look("end");
    return end;
  }

  async #send(
    step: CommandingStep,
  ): Promise<{ hindrance: Hindrance } | { refused: Hindrance } | { sent: string }> {
    const { run } = this;
    try {
      const sent = await this.#commander.send(step.command, (tx, id) =>
        putRun(tx, { ...run, sent: id }),
      );
      if ("hindrance" in sent) return sent;
      run.sent = sent.command.id;
      return { sent: run.sent };
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const isLasting = step.type === "command" || code === "capability_missing";
      if (code === "robot_removed" || (isLasting && !run.mission)) throw error;
      return { refused: { code: code ?? "internal_error", message } };
    }
  }

  async #judge(
    step: CommandingStep,
    ended: CommandRecord | undefined,
    plan: Plan,
  ): Promise<StepEnd> {
    this.run.sent = null;
    const after = afterCommand(step, ended, this.#commander);
    if ("wait" in after) return await this.#wait(plan, after.wait);
    if ("end" in after) return after.end;
    await this.pause(after.pause);
    return null;
  }

  async #follow(step: Extract<PlanStep, { type: "follow" }>, plan: Plan): Promise<StepEnd> {
    const { clock } = this.#parts;
    await this.#callerPicture.look("start");
    if (this.#isHalted()) return null;
    this.#follower ??= new TargetFollower({
      clock,
      driver: this.#commander,
      perception: this.#perception,
    });
    const result = await this.#follower.step(step);
    if ("hindrance" in result) return await this.#wait(plan, result.hindrance);
    if (result.end === "lost" || result.end === "over") {
      this.#follower = undefined;
      await this.#commander.endActive();
      await this.#callerPicture.look("end");
      return result.end === "over" ? "done" : targetLost;
    }
    if (result.end === "taken") {
      this.#follower = undefined;
      await this.pause({ code: "preempted", message: `its command ended: ${result.reason}` });
      return null;
    }
    await this.#orWoken(this.#sleep(retryMs));
    return null;
  }

  /** Waits while an obstacle lasts; the robot is free for others meanwhile. */
  async #wait(plan: Plan, hindrance: Hindrance): Promise<null> {
    if (hindrance.code === "robot_stopped" || hindrance.code === "stopped_by_operator") {
      await this.pause(hindrance);
      return null;
    }
    void this.#progress.notify(plan, "waiting", hindrance);
    await this.#commander.release();
    await this.#orWoken(this.#sleep(retryMs));
    return null;
  }

  /** Pauses the run until a caller resumes it. */
  async pause(why: Hindrance): Promise<void> {
    this.run.pause = why;
    await this.#progress.keep();
    this.wake();
  }

  /** Continues the run; false when it was not paused. */
  async resume(): Promise<boolean> {
    if (!this.run.pause) return false;
    this.run.pause = null;
    await this.#progress.keep();
    // Readers see the acceptance at once, before the robot answers.
    await this.#progress.notify(this.#plan!, "running", null);
    this.wake();
    return true;
  }

  async #rest(plan: Plan): Promise<void> {
    await this.#commander.endActive();
    await this.#commander.release();
    const { pause } = this.run;
    if (pause) void this.#progress.notify(plan, "paused", pause);
    const { promise } = this.#wake;
    if (!this.run.pause || this.#context.signal.aborted) return;
    // Recovery finds a command from before a restart later; that ends it too.
    await Promise.race(this.#commander.hasOpen ? [promise, this.#sleep(retryMs)] : [promise]);
  }

  /** After the end or an abort: ends the run's commands and removes its data. */
  async #leave(plan: Plan): Promise<void> {
    const goesOn = ["shutdown", "lease_lost"].includes(this.#context.abortReason() ?? "");
    if (!goesOn) {
      const state = this.#context.signal.aborted ? "cancelled" : "ended";
      await this.#commander.endActive();
      const { stepJob, org } = this.run;
      if (stepJob !== null) await this.#parts.calls?.cancelOperation(org, stepJob);
      const payload = this.#progress.report(plan, state);
      await this.#context.update({ payload }).catch(() => undefined);
      await this.#parts.store
        .transact((tx) => endRun(tx, this.run), { essential: true })
        .catch(() => undefined);
    }
    await this.#commander.close();
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.#parts.clock.after(ms, resolve));
  }

  #orWoken<T>(work: Promise<T>): Promise<T | "woken"> {
    // An event before the wait must end it.
    if (this.#isHalted() || this.#reactions.isDue) return Promise.resolve("woken");
    return Promise.race([work, this.#wake.promise]);
  }

  async #orHalted(work: Promise<unknown>): Promise<void> {
    let isOver = false;
    void work.finally(() => {
      isOver = true;
      this.wake();
    });
    while (!isOver && !this.#isHalted()) await this.#wake.promise;
  }

  #isHalted(): boolean {
    return this.#context.signal.aborted || this.run.pause !== null;
  }
}
