import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { AllowedSpace } from "../driver/areas.ts";
import type { RobotCommand } from "../driver/command.ts";
import type { RobotDriver } from "../driver/driver-port.ts";
import type { LiveState } from "../driver/live-state.ts";
import type { CommandLog } from "../commands/command-log.ts";
import type { RobotSettings } from "../driver/robot-settings.ts";

/** Dependencies of the speed limits of one robot. */
export interface SpeedLimitsParts {
  id: string;
  settings: RobotSettings;
  driver: RobotDriver;
  clock: Clock;
  log: Logger;
  state: LiveState;
  commandLog: CommandLog;
  /** The zones that are in force. */
  space(): AllowedSpace;
  /** The advisory limit by people; null for a robot without one. */
  people: { readonly mps: number } | null;
}

/**
 * The speed limit of one robot: the lowest of its own bound, an operator's limit, the zones around it, and
 * the advisory limit by people. A robot that accepts limits gets each change; any other has the limit in each command. A driver that limits
 * each piece of a way handles the zones itself.
 */
export class SpeedLimits {
  readonly #parts: SpeedLimitsParts;
  #setMps: number;
  /** The limit last sent to the robot; NaN when the robot may have lost it. */
  #pushedMps: number;

  constructor(parts: SpeedLimitsParts) {
    this.#parts = parts;
    this.#setMps = parts.settings.maxSpeedMps;
    this.#pushedMps = this.#setMps;
  }

  /** The limit at the robot's place, in metres per second. */
  get mps(): number {
    return Math.min(
      this.#setMps,
      this.#parts.settings.maxSpeedMps,
      this.#zonesMps,
      this.#peopleMps,
    );
  }

  /** Restores the limit that an earlier process set. */
  begin(): void {
    this.#setMps = Math.min(this.#setMps, this.#parts.commandLog.limitMps() ?? Infinity);
  }

  /** Notes that the robot has accepted this limit; null for none but its own. Survives a restart. */
  async set(maxSpeedMps: number | null): Promise<void> {
    this.#setMps = maxSpeedMps ?? this.#parts.settings.maxSpeedMps;
    this.#pushedMps = this.#sentMps;
    await this.#parts.commandLog.noteLimit(maxSpeedMps);
  }

  /** Sends the robot the limit at its position when that has changed. */
  push(): void {
    const mps = this.#sentMps;
    if (mps === this.#pushedMps || !this.#isTaken) return;
    this.#pushedMps = mps;
    const id = uuidv7(this.#parts.clock.wallMs());
    this.execute(id, { kind: "set_speed_limit", maxSpeedMps: mps }).catch((error: unknown) => {
      this.#pushedMps = Number.NaN;
      const { log, id: robotId } = this.#parts;
      log.warn(
        { robot_id: robotId, error: describeError(error) },
        "the robot did not take its speed limit",
      );
    });
  }

  /** Forgets the sent limit of a robot that may have restarted: the next push sends it again. */
  lose(): void {
    if (this.#pushedMps !== this.#parts.settings.maxSpeedMps) this.#pushedMps = Number.NaN;
  }

  /** Sends a command with the limits that apply to it. */
  execute(id: string, command: RobotCommand): ReturnType<RobotDriver["execute"]> {
    const { driver, settings } = this.#parts;
    const own = "maxSpeedMps" in command ? (command.maxSpeedMps ?? Infinity) : Infinity;
    const { maxSpeedMps: most, maxTurnRadps } = settings;
    const isLimit = command.kind === "set_speed_limit";
    // A robot with a limit gets that of the place apart from the command.
    const around = Math.min(this.#sentZonesMps, this.#peopleMps);
    const place = isLimit ? around : this.#isTaken ? Infinity : this.mps;
    const maxSpeedMps = Math.min(own, most, place);
    return driver.execute({ id, command, maxSpeedMps, maxTurnRadps });
  }

  get #isTaken(): boolean {
    const capabilities = this.#parts.driver.capabilities();
    return capabilities.some(({ name, available }) => name === "set_speed_limit" && available);
  }

  /** The limit sent to a robot that accepts one. */
  get #sentMps(): number {
    const { maxSpeedMps } = this.#parts.settings;
    return Math.min(this.#setMps, maxSpeedMps, this.#sentZonesMps, this.#peopleMps);
  }

  get #peopleMps(): number {
    return this.#parts.people?.mps ?? Infinity;
  }

  get #sentZonesMps(): number {
    return this.#parts.driver.boundSpeed ? Infinity : this.#zonesMps;
  }

  get #zonesMps(): number {
    const pose = this.#parts.state.value("pose");
    return pose ? this.#parts.space().speedLimitAt(pose.frame, [pose.xM, pose.yM]) : Infinity;
  }
}
