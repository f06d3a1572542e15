import { apart, nearestOn, type PointM } from "../../base/geo/line.ts";
import type { AllowedSpace, SpaceProblem } from "../driver/areas.ts";
import { placesOf, type MapPose, type RobotCommand } from "../driver/command.ts";
import type { RobotDriver } from "../driver/driver-port.ts";

/** A robot that came so close to a place of its way has passed it, in metres. */
const passedM = 0.3;

/** Where a command makes the robot drive to, in order; empty for nowhere, null where that is not known. */
export function courseOf(
  command: RobotCommand,
  driver: Pick<RobotDriver, "ownPlaces">,
): readonly MapPose[] | null {
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
 * Why a robot may not drive the last piece of its way to a dock, or the one out of it; null where it may.
 * That is a straight line which no planner checks: zones that the robot has itself do not keep it off.
 */
export function approachProblem(
  { kind }: RobotCommand,
  way: readonly PointM[],
  { space, frame }: { space: AllowedSpace; frame: string },
): SpaceProblem | null {
  if (kind !== "dock" && kind !== "undock") return null;
  // A dock that has no place before it is come to on the robot's own way.
  const piece = kind === "dock" ? way.slice(1).slice(-2) : way.slice(-2);
  for (const point of piece) {
    const problem = space.problemAt(frame, point, 0);
    if (problem) return problem;
  }
  return space.problemAlong(frame, piece, 0);
}

/** The way of the command that a robot is on, and how far along it the robot has come. */
export class Course {
  readonly commandId: string;
  readonly #places: readonly MapPose[];
  #lapsLeft: number;
  #next = 0;
  #before: { frame: string; at: PointM } | null = null;

  constructor(commandId: string, command: RobotCommand, driver: Pick<RobotDriver, "ownPlaces">) {
    this.commandId = commandId;
    this.#lapsLeft = command.kind === "follow_route" ? command.loops - 1 : 0;
    this.#places =
      command.kind === "follow_route" ? command.waypoints : (courseOf(command, driver) ?? []);
  }

  /** The robot was seen here. */
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

  /** Places that it still drives to, once round where laps are left. */
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
