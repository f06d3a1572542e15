import type { Clock, Timer } from "../../base/core/clock.ts";
import type { ActiveCommand } from "./active-command.ts";
import type { CommandRecord } from "./command-record.ts";
import type { RobotDriver } from "../driver/driver-port.ts";
import type { RobotLease } from "./lease.ts";
import type { CommandLog } from "./command-log.ts";
import type { RobotStops } from "./robot-stops.ts";
import { commandTimeoutMs, settled, within } from "../driver/deadlines.ts";

/** Dependencies of the recovery of commands of an earlier process. */
export interface RecoveryParts {
  clock: Clock;
  driver: RobotDriver;
  active: ActiveCommand;
  lease: RobotLease;
  commandLog: CommandLog;
  stops: RobotStops;
  /** Runs the work after the commands before it. */
  serial(work: () => Promise<void>): Promise<void>;
  isOnline(): boolean;
  /** True when a stop came after these commands, which the robot may never have received. */
  isHeld(): boolean;
}

/** After a restart the robot has this long to reconnect before its open commands end (notes, bar 2). */
const recoverMs = 5000;

/**
 * Ends or resumes the commands that an earlier process left open on a robot: at the robot's first message, or
 * after five seconds. When in doubt it stops the robot.
 */
export class Recovery {
  readonly #parts: RecoveryParts;
  #timer: Timer | undefined;
  #orphans: readonly CommandRecord[] = [];

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** Takes the commands that were open when the earlier process ended. */
  begin(orphans: readonly CommandRecord[]): void {
    this.#orphans = orphans;
    if (orphans.length > 0) this.#timer = this.#parts.clock.after(recoverMs, () => this.look());
  }

  /** Handles the open commands after a reconnection or the deadline; does nothing once all are handled. */
  look(): void {
    if (this.#orphans.length > 0) void this.#parts.serial(() => this.#recover());
  }

  /** Leaves open commands to the next process; idempotent. */
  end(): void {
    this.#timer?.cancel();
  }

  async #recover(): Promise<void> {
    const orphans = this.#orphans;
    if (orphans.length === 0) return;
    this.#orphans = [];
    this.#timer?.cancel();
    const { active, stops, isOnline } = this.#parts;
    let isInDoubt = false;
    for (const record of orphans) isInDoubt = (await this.#recoverOne(record)) || isInDoubt;
    // The robot executes one of them: it never received the others, or no longer has them.
    if (!isInDoubt || active.current) return;
    await stops.owe(true);
    if (isOnline()) stops.again();
  }

  /** True when the robot may still execute a command that no component follows. */
  async #recoverOne(record: CommandRecord): Promise<boolean> {
    const { driver, active, lease, commandLog, isHeld } = this.#parts;
    const isThere = isHeld()
      ? null
      : await settled(within(driver.reattach(record.id), commandTimeoutMs, "the robot"));
    // A stop may have come while the robot answered.
    if (isHeld()) {
      await active.end(record, "cancelled", "robot_stopped");
      return true;
    }
    if (isThere?.done !== true || active.current) {
      await active.end(record, "cancelled", "restarted");
      // Speech moves nothing.
      return record.body.command !== "announce";
    }
    record.state = "executing";
    active.set(record);
    commandLog.note(lease.takeFor(record.holder, record.id, true));
    await commandLog.changed(record, "command_reattached");
    return false;
  }
}
