import { fail } from "../../base/contract/fail.ts";
import type { MapPose, RobotCommand } from "../../robots/driver/command.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Abilities } from "./abilities.ts";
import { instantAction } from "./action-tracker.ts";
import { loadAction } from "./load-action.ts";
import type { RobotState } from "./robot-state.ts";
import type { LimitAlong, ProblemAlong } from "../../robots/driver/driver-port.ts";
import { type Corridor, type EdgeLimits, OrderRoute } from "./route.ts";
import type { ActionFrame } from "./schemas/order.ts";

/** The order that a robot's command becomes. */
export interface Drive {
  /** None: it acts where it stands. */
  stops: readonly MapPose[];
  loops: number;
  limits: EdgeLimits;
  /** Done at the last place. */
  lastActions?: readonly ActionFrame[];
}

/** The state and limits that a route depends on beside its places. */
export interface RouteSituation {
  abilities: Abilities;
  state: RobotState;
  /** No more of a way is released at once, in metres; null for no bound. */
  maxUncontrolledM: number | null;
  /** Null where none is set, or the version has none. */
  corridor: Corridor | null;
  /** The robot's current speed limit, for every command, in metres per second; Infinity for none. */
  limitMps: number;
  limitAlong: LimitAlong;
  problemAlong: ProblemAlong;
}

/** The checks of the box before a piece of a way goes to the robot. */
export interface WayChecks {
  limitAlong: LimitAlong;
  problemAlong: ProblemAlong;
  /** `RobotDriver.boundRelease`. */
  mayRelease(commandId: string, index: number): boolean;
}

/** The inputs from which a command becomes an order. */
export interface DriveParts {
  abilities: Abilities;
  /** The robot's charging station; null where unknown. */
  dock: MapPose | null;
  newActionId(): string;
  /** Places before those of the command. */
  via?: readonly MapPose[] | undefined;
}

/** Returns the order of a command; null for a command without one. Fails with `robot_refused`. */
export function driveOf(
  command: RobotCommand,
  limits: EdgeLimits,
  parts: DriveParts,
): Drive | null {
  const drive = ownDriveOf(command, limits, parts);
  return drive && { ...drive, stops: [...(parts.via ?? []), ...drive.stops] };
}

function ownDriveOf(
  command: RobotCommand,
  limits: EdgeLimits,
  { abilities, dock, newActionId }: DriveParts,
): Drive | null {
  const action = (actionType: string): ActionFrame => ({
    actionType,
    actionId: newActionId(),
    blockingType: abilities.blockingOf(actionType),
  });
  switch (command.kind) {
    case "move_to":
      return { stops: [command.target], loops: 1, limits };
    case "follow_route":
      return { stops: command.waypoints, loops: command.loops, limits };
    case "pick":
    case "drop": {
      const lastActions = [loadAction(action(command.kind), command, abilities)];
      return { stops: command.target ? [command.target] : [], loops: 1, limits, lastActions };
    }
    case "dock":
      if (!dock)
        throw fail("robot_refused", "dock_pose: is not configured. Set it in the robot's settings");
      return { stops: [dock], loops: 1, limits, lastActions: [action("startCharging")] };
    default:
      return null;
  }
}

/** Fails with `robot_refused` where the robot takes no orders now. */
export function assertReady(state: RobotState): void {
  const mode = state.operatingMode;
  if (mode !== "AUTOMATIC" && mode !== "SEMIAUTOMATIC") {
    throw fail(
      "robot_refused",
      `operating mode: is ${mode ?? "unknown"}. Set the robot to AUTOMATIC or SEMIAUTOMATIC`,
    );
  }
  if (!state.saysSafety) {
    throw fail("robot_refused", "safetyState: the robot does not report it. Check its firmware");
  }
  if (state.hasFieldViolation) {
    throw fail(
      "robot_refused",
      "safetyState: something is in the safety field. Clear the area around the robot",
    );
  }
}

/**
 * Returns the graph of an order from the robot's place. Fails with `robot_refused`, and with
 * `command_rejected` where its way would cross a bound.
 */
export function routeOf(orderId: string, drive: Drive, situation: RouteSituation): OrderRoute {
  const { stops, loops, limits, lastActions = [] } = drive;
  const { abilities, state, maxUncontrolledM, corridor, limitMps } = situation;
  const start = state.position;
  if (!start) throw fail("robot_refused", "position: is not initialised. Localize the robot");
  const fields = abilities.routeFields(corridor !== null);
  const route = new OrderRoute({
    orderId,
    start,
    stops: stops.map(({ frame, ...place }) => ({ mapId: frame, ...place })),
    loops,
    lastActions,
    maxEdgeM: maxUncontrolledM === null ? null : maxUncontrolledM / 2,
    fields,
    takesCurve: (curve) => abilities.fitsCurve(curve),
    corridor,
    limitAlong: situation.limitAlong,
    problemAlong: situation.problemAlong,
  });
  const { problem } = route;
  if (problem) {
    const what = problem.zone === null ? "leaves the geofence" : `is cut by ${problem.zone}`;
    throw fail(
      "command_rejected",
      `${problem.rule}: the way from the robot's position ${what}. Choose another target`,
    );
  }
  if (stops.length === 0 || fields.maxSpeed !== "never") return route;
  const allowedMps = Math.min(limits.maxSpeedMps, limitMps, route.zoneLimitMps);
  if ((abilities.speedMaxMps ?? Infinity) <= allowedMps) return route;
  throw fail(
    "robot_refused",
    "speed: the robot takes no limit and is faster than allowed. Lower its top speed",
  );
}

/** Returns the action that tells a robot where it is. Fails with `robot_refused` without a heading. */
export function localizeAction(clock: Clock, pose: MapPose, state: RobotState) {
  const theta = pose.yawRad ?? state.position?.yawRad;
  if (theta === undefined)
    throw fail("robot_refused", "yaw: is missing. A VDA 5050 robot needs it");
  const { lastNodeId } = state;
  const parameters = { x: pose.xM, y: pose.yM, theta, mapId: pose.frame, lastNodeId };
  return instantAction(clock, "initPosition", parameters);
}
