import { type GoalType } from "../core/action-goals.ts";
import { fail } from "../../../../base/contract/fail.ts";
import type { MapPose, RobotCommand } from "../../../../robots/driver/command.ts";
import type { DockPlace } from "../core/protocol.ts";
import type { NavSettings } from "../core/protocol.ts";
import type { GoalResult, RosGraph, RosMessage } from "../core/ros-link.ts";
import { rotationOf } from "../core/transforms.ts";

/** An action server and the type that it has there. */
export interface NavAction {
  action: string;
  type: string;
}

/** `action_msgs/msg/GoalStatus`. */
export const goalStatus = { unknown: 0, succeeded: 4, canceled: 5, aborted: 6 } as const;

/** True when a goal of this status has ended. */
export function isOver(status: number): boolean {
  return status >= goalStatus.succeeded;
}

/** Most poses of one goal: a longer one would hold the bridge up while it is written. */
const maxPoses = 500;
const packages: readonly string[] = ["nav2_msgs", "opennav_docking_msgs"];

/** The robot's server for a kind of goal; types count, names only where several have one. */
export function findAction(graph: RosGraph, kind: GoalType, namespace: string): NavAction | null {
  const found = [...graph.actions].filter(([name, type]) => {
    const [home, , what] = type.split("/");
    return what === kind && packages.includes(home!) && name.startsWith(`${namespace}/`);
  });
  const common = `${namespace}/${kind.replaceAll(/(?<=.)[A-Z]/g, "_$&").toLowerCase()}`;
  const chosen = found.find(([name]) => name === common) ?? found[0];
  return chosen ? { action: chosen[0], type: chosen[1] } : null;
}

/** A movement as a goal of the robot's own version of Nav2. */
export interface NavGoal extends NavAction {
  goal: RosMessage;
  /** Its UUID where it is not the command's: a goal that is only a part of it. */
  goalId?: string;
}

/** The inputs of a goal. */
export interface GoalParts {
  graph: RosGraph;
  settings: NavSettings;
  /** Of the robot's ROS; null is taken for one of today. */
  distro: string | null;
  /** The robot's pose; null where unknown. */
  from: Heading | null;
  /** The dock's pose; null where unknown. */
  dock: DockPlace | null;
}

/** A position and heading. */
type Heading = MapPose & { yawRad: number };

/** Places nearer to each other than this have no direction between them, in metres. */
const apartM = 0.05;

/** The goal of a movement; fails with `robot_refused` when the robot has no action for it. */
export function goalOf(command: RobotCommand, parts: GoalParts): NavGoal {
  switch (command.kind) {
    case "move_to":
      return toPlace(command.target, parts);
    case "follow_route":
      return routeOf(command, parts);
    case "dock":
      return { ...need("DockRobot", parts), goal: dockGoal(parts) };
    case "undock": {
      const type = parts.dock?.type || (parts.settings.dock?.type ?? "");
      const goal = { dock_type: type, max_undocking_time: 30 };
      return { ...need("UndockRobot", parts), goal };
    }
    default:
      throw fail("robot_refused", `command: the robot has no ${command.kind}. Use another command`);
  }
}

/** The goal of a drive to one place; fails as `goalOf`. */
export function toPlace(target: MapPose, parts: GoalParts): NavGoal {
  return { ...need("NavigateToPose", parts), goal: toPose(target, parts.from) };
}

function need(kind: GoalType, { graph, settings }: GoalParts): NavAction {
  const found = findAction(graph, kind, settings.namespace);
  if (!found)
    throw fail(
      "robot_unreachable",
      `${kind}: the robot has no action server for it. Check its navigation`,
    );
  return found;
}

/** Humble's `FollowWaypoints` knows no loops; there, and where poses are passed, they are written out. */
function routeOf(
  { waypoints, loops }: Extract<RobotCommand, { kind: "follow_route" }>,
  parts: GoalParts,
): NavGoal {
  const { graph, settings, distro } = parts;
  const follower = findAction(graph, "FollowWaypoints", settings.namespace);
  if (follower && distro !== "humble") {
    // Each lap but the first comes from the last place.
    const [last] = loops > 1 ? headed(waypoints, parts.from).slice(-1) : [];
    const poses = headed(waypoints, last ?? parts.from).map(stamped);
    return { ...follower, goal: { number_of_loops: loops - 1, goal_index: 0, poses } };
  }
  if (waypoints.length * loops > maxPoses) {
    const message = `route: has ${waypoints.length * loops} places. Use at most ${maxPoses}, as its Nav2 has no loops`;
    throw fail("robot_refused", message);
  }
  const places = Array.from({ length: loops }, () => waypoints).flat();
  const poses = headed(places, parts.from).map(stamped);
  if (follower) return { ...follower, goal: { poses } };
  const through = need("NavigateThroughPoses", parts);
  const isOld = distro === "humble" || distro === "iron" || distro === "jazzy";
  const frame = waypoints[0]!.frame;
  const list = isOld ? poses : { header: headerOf(frame), goals: poses };
  return { ...through, goal: { poses: list, behavior_tree: "" } };
}

function toPose(place: MapPose, from: Heading | null): RosMessage {
  const [target] = headed([place], from);
  return { pose: stamped(target!), behavior_tree: "" };
}

/**
 * Nav2 turns to the heading of every goal. A place without one gets that of the straight line to it, so
 * that the robot stays as it arrives.
 */
function headed(places: readonly MapPose[], from: Heading | null): Heading[] {
  let before = from;
  return places.map((place) => {
    const isSame = before !== null && before.frame === place.frame;
    const [dx, dy] = isSame ? [place.xM - before!.xM, place.yM - before!.yM] : [0, 0];
    const arrivalRad = Math.hypot(dx, dy) < apartM ? (before?.yawRad ?? 0) : Math.atan2(dy, dx);
    before = { ...place, yawRad: place.yawRad ?? arrivalRad };
    return before;
  });
}

/** Sends a dock of known place as that place, so that the robot drives where the gate has checked. */
function dockGoal({ settings: { dock, mapFrame }, dock: known }: GoalParts): RosMessage {
  if (!dock) throw fail("robot_refused", "dock: is not configured. Set it in the robot's settings");
  const origin: Heading = { frame: mapFrame, xM: 0, yM: 0, yawRad: 0 };
  return {
    use_dock_id: known === null,
    dock_id: dock.id ?? "",
    dock_pose: stamped(known?.place ?? origin),
    dock_type: known?.type || dock.type,
    max_staging_time: 1000,
    navigate_to_staging_pose: true,
  };
}

/** Time zero means "now" to tf2: the clocks of box and robot need not agree. */
export function headerOf(frame: string): RosMessage {
  return { stamp: { sec: 0, nanosec: 0 }, frame_id: frame };
}

function stamped({ frame, xM, yM, yawRad }: Heading): RosMessage {
  const position = { x: xM, y: yM, z: 0 };
  return { header: headerOf(frame), pose: { position, orientation: rotationOf(yawRad) } };
}

/**
 * Returns the end of a goal from the fields present, which differ between versions of Nav2. A success with
 * skipped places is a failure.
 */
export function endOf(
  { status, result }: GoalResult,
  kind: string,
): { state: "succeeded" | "failed" | "cancelled"; reason: string | null } {
  if (status === goalStatus.canceled) return { state: "cancelled", reason: "cancelled" };
  const missed = missedOf(result["missed_waypoints"] ?? result["waypoint_statuses"]);
  const isDone = status === goalStatus.succeeded && result["success"] !== false;
  if (isDone && missed.length === 0) return { state: "succeeded", reason: null };
  if (missed.length > 0) {
    return { state: "failed", reason: `waypoints_missed: ${missed.join(", ")} (counted from 0)` };
  }
  const code = Number(result["error_code"] ?? 0);
  const said = result["error_msg"] ?? result["message"];
  const words = typeof said === "string" ? said.slice(0, 200) : "";
  const detail = [code === 0 ? "" : `code ${code}`, words].filter((each) => each !== "").join(", ");
  return { state: "failed", reason: `robot_failed: ${kind} ended${detail && `: ${detail}`}` };
}

/** Humble: numbers; Jazzy: `MissedWaypoint`; Kilted: `WaypointStatus`, whose 1 is "completed". */
function missedOf(list: unknown): number[] {
  if (!Array.isArray(list) && !ArrayBuffer.isView(list)) return [];
  return Array.from(list as Iterable<unknown>).flatMap((each) => {
    if (typeof each === "number") return [each];
    const entry = (each ?? {}) as RosMessage;
    if (entry["waypoint_status"] === 1) return [];
    return [Number(entry["index"] ?? entry["waypoint_index"] ?? 0)];
  });
}
