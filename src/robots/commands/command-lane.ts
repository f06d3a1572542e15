import type { RobotCommandBody } from "../driver/command-document.ts";
import { fail } from "../../base/contract/fail.ts";
import { type Meter, silentMeter } from "../../base/contract/metrics.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import type { StoreTransaction } from "../../base/core/store.ts";
import type { ActiveCommand, ActiveCommandParts } from "./active-command.ts";
import { isMovement, movesRobot, type RobotCommand } from "../driver/command.ts";
import { type CommandRecord, isOver } from "./command-record.ts";
import { isSpokenByBox } from "../driver/box-speech.ts";
import type { BackgroundEnd, RobotDriver, CommandNote } from "../driver/driver-port.ts";
import { judge, type Situation } from "./gate.ts";
import { type Holder, holderName } from "./lease.ts";
import { commandTimeoutMs, within } from "../driver/deadlines.ts";

/** A submitted command. */
export interface CommandSubmission {
  command: RobotCommand;
  body: RobotCommandBody;
  holder: Holder;
  requestId: string;
  why: string | null;
  ttlMs: number;
  /** True when the robot executes it until it is ended, as with a movement: a teleop session. */
  isSession?: boolean;
  /** Runs in the transaction that accepts the command. */
  also?: (tx: StoreTransaction, command: CommandRecord) => void;
}

/** The state that stops change. */
export interface Brake {
  /** Rises with each stop; commands accepted before it are never sent. */
  generation: number;
  /** Runs and rules wait for an operator. */
  isHeld: boolean;
}

/** Dependencies of the lane. */
export interface CommandLaneParts extends ActiveCommandParts {
  org: string;
  robotId: string;
  driver: RobotDriver;
  active: ActiveCommand;
  brake: Brake;
  /** The gate's present situation. */
  situation(holder: Holder): Situation;
  /** Bounds that may not hold on the way of the command, in words. */
  warningsOf(command: RobotCommand): string[];
  /** Sends to the robot, with the limits of its place. */
  execute(id: string, command: RobotCommand): Promise<void | BackgroundEnd | CommandNote>;
  /** Called when the robot has accepted this limit; null for none but its own. */
  onLimit(maxSpeedMps: number | null): Promise<void>;
  meter?: Meter;
}

/** Commands that wait for one robot; beyond it `overloaded`. */
const maxWaiting = 32;

/** Takes all commands of one robot, one after the other: lease, gate, record, gate again, dispatch. */
export class CommandLane {
  readonly #parts: CommandLaneParts;
  #waiting = 0;
  readonly #lane = new SerialLane();

  constructor(parts: CommandLaneParts) {
    this.#parts = parts;
  }

  /**
   * Takes a command. Resolves with its state after the dispatch. Fails with `lease_held`, `command_rejected`,
   * `overloaded`, and with the error of the record.
   */
  async submit(submission: CommandSubmission): Promise<CommandRecord> {
    if (this.#waiting >= maxWaiting) {
      throw fail("overloaded", "command: too many wait for the robot. Try again in a second", {
        retryAfterSec: 1,
      });
    }
    const dueMs = this.#parts.clock.monoMs() + submission.ttlMs;
    const { generation } = this.#parts.brake;
    this.#waiting += 1;
    try {
      return await this.serial(() => this.#process(submission, { dueMs, generation }));
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Runs `work` after the commands before it. */
  serial<R>(work: () => Promise<R>): Promise<R> {
    return this.#lane.run(work);
  }

  #count(rule: string): void {
    const { org, robotId, meter = silentMeter } = this.#parts;
    const labels = { organisation: org, robot: robotId, rule };
    meter.count("gatehouse_robot_commands_rejected_total", labels);
  }

  async #process(
    submission: CommandSubmission,
    since: { dueMs: number; generation: number },
  ): Promise<CommandRecord> {
    const {
      commandLog,
      lease,
      active,
      clock,
      org,
      robotId,
      driver,
      meter = silentMeter,
    } = this.#parts;
    const startMs = clock.monoMs();
    const { holder } = submission;
    const record = this.#recordOf(submission);
    const needsLease = !isFreeOfLease(submission, driver);
    try {
      if (needsLease) lease.assertFree(holder);
    } catch (error) {
      this.#count("lease_held");
      await commandLog.refused(rejected(record, "lease_held"), "lease_held");
      throw error;
    }
    const refusal = this.#refusalNow(submission, since);
    if (refusal) {
      this.#count(refusal.rule);
      await commandLog.refused(rejected(record, refusal.rule), refusal.rule);
      throw commandRejected(refusal, record.id);
    }
    await this.#accept(submission, record, needsLease);
    // Writing took time: what was true may not be any more.
    const late = this.#refusalNow(submission, since);
    if (late) return await active.end(record, "cancelled", `${late.rule}: ${late.message}`);
    if (needsLease && !lease.isFreeFor(holder)) {
      return await active.end(record, "cancelled", "preempted");
    }
    const sent = await this.#dispatch(record, submission);
    if (sent.sentAtMs !== null) {
      const labels = { organisation: org, robot: robotId };
      const seconds = (clock.monoMs() - startMs) / 1000;
      meter.observe("gatehouse_robot_command_dispatch_seconds", seconds, labels);
    }
    return sent;
  }

  #refusalNow(
    { command, holder }: CommandSubmission,
    since: { dueMs: number; generation: number },
  ): { rule: string; message: string } | null {
    const { brake, clock, situation } = this.#parts;
    if (since.generation !== brake.generation) {
      return { rule: "robot_stopped", message: "a stop came after the command" };
    }
    if (clock.monoMs() >= since.dueMs) {
      return { rule: "command_expired", message: "its time to live was over" };
    }
    return judge(command, situation(holder));
  }

  async #accept(
    submission: CommandSubmission,
    record: CommandRecord,
    needsLease: boolean,
  ): Promise<void> {
    const { commandLog, lease, brake } = this.#parts;
    const { holder, command, also } = submission;
    if (needsLease) {
      commandLog.note(lease.takeFor(holder, record.id, lasts(submission)));
    }
    // Speech, a pause or a lower limit does not allow the robot to move again.
    const endsHold = brake.isHeld && isOperator(holder) && movesRobot(command);
    try {
      await commandLog.accepted(record, { endsHold, also: (tx) => also?.(tx, record) });
    } catch (error) {
      commandLog.note(lease.commandEnded(record.id));
      throw error;
    }
    if (endsHold) brake.isHeld = false;
  }

  async #dispatch(record: CommandRecord, submission: CommandSubmission): Promise<CommandRecord> {
    const { command } = submission;
    if (command.kind === "cancel") return await this.#cancel(record, command.commandId);
    const { active, clock, execute, commandLog, onLimit } = this.#parts;
    if (lasts(submission)) active.set(record);
    let taken: void | BackgroundEnd | CommandNote;
    try {
      taken = await within(execute(record.id, command), commandTimeoutMs, "the command");
    } catch (error) {
      active.putBack(record);
      return await active.end(record, "failed", reasonOf(error));
    }
    if (command.kind === "set_speed_limit") await onLimit(command.maxSpeedMps);
    record.sentAtMs = clock.wallMs();
    if (taken && "ended" in taken) return await this.#goesOnBeside(record, taken);
    if (!lasts(submission)) return await active.end(record, "succeeded", taken?.note ?? null);
    const before = active.settle(record);
    if (before) await active.end(before, "cancelled", "superseded");
    // The driver may have reported the end already.
    if (isOver(record.state)) return record;
    record.state = "executing";
    await commandLog.changed(record, "command_sent");
    return record;
  }

  /** Waits while the robot is free for other commands. */
  async #goesOnBeside(record: CommandRecord, { ended }: BackgroundEnd): Promise<CommandRecord> {
    const { active, commandLog, lease } = this.#parts;
    commandLog.note(lease.commandEnded(record.id));
    record.state = "executing";
    await commandLog.changed(record, "command_sent");
    void ended.then(({ state, reason }) => active.end(record, state, reason));
    return record;
  }

  async #cancel(record: CommandRecord, commandId: string | null): Promise<CommandRecord> {
    const { active, driver, clock } = this.#parts;
    const { current } = active;
    if (!current || (commandId !== null && commandId !== current.id)) {
      return await active.end(record, "failed", "nothing_to_cancel");
    }
    const reason = `cancelled by ${holderName(record.holder)}`;
    active.plan(current, "cancelled", reason);
    try {
      // Teleop has no goal that a driver could cancel by its id.
      const isTeleop = current.body.command === "teleop";
      const ended = isTeleop ? driver.stop() : driver.cancel(current.id);
      await within<unknown>(ended, commandTimeoutMs, "the command");
    } catch (error) {
      return await active.end(record, "failed", reasonOf(error));
    }
    record.sentAtMs = clock.wallMs();
    await active.end(current, "cancelled", reason);
    return await active.end(record, "succeeded", null);
  }

  #recordOf({ command, body, holder, requestId, why }: CommandSubmission): CommandRecord {
    const { org, robotId, clock, warningsOf } = this.#parts;
    const createdAtMs = clock.wallMs();
    return {
      v: 1,
      id: uuidv7(createdAtMs),
      org,
      robotId,
      body,
      state: "accepted",
      reason: null,
      holder,
      requestId,
      why,
      createdAtMs,
      sentAtMs: null,
      endedAtMs: null,
      warnings: warningsOf(command),
    };
  }
}

/** True when the holder is a person, or speaks for one at this moment. */
export function isOperator({ priority }: Holder): boolean {
  return priority !== "run" && priority !== "rule";
}

/** True when the robot executes the command until it ends. */
function lasts({ command, isSession = false }: CommandSubmission): boolean {
  return isSession || isMovement(command);
}

/**
 * True when the command needs no lease. Any operator may end any goal; runs and rules only their own. Speech
 * through the box's own loudspeaker leaves the robot as it is.
 */
export function isFreeOfLease(
  { command, holder }: Pick<CommandSubmission, "command" | "holder">,
  driver: Pick<RobotDriver, "capabilities">,
): boolean {
  if (command.kind === "announce") return isSpokenByBox(driver);
  return command.kind === "cancel" && isOperator(holder);
}

function rejected(record: CommandRecord, rule: string): CommandRecord {
  return { ...record, state: "rejected", reason: rule, endedAtMs: record.createdAtMs };
}

function commandRejected({ rule, message }: { rule: string; message: string }, id: string) {
  return fail("command_rejected", `${rule}: ${message}`, {
    param: "command",
    details: [
      { path: "command", rule, message },
      { path: "", rule: "command_id", message: id },
    ],
  });
}

function reasonOf(error: unknown): string {
  const coded = GatehouseError.find(error);
  return coded ? `${coded.code}: ${coded.message}` : "robot_unreachable: the driver failed";
}
