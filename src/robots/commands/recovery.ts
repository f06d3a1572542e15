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
  /** Runs the work when the commands before it have been done. */
  serial(work: () => Promise<void>): Promise<void>;
  isOnline(): boolean;
  /** A stop came after these commands, which the robot may never have heard. */
  isHeld(): boolean;
}

/** A restart has this long to find the robot again before its open commands end (notes, bar 2). */
const recoverMs = 5000;

/**
 * Ends or takes up again what an earlier process of the box left open on a robot: when the robot is
 * first heard of, or after five seconds. When in doubt the robot is stopped.
 */
export class Recovery {
  readonly #parts: RecoveryParts;
  #timer: Timer | undefined;
  #orphans: readonly CommandRecord[] = [];

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** These commands were open when the earlier process ended. */
  begin(orphans: readonly CommandRecord[]): void {
    this.#orphans = orphans;
    if (orphans.length > 0) this.#timer = this.#parts.clock.after(recoverMs, () => this.look());
  }

  /** The robot has reconnected, or the time is over; nothing happens once all commands are handled. */
  look(): void {
    if (this.#orphans.length > 0) void this.#parts.serial(() => this.#recover());
  }

  /** Leaves what is still open to the next process; idempotent. */
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
    // One of them is what the robot is on: the others it never had, or no longer has.
    if (!isInDoubt || active.current) return;
    await stops.owe(true);
    if (isOnline()) stops.again();
  }

  /** True when the robot may still drive a command that no part follows. */
  async #recoverOne(record: CommandRecord): Promise<boolean> {
    const { driver, active, lease, commandLog, isHeld } = this.#parts;
    const isThere = isHeld()
      ? null
      : await settled(within(driver.reattach(record.id), commandTimeoutMs, "the robot"));
    // A stop may have come while the robot was asked.
    if (isHeld()) {
      await active.end(record, "cancelled", "robot_stopped");
      return true;
    }
    if (isThere?.done !== true || active.current) {
      await active.end(record, "cancelled", "restarted");
      // Being spoken moves nothing.
      return record.body.command !== "announce";
    }
    record.state = "executing";
    active.set(record);
    commandLog.note(lease.takeFor(record.holder, record.id, true));
    await commandLog.changed(record, "command_reattached");
    return false;
  }
}
