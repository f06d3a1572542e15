import { isErrorCode } from "../../base/contract/error-codes.ts";
import { innerErrorCodes } from "../../base/contract/inner-error-codes.ts";
import { fail } from "../../base/contract/fail.ts";
import type { JobOutcome } from "../../base/jobs/job.ts";
import type { JobContext } from "../../base/jobs/operation.ts";
import { isMovement } from "../driver/command.ts";
import type { CommandRecord } from "../commands/command-record.ts";
import { labelsOf, type Plan, type PlanStep, searchOf } from "./plans/plan-record.ts";
import {
  type Hindrance,
  isPassing,
  RunCommander,
  type RunCommanderParts,
} from "./run-commander.ts";
import { TargetFollower } from "./follower.ts";
import { CallerPicture } from "./caller-picture.ts";
import type { TaskRunInput } from "./task-run-operation.ts";
import { endRun, putRun, type TaskRunRecord } from "./task-run-record.ts";
import { RunProgress, type StepOutcome } from "./run-progress.ts";
import { RunReactions } from "./run-reactions.ts";
import { RunPerception } from "./run-perception.ts";
import type { RunVision } from "./ports.ts";

/** Dependencies of a run's worker. */
export interface TaskRunWorkerParts extends RunCommanderParts {
  vision: RunVision;
}

/** The result of a step; null when it was interrupted and has to be repeated. */
type StepEnd = StepOutcome | null;

/** The interval of retries of an obstructed run, in milliseconds. */
const retryMs = 1000;
/** The rest of a stay is stored at this interval, in milliseconds. */
const keepMs = 5000;

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
  /** The largest number of things of the class that the step looks for or counts. */
  #most = 0;

  constructor(
    parts: TaskRunWorkerParts,
    context: JobContext,
    task: { input: TaskRunInput; run: TaskRunRecord },
  ) {
    this.#parts = parts;
    this.#context = context;
    this.run = task.run;
    const { org, id: jobId, requestId } = context.job;
    const { robotId, watching: perceptionPlan, zones, locale, isHeard } = task.input;
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
  }

  /** Wakes a waiting step after an event. */
  wake(): void {
    this.#wake.resolve("woken");
    this.#wake = Promise.withResolvers();
  }

  /** Resolves at the end of the plan or after an abort; rejects with the code of the failure. */
  async work(plan: Plan): Promise<JobOutcome> {
    const { signal } = this.#context;
    this.#reactions.start();
    const onAbort = (): void => this.wake();
    signal.addEventListener("abort", onAbort);
    this.#commander.open();
    try {
      await this.#callerPicture.look("start");
      this.#perception.open(labelsOf(plan).length > 0);
      await this.#all(plan);
      return { payload: this.#progress.report(plan, "done") };
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#perception.close();
      await this.#leave(plan);
    }
  }

  async #all(plan: Plan): Promise<void> {
    const { signal } = this.#context;
    while (!signal.aborted) {
      const step = plan.sections[this.run.at.section]?.steps[this.run.at.step];
      if (this.run.pause) await this.#rest(plan);
      else if (await this.#reactions.act()) this.#progress.renew();
      else if (!step && this.#reactions.isPending) await this.#orWoken(this.#sleep(retryMs));
      else if (!step) return;
      else {
        void this.#progress.notify(plan, "running", null);
        const end = await this.#do(step, plan);
        if (end) await this.#progress.advance(plan, end);
      }
    }
  }

  async #do(step: PlanStep, plan: Plan): Promise<StepEnd> {
    switch (step.type) {
      case "observe":
        await this.#callerPicture.look("look");
        return await this.#stay(step);
      case "follow":
        return await this.#follow(step, plan);
      default:
        return await this.#command(step, plan);
    }
  }

  async #command(
    step: Extract<PlanStep, { type: "move" | "command" }>,
    plan: Plan,
  ): Promise<StepEnd> {
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
    step: Extract<PlanStep, { type: "move" | "command" }>,
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
      if (step.type === "command" || code === "capability_missing" || code === "robot_removed")
        throw error;
      return { refused: { code: code ?? "internal_error", message } };
    }
  }

  async #judge(
    step: Extract<PlanStep, { type: "move" | "command" }>,
    ended: CommandRecord | undefined,
    plan: Plan,
  ): Promise<StepEnd> {
    const { run } = this;
    run.sent = null;
    if (ended?.state === "succeeded") return "done";
    const reason = ended?.reason ?? "restarted: the command is not kept";
    const code = reason.split(":", 1)[0]!;
    if (isPassing(code) && code !== "robot_stopped") {
      return await this.#wait(plan, { code, message: reason });
    }
    if (again.has(code)) return step.type === "move" ? null : cutOff(code, reason);
    if (reason === `cancelled by ${this.#commander.holder.keyId}`) return null;
    if (ended && code === "superseded" && this.#commander.isSupersededByOwn(ended)) return null;
    if (this.#isTakenAway(ended)) {
      await this.pause({
        code: reason.split(/[: ]/, 1)[0]!,
        message: `its command ended: ${reason}`,
      });
      return null;
    }
    return blocked(step, { code: codeOf(step, code), message: reason });
  }

  /** Another caller or a breach ended the command: the run waits for a person. */
  #isTakenAway(ended: CommandRecord | undefined): boolean {
    return ended?.state === "cancelled" || (ended !== undefined && this.#commander.unit().isHeld);
  }

  /** Stays and looks; the remaining time survives a restart. */
  async #stay(step: Extract<PlanStep, { type: "observe" }>): Promise<StepEnd> {
    const { clock } = this.#parts;
    const { run } = this;
    const label = searchOf(step);
    run.leftMs ??= step.seconds === null ? null : step.seconds * 1000;
    await this.#commander.release();
    for (;;) {
      if (label !== undefined) this.#most = Math.max(this.#most, this.#perception.countOf(label));
      const isFound = step.look_for !== undefined && this.#most > 0;
      if (isFound || (run.leftMs !== null && run.leftMs <= 0)) break;
      const startMs = clock.monoMs();
      const periodMs = label === undefined ? keepMs : retryMs;
      const woken = await this.#orWoken(this.#sleep(Math.min(periodMs, run.leftMs ?? periodMs)));
      if (run.leftMs !== null) run.leftMs = Math.max(0, run.leftMs - (clock.monoMs() - startMs));
      await this.#progress.keep();
      if (woken === "woken") return null;
    }
    run.leftMs = null;
    if (label !== undefined) {
      run.findings.push({ ...run.at, class: label, count: this.#most, at: clock.wallMs() / 1000 });
      this.#most = 0;
    }
    return "done";
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
    await this.#progress.notify(this.run.plan!, "running", null);
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

/** A leg: the part of the way that the robot drives without a stop. */
function isLeg({ command }: Extract<PlanStep, { type: "move" | "command" }>): boolean {
  return isMovement({ kind: command.command });
}

const notRepeated = { code: "not_repeated", reason: "a restart cut it off; it is not given twice" };
const targetLost = { code: "target_lost", reason: "what it followed was not seen for 30 s" };

/** Ends after which a movement is sent again; that reveals if an ability is back. */
const again: ReadonlySet<string> = new Set(["restarted", "capability_missing"]);

/** Anything but a movement is never repeated. */
function cutOff(code: string, reason: string): StepEnd {
  if (code === "restarted") return notRepeated;
  throw fail("capability_missing", reason);
}

/** The reason of a failed movement is its place; of another command its own code, if known. */
function codeOf({ type }: { type: "move" | "command" }, code: string): string {
  return type === "move" || !Object.hasOwn(innerErrorCodes, code) ? "place_unreachable" : code;
}

/** Skips an unreachable place, or fails the run; a failed command ends the run. */
function blocked(
  step: Extract<PlanStep, { type: "move" | "command" }>,
  { code, message }: Hindrance,
): StepEnd {
  if (step.type === "move" && step.on_blocked === "skip") return { code, reason: message };
  throw fail(isErrorCode(code) ? code : "robot_refused", message);
}
