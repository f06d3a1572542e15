import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import { doorLimits } from "../doors/door-terms.ts";
import type { RobotDriver } from "../driver/driver-port.ts";
import type { DoorWays } from "./door-ways.ts";
import { poseAt } from "./errand.ts";
import type { LiftRide, Trip } from "./trip.ts";

/** The parts of the rides of one robot. */
export interface LiftRiderParts {
  driver: Pick<RobotDriver, "capabilities" | "execute">;
  robotId: string;
  clock: Clock;
  doors: DoorWays;
}

/** Takes one robot by lifts from one map frame to another: from the place in the lift to the same place above or below. */
export class LiftRider {
  readonly #parts: LiftRiderParts;

  constructor(parts: LiftRiderParts) {
    this.#parts = parts;
  }

  /** The robot is in the lift: it goes to the level of the goal. */
  enter(trip: Trip, { lift, to }: LiftRide): void {
    const { clock, doors, robotId } = this.#parts;
    const sinceMs = clock.monoMs();
    trip.ridePhase = "riding";
    trip.doorWait = { doorId: lift, sinceMs };
    trip.wait = { areas: [to.name], robots: new Set(), sinceMs, door: lift };
    doors.ride(robotId, { lift, level: to.level });
  }

  /**
   * Once the lift is open at the level, gives the robot its place there. Returns why the ride failed, in the form of a
   * command's reason; null while it goes on.
   */
  async step(trip: Trip): Promise<string | null> {
    const { clock, doors } = this.#parts;
    const { lift, to } = trip.ride!;
    const { sinceMs } = trip.doorWait!;
    if (trip.ridePhase === "arriving") {
      const isLate = clock.monoMs() - sinceMs > doorLimits.arriveMs;
      return isLate ? `door_timeout: the robot did not find its place in ${to.frame}` : null;
    }
    const obstacle = doors.obstacle({ id: lift, level: to.level });
    if (obstacle)
      return doors.isTooLate(lift, sinceMs) ? `door_timeout: ${obstacle.message}` : null;
    trip.ridePhase = "arriving";
    trip.doorWait = { doorId: lift, sinceMs: clock.monoMs() };
    return await this.#localize(to);
  }

  /** Robots that cannot be told find their place in the map of the level by themselves. */
  async #localize(to: LiftRide["to"]): Promise<string | null> {
    const { driver, clock } = this.#parts;
    const localize = driver.capabilities().find(({ name }) => name === "localize");
    if (localize?.available !== true) return null;
    try {
      await driver.execute({
        id: uuidv7(clock.wallMs()),
        command: { kind: "localize", pose: poseAt(to) },
        maxSpeedMps: 0,
        maxTurnRadps: 0,
      });
      return null;
    } catch (error) {
      return describeError(error);
    }
  }
}
