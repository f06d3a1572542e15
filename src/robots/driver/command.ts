import { invalidField } from "../../base/contract/fail.ts";
import type { NurbsCurve } from "../../base/geo/nurbs.ts";
import type { RobotCommandBody, TargetBody } from "./command-document.ts";
import { type RobotCommandName, robotLimits } from "../robot-terms.ts";

/** A place on a map, in metres of its frame; `yawRad` null for any heading. */
export interface MapPose {
  frame: string;
  xM: number;
  yM: number;
  yawRad: number | null;
  /** The way to it from the place before, in its frame; absent: the straight line, or the robot's own way. */
  curve?: NurbsCurve;
}

/** The load of a `pick` or `drop`, its place and handling; null for values that were not given. */
export interface LoadHandling {
  /** The place to which the robot goes first; null: it stays where it is. */
  target: MapPose | null;
  loadId: string | null;
  loadType: string | null;
  stationType: string | null;
  stationName: string | null;
  /** Height of the load's bottom above the ground, and its depth in the station. */
  heightM: number | null;
  depthM: number | null;
  side: string | null;
  /** The robot's device that handles it. */
  device: string | null;
  /** Further parameters of the robot's maker. */
  parameters: Readonly<Record<string, string | number | boolean>>;
  maxSpeedMps: number | null;
}

/** A command in the robots module. `stop` is not among them: it has its own path. */
export type RobotCommand =
  | { kind: "move_to"; target: MapPose; maxSpeedMps: number | null }
  | {
      kind: "follow_route";
      waypoints: readonly MapPose[];
      loops: number;
      maxSpeedMps: number | null;
    }
  | ({ kind: "pick" | "drop" } & LoadHandling)
  | { kind: "dock" | "undock"; maxSpeedMps?: number | null }
  | { kind: "pause" | "resume" }
  | { kind: "set_speed_limit"; maxSpeedMps: number | null }
  | { kind: "announce"; message: string }
  | { kind: "teleop"; linearMps: number; angularRadps: number; durationMs: number }
  | { kind: "cancel"; commandId: string | null }
  | { kind: "localize"; pose: MapPose };

type Kind = RobotCommand["kind"];

const loadFields = ["target", "load", "station", "device", "parameters", "max_speed_mps"];

/** Fields of each command beside `command`; `!` marks the required ones. */
const fieldsOf: Record<Kind, readonly string[]> = {
  move_to: ["target!", "max_speed_mps"],
  follow_route: ["waypoints!", "loops", "max_speed_mps"],
  dock: ["max_speed_mps"],
  undock: ["max_speed_mps"],
  pick: loadFields,
  drop: loadFields,
  pause: [],
  resume: [],
  set_speed_limit: ["max_speed_mps!"],
  announce: ["message!"],
  teleop: ["linear_mps!", "angular_radps!", "duration_ms"],
  cancel: ["command_id"],
  localize: ["target!"],
};

/** Commands that move the robot or its lift until they end. */
const movements: ReadonlySet<string> = new Set([
  "move_to",
  "follow_route",
  "dock",
  "undock",
  "pick",
  "drop",
]);

/** True when the command is a goal that the robot pursues until it ends; a new one replaces it. */
export function isMovement({ kind }: { kind: RobotCommandName }): boolean {
  return movements.has(kind);
}

/** Returns the places that the command names. */
export function placesOf(command: RobotCommand): readonly MapPose[] {
  switch (command.kind) {
    case "move_to":
      return [command.target];
    case "follow_route":
      return command.waypoints;
    case "pick":
    case "drop":
      return command.target === null ? [] : [command.target];
    case "localize":
      return [command.pose];
    default:
      return [];
  }
}

/** True when the command makes the robot move in any way. */
export function movesRobot({ kind }: { kind: RobotCommandName }): boolean {
  return movements.has(kind) || kind === "teleop" || kind === "resume";
}

/**
 * Reads the command of a request. Fails with `invalid_request_body` for a field that the command requires or
 * does not have; `param` starts with `at`.
 */
export function readCommand(
  body: RobotCommandBody & { command: Kind },
  at = "command",
): RobotCommand {
  const kind = body.command;
  const allowed = fieldsOf[kind];
  for (const field of Object.keys(body)) {
    if (field === "command" || allowed.some((name) => name.replace("!", "") === field)) continue;
    throw invalidField(`${at}.${field}`, `is no field of ${kind}. Leave it out`, "command_fields");
  }
  for (const name of allowed) {
    const field = name.replace("!", "") as keyof RobotCommandBody;
    if (name.endsWith("!") && body[field] === undefined) {
      throw invalidField(`${at}.${field}`, `is missing. ${kind} needs it`, "command_fields");
    }
  }
  return commandOf(kind, body, at);
}

/** Checks the command of a stored step or rule; `stop` takes no fields. Fails as `readCommand`. */
export function checkCommand(body: RobotCommandBody, at: string): void {
  const { command, target, waypoints } = body;
  const named = {
    ...(target ? { target: standIn(target) } : {}),
    ...(waypoints ? { waypoints: waypoints.map(standIn) } : {}),
  };
  if (command !== "stop") readCommand({ ...body, ...named, command }, at);
  else if (Object.keys(body).length > 1)
    throw invalidField(at, "stop has no fields. Leave the other fields out", "command_fields");
}

/** A place by its name has its position when the command is sent. */
function standIn(target: TargetBody): TargetBody {
  const isNamed = target.place !== undefined && target.frame === undefined;
  return isNamed ? { frame: "map", x: 0, y: 0 } : target;
}

function commandOf(kind: Kind, body: RobotCommandBody, at: string): RobotCommand {
  const maxSpeedMps = body.max_speed_mps ?? null;
  switch (kind) {
    case "move_to":
      return { kind, target: positionOf(body.target!, `${at}.target`), maxSpeedMps };
    case "follow_route": {
      const waypoints = body.waypoints!.map((each, index) =>
        positionOf(each, `${at}.waypoints[${index}]`),
      );
      return { kind, waypoints, loops: body.loops ?? 1, maxSpeedMps };
    }
    case "pick":
    case "drop":
      return { kind, ...handlingOf(body, at), maxSpeedMps };
    case "dock":
    case "undock":
    case "set_speed_limit":
      return { kind, maxSpeedMps };
    case "announce":
      return { kind, message: body.message! };
    case "teleop":
      return teleopOf(body);
    case "cancel":
      return cancelOf(body);
    case "localize":
      return { kind, pose: positionOf(body.target!, `${at}.target`) };
    default:
      return { kind };
  }
}

function handlingOf(body: RobotCommandBody, at: string): Omit<LoadHandling, "maxSpeedMps"> {
  const { target, load = {}, station = {}, device = null, parameters = {} } = body;
  return {
    target: target ? positionOf(target, `${at}.target`) : null,
    loadId: load.id ?? null,
    loadType: load.type ?? null,
    stationType: station.type ?? null,
    stationName: station.name ?? null,
    heightM: station.height_m ?? null,
    depthM: station.depth_m ?? null,
    side: station.side ?? null,
    device,
    parameters,
  };
}

function cancelOf({ command_id: id }: RobotCommandBody): RobotCommand {
  return { kind: "cancel", commandId: id?.toLowerCase() ?? null };
}

function teleopOf(body: RobotCommandBody): RobotCommand {
  return {
    kind: "teleop",
    linearMps: body.linear_mps!,
    angularRadps: body.angular_radps!,
    durationMs: body.duration_ms ?? robotLimits.teleopMaxMs,
  };
}

/** The position of a target. Fails with `invalid_request_body` for one without a position. */
function positionOf({ frame, x, y, yaw }: TargetBody, at: string): MapPose {
  if (frame !== undefined && x !== undefined && y !== undefined)
    return { frame, xM: x, yM: y, yawRad: yaw ?? null };
  const missing = frame === undefined ? "frame" : x === undefined ? "x" : "y";
  throw invalidField(`${at}.${missing}`, "is missing. Send frame, x and y, or place");
}

/** A place of the wire. */
export function placeOf(place: { frame: string; x: number; y: number; yaw?: number }): MapPose {
  return { frame: place.frame, xM: place.x, yM: place.y, yawRad: place.yaw ?? null };
}
