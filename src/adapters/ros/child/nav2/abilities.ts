import { type GoalType } from "../core/action-goals.ts";
import type { DriverCapability } from "../../../../robots/driver/driver-port.ts";
import { fullName } from "../core/names.ts";
import { findAction } from "./nav-goals.ts";
import type { NavSettings } from "../core/protocol.ts";
import type { RosGraph } from "../core/ros-link.ts";

/** The state that the abilities of a robot depend on. */
export interface RobotGraph {
  graph: RosGraph | null;
  settings: NavSettings;
  /** Returns why the robot is unusable now, or null. */
  obstacle: string | null;
  isLocalised: boolean;
  /** The fault of the robot's position; null for none. */
  poseProblem: string | null;
  takesLimit: boolean;
  takesInitialPose: boolean;
  teleopProblem: string | null;
  cameraProblem: string | null;
}

type Judge = (circumstances: RobotGraph) => string | null;

const needsServer =
  (...kinds: GoalType[]): Judge =>
  ({ graph, settings }) =>
    graph && kinds.some((kind) => findAction(graph, kind, settings.namespace))
      ? null
      : `no action server of type ${kinds.join(" or ")} is on the robot's ROS graph`;

const isPlaced: Judge = ({ isLocalised, poseProblem, settings }) =>
  isLocalised
    ? null
    : `nobody says where ${settings.baseFrame ?? "base_link"} is in ${settings.mapFrame}: ` +
      (poseProblem ?? "the robot is not localised (give it its pose with localize)");

const isSlow: Judge = ({ takesLimit, settings }) =>
  takesLimit || settings.topSpeedMps !== null
    ? null
    : "nobody on the robot listens to speed limits, and how fast it is was not said (top_speed_mps)";

/** Its own action or service for a load, which only the settings can name. */
function handles(kind: "pick" | "drop"): Judge {
  return ({ graph, settings: { loads, namespace } }) => {
    const how = loads?.[kind];
    if (!how) {
      return `ROS has no common way to handle loads, and the robot's own was not named (loads.${kind})`;
    }
    const name = fullName(namespace, how.name);
    const isThere = graph?.services.has(name) || graph?.actions.get(name) === how.type;
    return isThere
      ? null
      : `no server of ${name} with the type ${how.type} is on the robot's ROS graph`;
  };
}

const noPause = "Nav2 cannot pause a goal: cancel it and send it again";

/** The obstacles to each ability, in the order of the checks. */
const judges: Record<DriverCapability["name"], readonly Judge[]> = {
  move_to: [needsServer("NavigateToPose"), isPlaced, isSlow],
  follow_route: [needsServer("FollowWaypoints", "NavigateThroughPoses"), isPlaced, isSlow],
  dock: [
    needsServer("DockRobot"),
    ({ settings }) => (settings.dock ? null : "its dock is not configured (dock_id, dock_pose)"),
    isSlow,
  ],
  undock: [needsServer("UndockRobot"), isSlow],
  pick: [handles("pick"), needsServer("NavigateToPose"), isPlaced, isSlow],
  drop: [handles("drop"), needsServer("NavigateToPose"), isPlaced, isSlow],
  stop: [],
  pause: [() => noPause],
  resume: [() => noPause],
  set_speed_limit: [
    ({ takesLimit }) => (takesLimit ? null : "nobody on the robot listens to speed limits"),
  ],
  announce: [() => "ROS has no common way to make a robot speak"],
  teleop: [({ teleopProblem }) => teleopProblem],
  cancel: [needsServer("NavigateToPose", "FollowWaypoints", "NavigateThroughPoses")],
  localize: [
    ({ takesInitialPose }) =>
      takesInitialPose ? null : "nobody on the robot listens to initial poses",
  ],
  camera: [({ cameraProblem }) => cameraProblem],
};

/** Every ability with whether the robot can do it now, and why not. */
export function capabilitiesOf(circumstances: RobotGraph): DriverCapability[] {
  return (Object.keys(judges) as DriverCapability["name"][]).map((name) => {
    const reason = reasonAgainst(name, circumstances);
    return { name, source: "graph", available: reason === null, reason };
  });
}

function reasonAgainst(name: DriverCapability["name"], circumstances: RobotGraph): string | null {
  // A stop is tried whatever is known.
  if (name === "stop") return null;
  if (circumstances.obstacle !== null) return circumstances.obstacle;
  for (const judge of judges[name]) {
    const reason = judge(circumstances);
    if (reason !== null) return reason;
  }
  return null;
}
