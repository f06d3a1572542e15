import type { Clock } from "../../base/core/clock.ts";
import { type CommandingStep, type PlanStep, searchOf } from "./plans/plan-record.ts";
import { doorLimits } from "../doors/door-terms.ts";
import type { RunCalls, RunDoors } from "./ports.ts";
import type { Hindrance, RunCommander } from "./run-commander.ts";
import type { RunPerception } from "./run-perception.ts";
import type { RunProgress, StepOutcome } from "./run-progress.ts";
import type { TaskRunRecord } from "./task-run-record.ts";
import { retryMs } from "./run-terms.ts";

/** The worker of a run as its standing steps need it. */
export interface StayHost {
  clock: Clock;
  run: TaskRunRecord;
  commander: RunCommander;
  perception: Pick<RunPerception, "countOf">;
  progress: Pick<RunProgress, "keep">;
  /** Absent where steps call nothing. */
  calls?: RunCalls | undefined;
  /** Doors and lifts; absent where the site has none. */
  doors?: RunDoors | undefined;
  /** The key in whose name steps call operations. */
  keyId: string;
  /** Shows readers of the job why the robot stands. */
  show(phase: "asking" | "charging", why: Hindrance): void;
  /** Sends a command of the run, and follows it to its end. */
  command(step: CommandingStep): Promise<StepOutcome | null>;
  /** Resolves early, with `woken`, when the worker has something else to do. */
  orWoken<T>(work: Promise<T>): Promise<T | "woken">;
  sleep(ms: number): Promise<void>;
}

/** The rest of a stay is stored at this interval, in milliseconds. */
const keepMs = 5000;
/** A docked robot that reports no charging for this long is docked again, in milliseconds. */
const uncharged = 30_000;

/**
 * The steps of a run in which its robot stands: it looks, asks a person, calls something, or charges. Each returns null
 * when it was interrupted and has to go on later; what it needs for that is in the run's record.
 */
export class RunStays {
  readonly #host: StayHost;
  /** The largest number of things of the class that the step looks for or counts. */
  #most = 0;

  constructor(host: StayHost) {
    this.#host = host;
  }

  /** Stays and looks; the remaining time survives a restart. */
  async observe(step: Extract<PlanStep, { type: "observe" }>): Promise<StepOutcome | null> {
    const { clock, run, perception, commander } = this.#host;
    const label = searchOf(step);
    await commander.release();
    const end = await this.#stay(step.seconds, label === undefined ? keepMs : retryMs, () => {
      if (label !== undefined) this.#most = Math.max(this.#most, perception.countOf(label));
      return step.look_for !== undefined && this.#most > 0;
    });
    if (end === null) return null;
    const count = this.#most;
    this.#most = 0;
    if (label === undefined) return "done";
    run.findings.push({ ...run.at, class: label, count, at: clock.wallMs() / 1000 });
    return { answer: count > 0 ? "found" : "not_found" };
  }

  /** Waits for a person's answer. */
  async ask(step: Extract<PlanStep, { type: "ask" }>): Promise<StepOutcome | null> {
    const { run, commander } = this.#host;
    await commander.release();
    const { question, answers } = step;
    this.#host.show("asking", { code: "asking", message: `${question} (${answers.join(", ")})` });
    const end = await this.#stay(step.seconds, keepMs, () => run.answer !== null);
    if (end === null) return null;
    const answer = run.answer ?? "no_answer";
    run.answer = null;
    return { answer };
  }

  /** Calls a webhook. After a crash it calls again, with the same key. */
  async webhook(step: Extract<PlanStep, { type: "webhook" }>): Promise<StepOutcome | null> {
    const { run, calls, commander } = this.#host;
    await commander.release();
    const abort = new AbortController();
    const called = calls!.webhook({
      org: run.org,
      webhookId: step.webhook_id,
      key: this.#key(),
      data: { run_id: run.jobId, robot_id: run.robotId, ...step.data },
      timeoutMs: step.seconds * 1000,
      signal: abort.signal,
    });
    // An abort ends the call by a rejection that nobody waits for.
    called.catch(() => undefined);
    const end = await this.#host.orWoken(called);
    if (end === "woken") abort.abort();
    return end === "woken" ? null : end;
  }

  /** Waits until a door is open; it then stays open until the robot had time to reserve it. */
  async door({
    door: id,
    level,
    seconds,
  }: Extract<PlanStep, { type: "door" }>): Promise<StepOutcome | null> {
    const { run, doors, commander } = this.#host;
    const by = `run ${run.jobId}`;
    await commander.release();
    const door = doors?.find(run.org, id);
    if (!door) return { code: "door_fault", reason: `the site has no door ${id}` };
    door.hold({ by, level });
    const end = await this.#stay(seconds, doorLimits.retryMs, () => door.obstacle(level) === null);
    const obstacle = door.obstacle(level);
    if (end === null || obstacle !== null) door.release(by);
    if (end === null) return null;
    if (obstacle !== null) return { code: "door_timeout", reason: obstacle.message };
    this.#host.clock.after(doorLimits.missionHoldMs, () => door.release(by));
    return "done";
  }

  /** Carries out an operation as a job of its own. */
  async operation(step: Extract<PlanStep, { type: "operation" }>): Promise<StepOutcome | null> {
    const { run, calls, commander, progress, keyId } = this.#host;
    await commander.release();
    const { operation, input, seconds } = step;
    if (run.stepJob === null) {
      const call = { org: run.org, keyId, key: this.#key(), operation, input, timeoutSec: seconds };
      const started = await calls!.operation(call);
      if ("code" in started) return started;
      run.stepJob = started.jobId;
      await progress.keep();
    }
    for (;;) {
      const end = calls!.operationEnd(run.org, run.stepJob);
      if (end) return end;
      if ((await this.#host.orWoken(this.#host.sleep(retryMs))) === "woken") return null;
    }
  }

  /** Docks, and stays until the battery has this charge. */
  async charge(untilPercent: number): Promise<StepOutcome | null> {
    const { run, commander, progress } = this.#host;
    const battery = () => commander.unit().state.fresh("battery");
    if (run.stage === null && battery()?.isCharging !== true) {
      const dock = { command: "dock" } as const;
      const end = await this.#host.command({ type: "command", command: dock, on_blocked: "skip" });
      if (end !== "done") return end;
    }
    if (run.stage === null) run.sent = null;
    run.stage = "charging";
    await progress.keep();
    await commander.release();
    if (!(await this.#fill(untilPercent))) return null;
    if ((await this.#undock()) === null) return null;
    run.stage = null;
    return "done";
  }

  /** Stands in the dock until the battery has this charge; false when it has to go on later. */
  async #fill(untilPercent: number): Promise<boolean> {
    const { run, commander, clock } = this.#host;
    let lastMs = clock.monoMs();
    for (;;) {
      const now = commander.unit().state.fresh("battery");
      if (now && now.percent >= untilPercent) return true;
      const charge = now ? `${now.percent} %` : "an unknown charge";
      const message = `the battery has ${charge}, and charges up to ${untilPercent} %`;
      this.#host.show("charging", { code: "charging", message });
      if (now?.isCharging !== false) lastMs = clock.monoMs();
      if (clock.monoMs() - lastMs > uncharged) {
        // Somebody has driven it out of its dock.
        run.stage = null;
        return false;
      }
      if ((await this.#host.orWoken(this.#host.sleep(retryMs))) === "woken") return false;
    }
  }

  /** A robot that plans its own way leaves its dock first; one that cannot is sent on from there. */
  async #undock(): Promise<StepOutcome | null> {
    const { parts, bounds } = this.#host.commander.unit();
    const undock = bounds.capabilities.find(({ name }) => name === "undock");
    if (parts.driver.drivesStraight === true || undock?.available !== true) return "done";
    const command = { command: "undock" } as const;
    return await this.#host.command({ type: "command", command, on_blocked: "skip" });
  }

  /** Stands until `isOver`, or until the time is up; null when it was interrupted. */
  async #stay(
    seconds: number | null,
    periodMs: number,
    isOver: () => boolean,
  ): Promise<"over" | null> {
    const { clock, run, progress } = this.#host;
    run.leftMs ??= seconds === null ? null : seconds * 1000;
    while (!isOver() && !(run.leftMs !== null && run.leftMs <= 0)) {
      const startMs = clock.monoMs();
      const rest = this.#host.sleep(Math.min(periodMs, run.leftMs ?? periodMs));
      const woken = await this.#host.orWoken(rest);
      if (run.leftMs !== null) run.leftMs = Math.max(0, run.leftMs - (clock.monoMs() - startMs));
      await progress.keep();
      if (woken === "woken") return null;
    }
    run.leftMs = null;
    return "over";
  }

  /** The same for every attempt of this step, and for no other one. */
  #key(): string {
    const { run } = this.#host;
    return `${run.jobId}:${run.mission?.taken ?? run.at.section}`;
  }
}
