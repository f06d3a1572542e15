import type { RobotActionStep } from "../fleet/config-document.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { isMovement } from "../driver/command.ts";
import type { RunCommander, RunCommanderParts } from "./run-commander.ts";
import { type ActionReport, putRun, type TaskRunRecord } from "./task-run-record.ts";
import type { Trigger } from "./run-perception.ts";
import { robotLimits } from "../robot-terms.ts";

/** Dependencies of the commands of actions. */
export interface RunActionsParts extends RunCommanderParts {
  run: TaskRunRecord;
  driver: RunCommander;
  wake(): void;
  /** Resolves at the end of `work`, or at a pause or abort, which must not wait for it. */
  orHalted(work: Promise<unknown>): Promise<unknown>;
}

interface DueCommand {
  trigger: Trigger;
  step: RobotActionStep;
  report: ActionReport;
  /** Monotonic: the earliest time of a try. */
  nextMs: number;
  /** Monotonic: the latest time of a try; null before the first one. */
  untilMs: number | null;
}

/** The reason why a command was not sent. */
interface Refusal {
  code: string;
  message: string;
}

/** Commands that wait to be given; further ones fail with `overloaded`. */
const maxDue = 50;
/** The interval of retries while another caller holds the robot, in milliseconds. */
const retryMs = 1000;
/** Commands that stop or slow a robot are never too late. */
const brakes: ReadonlySet<string> = new Set(["stop", "pause", "set_speed_limit"]);
/** A detection older than this moves no robot, in milliseconds (design, "The state of things"). */
const oldestMs = 5000;

/**
 * Sends the commands of a run's actions between the steps of its plan. A command for a taken robot waits for
 * it as long as its step allows; one that cannot be sent becomes a warning of the run, or ends the run where
 * it was required. The run's record holds each before its first try.
 */
export class RunActions {
  readonly #parts: RunActionsParts;
  readonly #due: DueCommand[] = [];
  #failure: Refusal | null = null;

  constructor(parts: RunActionsParts) {
    this.#parts = parts;
  }

  /** Fails the commands that a restart interrupted; call it once, before any other method. */
  start(): void {
    const message = "a restart cut it off; it is not given twice";
    for (const report of this.#parts.run.actions) {
      if (report.state === "pending") this.#fail(report, { code: "not_repeated", message });
    }
  }

  /** Returns reports of a trigger's commands; they become part of the run's record. */
  reportsOf({ type, steps }: Trigger): ActionReport[] {
    const at = this.#parts.clock.wallMs() / 1000;
    return steps.flatMap(({ command, required = false }) =>
      command
        ? [{ on: type, command: command.command, state: "pending", required, ...notSent, at }]
        : [],
    );
  }

  /** Queues the commands of a durable trigger, in the order of `reports`. */
  add(trigger: Trigger, reports: readonly ActionReport[]): void {
    const steps = trigger.steps.filter(({ command }) => command !== undefined);
    for (const [at, step] of steps.entries()) {
      const report = reports[at]!;
      if (this.#due.length < maxDue) {
        this.#due.push({ trigger, step, report, nextMs: -Infinity, untilMs: null });
      } else {
        this.#fail(report, { code: "overloaded", message: `${maxDue} other commands wait` });
      }
    }
    this.#parts.wake();
  }

  /** True when a command is due now. */
  get isDue(): boolean {
    const nowMs = this.#parts.clock.monoMs();
    return this.#failure !== null || this.#due.some(({ nextMs }) => nextMs <= nowMs);
  }

  /** True when a command is due or waits for the robot. */
  get isPending(): boolean {
    return this.#due.length > 0;
  }

  /**
   * Sends the next due command; false when there is none. Rejects with the code of a required command that
   * failed, and with `robot_removed`.
   */
  async act(): Promise<boolean> {
    if (this.#failure) {
      const { code, message } = this.#failure;
      // The command's time is over: another attempt of the job would start the run again.
      throw fail(code as "lease_held", message, { retryable: false });
    }
    const nowMs = this.#parts.clock.monoMs();
    const at = this.#due.findIndex(({ nextMs }) => nextMs <= nowMs);
    if (at < 0) return false;
    const [due] = this.#due.splice(at, 1);
    const refused = this.#isTooOld(due!) ? tooOld : await this.#give(due!);
    if (refused) this.#refuse(due!, refused);
    return true;
  }

  /** Applies to the first try only; a command that waits for the robot has its own bound. */
  #isTooOld({ trigger, step, untilMs }: DueCommand): boolean {
    const ageMs = trigger.frameAgeMs + this.#parts.clock.monoMs() - trigger.atMonoMs;
    return untilMs === null && !brakes.has(step.command!.command) && ageMs > oldestMs;
  }

  async #give({ step, report }: DueCommand): Promise<Refusal | null> {
    const { driver, run, orHalted } = this.#parts;
    const command = step.command!;
    try {
      const sent = await driver.send(command, (tx, id) => {
        const actions = run.actions.map((one) => (one === report ? takenAs(one, id) : one));
        putRun(tx, { ...run, actions });
      });
      if ("hindrance" in sent) {
        if (command.command !== "stop") return sent.hindrance;
        report.state = "sent";
        return null;
      }
      Object.assign(report, takenAs(report, sent.command.id));
      const { state, reason } = sent.command;
      if (state === "failed" || state === "cancelled") {
        const message = reason ?? state;
        return { code: message.split(":", 1)[0]!, message };
      }
      if (isMovement({ kind: command.command })) await orHalted(driver.ended(sent.command.id));
      return null;
    } catch (error) {
      const known = GatehouseError.find(error);
      if (!known || known.code === "robot_removed") throw error;
      return { code: known.code, message: known.message };
    }
  }

  #refuse(due: DueCommand, refused: Refusal): void {
    const { clock, wake } = this.#parts;
    const nowMs = clock.monoMs();
    const waitSec = due.step.wait_seconds ?? robotLimits.actionWaitDefaultSec;
    due.untilMs ??= nowMs + waitSec * 1000;
    if (refused.code !== "lease_held" || nowMs >= due.untilMs) {
      this.#fail(due.report, refused);
      return;
    }
    due.report.code = refused.code;
    due.nextMs = Math.min(nowMs + retryMs, due.untilMs);
    this.#due.push(due);
    clock.after(due.nextMs - nowMs, wake);
  }

  #fail(report: ActionReport, { code, message }: Refusal): void {
    report.state = "failed";
    report.code = code;
    const text = `actions: ${report.command} on ${report.on} was not carried out: ${code}: ${message}`;
    if (report.required) this.#failure ??= { code, message: text };
    else this.#parts.run.warnings.push(text);
  }
}

const notSent = { command_id: null, code: null } as const;
const tooOld = {
  code: "incident_too_old",
  message: `it was seen more than ${oldestMs / 1000} s ago`,
};

function takenAs(report: ActionReport, id: string): ActionReport {
  return { ...report, state: "sent", command_id: id, code: null };
}
