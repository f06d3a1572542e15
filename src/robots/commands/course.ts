import { apart, nearestOn, type PointM } from "../../base/geo/line.ts";
import type { AllowedSpace, SpaceProblem } from "../driver/areas.ts";
import { placesOf, type MapPose, type RobotCommand } from "../driver/command.ts";
import type { RobotDriver } from "../driver/driver-port.ts";

/** A robot this close to a place of its way has passed it, in metres. */
const passedM = 0.3;

/** Returns the places to which a command drives the robot, in order; empty for nowhere, null where unknown. */
export function courseOf(
  command: RobotCommand,
  driver: Pick<RobotDriver, "ownPlaces" | "wayOf">,
): readonly MapPose[] | null {
  const way = driver.wayOf?.(command);
  if (way) return way;
  switch (command.kind) {
    case "follow_route": {
      const { waypoints, loops } = command;
      return loops > 1 ? [...waypoints, waypoints[0]!] : waypoints;
    }
    case "dock":
    case "undock":
      return driver.ownPlaces?.(command) ?? null;
    case "localize":
      return [];
    default:
      return placesOf(command);
  }
}

/**
 * Returns why a robot may not drive the last piece of its way to a dock, or the one out of it; null where it
 * may. No planner checks this straight line, so the robot's own zones do not protect it.
 */
export function approachProblem(
  { kind }: RobotCommand,
  way: readonly PointM[],
  { space, frame }: { space: AllowedSpace; frame: string },
): SpaceProblem | null {
  if (kind !== "dock" && kind !== "undock") return null;
  // The robot reaches a dock without an approach place on its own way.
  const piece = kind === "dock" ? way.slice(1).slice(-2) : way.slice(-2);
  for (const point of piece) {
    const problem = space.problemAt(frame, point, 0);
    if (problem) return problem;
  }
  return space.problemAlong(frame, piece, 0);
}

/** The way of the robot's command, and its progress on it. */
export class Course {
  readonly commandId: string;
  readonly #places: readonly MapPose[];
  #lapsLeft: number;
  #next = 0;
  #before: { frame: string; at: PointM } | null = null;

  constructor(
    commandId: string,
    command: RobotCommand,
    driver: Pick<RobotDriver, "ownPlaces" | "wayOf">,
  ) {
    this.commandId = commandId;
    this.#lapsLeft = command.kind === "follow_route" ? command.loops - 1 : 0;
    this.#places =
      command.kind === "follow_route" ? command.waypoints : (courseOf(command, driver) ?? []);
  }

  /** Takes a position of the robot. */
  seen({ frame, xM, yM }: { frame: string; xM: number; yM: number }): void {
    const now = { frame, at: [xM, yM] as const };
    const before = this.#before?.frame === frame ? this.#before.at : now.at;
    this.#before = now;
    for (let left = this.#places.length; left > 0 && this.#passes(before, now); left -= 1) {
      this.#next += 1;
      if (this.#next < this.#places.length || this.#lapsLeft === 0) continue;
      this.#next = 0;
      this.#lapsLeft -= 1;
    }
  }

  /** The places still ahead, one more round where laps are left. */
  get ahead(): readonly MapPose[] {
    const rest = this.#places.slice(this.#next);
    return this.#lapsLeft > 0 ? [...rest, ...this.#places.slice(0, this.#next + 1)] : rest;
  }

  /** The last place stays ahead until the command ends. */
  #passes(before: PointM, now: { frame: string; at: PointM }): boolean {
    const place = this.#places[this.#next];
    const isLast = this.#next === this.#places.length - 1 && this.#lapsLeft === 0;
    if (!place || isLast || place.frame !== now.frame) return false;
    const point = [place.xM, place.yM] as const;
    return apart(point, nearestOn([before, now.at], point)) <= passedM;
  }
}
