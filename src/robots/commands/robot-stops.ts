import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { ActiveCommand } from "./active-command.ts";
import type { Brake } from "./command-lane.ts";
import type { CommandRecord } from "./command-record.ts";
import type { RobotDriver } from "../driver/driver-port.ts";
import type { Holder, RobotLease } from "./lease.ts";
import type { CommandLog } from "./command-log.ts";
import {
  commandTimeoutMs,
  orAfter,
  recordPatienceMs,
  settled,
  stopTimeoutMs,
  within,
} from "../driver/deadlines.ts";

/** A stop that the robot accepted. */
export interface StopOutcome {
  id: string;
  /** Measures that the box took, for example `cancel+zero_velocity`. */
  done: string;
  /** Milliseconds until the robot's side had accepted the stop. */
  tookMs: number;
  cancelledCommandId: string | null;
  /** `pending`: the disk had not answered yet. */
  recorded: "store" | "journal" | "lost" | "pending";
  /** Unix milliseconds. */
  stoppedAtMs: number;
}

/** Dependencies of the stops of one robot. */
export interface RobotStopsParts {
  id: string;
  driver: RobotDriver;
  clock: Clock;
  log: Logger;
  active: ActiveCommand;
  lease: RobotLease;
  commandLog: CommandLog;
  brake: Brake;
  onChange(): void;
}

/**
 * The ways to stop one robot. Each bypasses the lane of commands; a stop that did not arrive is sent again at
 * the robot's next message.
 */
export class RobotStops {
  readonly #parts: RobotStopsParts;
  #isDue = false;
  /** True while the due stop is being sent. */
  #isSending = false;
  /** The requester of the stop that did not arrive; null for the box. */
  #undelivered: { id: string; who: Holder; why: string | null } | null = null;

  constructor(parts: RobotStopsParts) {
    this.#parts = parts;
  }

  /** Marks the robot for a stop at its reconnection, because a cancel or stop did not arrive. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Sets `isDue`, and stores it over a restart. */
  async owe(isDue: boolean): Promise<void> {
    if (isDue === this.#isDue) return;
    this.#isDue = isDue;
    await this.#parts.commandLog.noteStopDue(isDue);
  }

  /** Reads the due stop of an earlier process. */
  begin(): void {
    this.#isDue = this.#parts.commandLog.isStopDue();
  }

  /** `RobotUnit.halt`. */
  async halt(who: Holder, why: string | null): Promise<StopOutcome> {
    const { clock, driver, active: actives, brake } = this.#parts;
    const startMs = clock.monoMs();
    const active = actives.current;
    const ended = actives.all;
    // Runs at once; an error of a driver counts as a stop that did not arrive.
    const sent = within((async () => await driver.stop())(), stopTimeoutMs, "the stop");
    brake.generation += 1;
    brake.isHeld = true;
    this.#parts.onChange();
    const id = uuidv7(clock.wallMs());
    const { done, error } = await settled(sent);
    const tookMs = clock.monoMs() - startMs;
    const stoppedAtMs = clock.wallMs();
    this.#undelivered = done === null ? { id, who, why } : null;
    const writing = this.#write(ended, {
      event: done === null ? "stop_failed" : "stopped",
      commandId: active?.id ?? null,
      who,
      why,
      detail: { stop_id: id, done, took_ms: Math.round(tookMs), error },
    });
    const recorded = await orAfter(writing, recordPatienceMs, "pending" as const);
    if (done === null) {
      throw fail(
        "robot_unreachable",
        `stop: the robot did not take it (${error}). Use the emergency stop on the robot`,
        {
          details: [
            { path: "", rule: "stop", message: `recorded in ${recorded}; sent again later` },
          ],
        },
      );
    }
    return { id, done, tookMs, cancelledCommandId: active?.id ?? null, recorded, stoppedAtMs };
  }

  /** Records a stop and the commands that it ended; on a stalled disk, once that answers. */
  async #write(
    ended: readonly CommandRecord[],
    entry: Parameters<CommandLog["stopped"]>[0],
  ): Promise<"store" | "journal" | "lost"> {
    const { active, commandLog, lease } = this.#parts;
    const isDone = entry.event === "stopped";
    const revoked = lease.revoke();
    await this.owe(!isDone);
    if (isDone) await active.endAll(ended, "cancelled", "robot_stopped");
    commandLog.note(revoked);
    return await commandLog.stopped(entry);
  }

  /** Ends the robot's command by the gentlest means that works; true if one did. */
  async endActive(
    state: "succeeded" | "failed" | "cancelled",
    reason: string | null,
    means: "cancel" | "stop",
  ): Promise<boolean> {
    const { driver, brake, active: actives } = this.#parts;
    const active = actives.current;
    const ended = actives.all;
    brake.generation += 1;
    // Teleop has no goal that a driver could cancel by its id.
    const isTeleop = active?.body.command === "teleop";
    if (active && !isTeleop) actives.plan(active, state, reason);
    let isDone = true;
    try {
      if (means === "cancel" && active && !isTeleop) {
        await within(driver.cancel(active.id), commandTimeoutMs, "the end of a command");
      } else await within(driver.stop(), stopTimeoutMs, "the stop");
    } catch (error) {
      this.#warn(error, "the robot could not be told to end its command");
      if (means === "cancel") return await this.endActive(state, reason, "stop");
      await this.owe(true);
      isDone = false;
    }
    await actives.endAll(ended, state, reason);
    return isDone;
  }

  /** Sends the due stop, and ends the commands that it stops; it stays due when the robot does not accept it. */
  again(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    void this.#again(this.#parts.active.all).finally(() => void (this.#isSending = false));
  }

  async #again(ended: readonly CommandRecord[]): Promise<void> {
    const { driver, active: actives, commandLog } = this.#parts;
    let done: string;
    try {
      done = await within(driver.stop(), stopTimeoutMs, "the stop");
    } catch (error) {
      this.#warn(error, "the robot did not take the stop again");
      return;
    }
    await this.owe(false);
    await actives.endAll(ended, "cancelled", "robot_stopped");
    const undelivered = this.#undelivered;
    this.#undelivered = null;
    if (!undelivered) return;
    const { id, who, why } = undelivered;
    const detail = { stop_id: id, done, sent_again: true };
    await commandLog.happened({
      event: "stopped",
      commandId: ended[0]?.id ?? null,
      who,
      why,
      detail,
    });
  }

  #warn(error: unknown, message: string): void {
    this.#parts.log.warn({ robot_id: this.#parts.id, error: describeError(error) }, message);
  }
}
