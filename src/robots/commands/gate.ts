import { type AllowedSpace, edgeMarginM, isOnMap, type SpaceProblem } from "../driver/areas.ts";
import { movesRobot, placesOf, type MapPose, type RobotCommand } from "../driver/command.ts";
import { approachProblem } from "./course.ts";
import type { DriverCapability } from "../driver/driver-port.ts";
import { type PictureLimits, speedShare } from "../driver/picture-limits.ts";
import type { RobotCommandName } from "../robot-terms.ts";

/** The situation of a robot as the gate judges it; null is unknown. */
export interface Situation {
  /** Why this box does not drive the robot; null where it does, absent for a robot that it does not share. */
  elsewhere?: string | null;
  isOnline: boolean;
  capabilities: readonly DriverCapability[];
  frames: readonly string[];
  space: AllowedSpace;
  /** The bounds of its way, without the zones that a robot with its own planner keeps itself. */
  waySpace: AllowedSpace;
  /** Null also when the pose is too old to send the robot anywhere. */
  pose: { frame: string; xM: number; yM: number } | null;
  /** The places to which the command drives the robot, in order; see `courseOf`. */
  courseOf(command: RobotCommand): readonly MapPose[];
  /** Why no corridors lead the robot on the command's way; absent for a robot that needs none. */
  wayProblem?(command: RobotCommand): GateRefusal | null;
  /** The lowest of the robot's own bound, an operator's limit, and the zones around it. */
  speedLimitMps: number;
  maxSpeedMps: number;
  maxTurnRadps: number;
  /** The picture by which somebody drives; null for a robot whose driving by hand needs none. */
  picture: (PictureLimits & { ageMs: number | null }) | null;
  batteryPercent: number | null;
  batteryFloorPercent: number;
  isEmergencyStopped: boolean | null;
  mode: string | null;
  /** True after a stop, for a command that is not an operator's. */
  isHeld: boolean;
}

/** Rules of the gate in order; each is a code of `docs/operations/errors.md`. */
export type GateRule =
  | "not_finite"
  | "driven_elsewhere"
  | "robot_offline"
  | "capability_missing"
  | "stopped_by_operator"
  | "unknown_frame"
  | "outside_geofence"
  | "keep_out_zone"
  | "speed_limit"
  | "picture_stale"
  | "e_stop_active"
  | "mode_refused"
  | "battery_low"
  | "pose_unknown"
  | "no_way"
  | "door_fault";

/** The reason why a command may not go to the robot. */
export interface GateRefusal {
  rule: GateRule;
  message: string;
}

/**
 * The safety gate, which every command passes on every path, in the situation of its dispatch. Pure. An
 * unknown value refuses every command that depends on it.
 */
export function judge(command: RobotCommand, situation: Situation): GateRefusal | null {
  return (
    finiteness(command) ??
    place(situation) ??
    ability(command, situation) ??
    places(command, situation) ??
    speeds(command, situation) ??
    (movesRobot(command) ? readiness(command, situation) : null)
  );
}

/** Rules of the gate about places. */
const areaRules: ReadonlySet<GateRule> = new Set(["outside_geofence", "keep_out_zone"]);

/** Returns the gate's refusal in every state of the robot; null when the command may pass in some state. */
export function judgeEver(command: RobotCommand, now: Situation): GateRefusal | null {
  const [first] = placesOf(command);
  const able = { name: command.kind, source: "", available: true, reason: null };
  const found = judge(command, {
    ...now,
    elsewhere: null,
    isOnline: true,
    isHeld: false,
    isEmergencyStopped: false,
    mode: "automatic",
    batteryPercent: 100,
    // From its first place, because its start is unknown.
    pose: first ?? { frame: "", xM: 0, yM: 0 },
    courseOf: () => (first ? [first] : []),
    wayProblem: () => null,
    // An offline robot has not reported its abilities.
    capabilities: now.isOnline ? now.capabilities : [able],
  });
  // The robot's place may change.
  return found && (first || !areaRules.has(found.rule)) ? found : null;
}

function refusal(rule: GateRule, message: string): GateRefusal {
  return { rule, message };
}

/** Rejects non-finite numbers: JSON cannot carry them, but rules and runs calculate. */
function finiteness(command: RobotCommand): GateRefusal | null {
  const numbers = placesOf(command).flatMap(({ xM, yM, yawRad }) => [xM, yM, yawRad ?? 0]);
  if ("maxSpeedMps" in command) numbers.push(command.maxSpeedMps ?? 0);
  if (command.kind === "follow_route") numbers.push(command.loops);
  if (command.kind === "pick" || command.kind === "drop") {
    const own = Object.values(command.parameters).filter((value) => typeof value === "number");
    numbers.push(command.heightM ?? 0, command.depthM ?? 0, ...own);
  }
  if (command.kind === "teleop") {
    numbers.push(command.linearMps, command.angularRadps, command.durationMs);
  }
  const isSound =
    numbers.every(Number.isFinite) && placesOf(command).every(({ xM, yM }) => isOnMap([xM, yM]));
  return isSound
    ? null
    : refusal(
        "not_finite",
        "a number of the command is not finite or too large. Send positions within 100 km",
      );
}

function place({ elsewhere = null }: Situation): GateRefusal | null {
  return elsewhere === null ? null : refusal("driven_elsewhere", elsewhere);
}

function ability(command: RobotCommand, situation: Situation): GateRefusal | null {
  const has = situation.capabilities.find(({ name }) => name === command.kind);
  const lack = has?.available ? null : (has?.reason ?? `the robot has no ${command.kind}`);
  if (!situation.isOnline) {
    const message = "the robot sends no messages";
    return refusal("robot_offline", lack === null ? message : `${message} (${lack})`);
  }
  if (lack !== null) return refusal("capability_missing", lack);
  if (situation.isHeld) {
    const message = "the robot was stopped. An operator must send it a command first";
    return refusal("stopped_by_operator", message);
  }
  return null;
}

function places(command: RobotCommand, { frames, space }: Situation): GateRefusal | null {
  for (const { frame, xM, yM } of placesOf(command)) {
    if (!frames.includes(frame)) {
      return refusal(
        "unknown_frame",
        `the robot does not know the frame ${frame}. Use ${frames.join(" or ")}`,
      );
    }
    const problem = space.problemAt(frame, [xM, yM], edgeMarginM);
    if (problem) return refusal(problem.rule, describe(problem.zone));
  }
  return null;
}

function describe(zone: string | null): string {
  return zone === null
    ? `a position is outside the geofence, or less than ${edgeMarginM} m inside it. Choose another position`
    : `the zone ${zone} forbids a position of the command. Choose another position`;
}

function speeds(command: RobotCommand, situation: Situation): GateRefusal | null {
  const { maxSpeedMps, maxTurnRadps } = situation;
  const over = (limit: number): GateRefusal =>
    refusal(
      "speed_limit",
      `the limit here is ${limit} m/s and ${maxTurnRadps} rad/s. Send a lower speed`,
    );
  switch (command.kind) {
    case "move_to":
    case "follow_route":
    case "pick":
    case "drop":
    case "dock":
    case "undock":
    case "set_speed_limit":
      return isSpeed(command.maxSpeedMps ?? null, maxSpeedMps) ? null : over(maxSpeedMps);
    case "teleop":
      return byHand(command, situation);
    default:
      return null;
  }
}

/** An old picture lowers the speeds at which somebody may drive, and at last forbids to move. */
function byHand(
  { linearMps, angularRadps }: Extract<RobotCommand, { kind: "teleop" }>,
  { speedLimitMps, maxSpeedMps, maxTurnRadps, picture }: Situation,
): GateRefusal | null {
  if (linearMps === 0 && angularRadps === 0) return null;
  const share = picture ? speedShare(picture.ageMs, picture) : 1;
  if (picture && share === 0) return refusal("picture_stale", stale(picture));
  const mps = Math.min(speedLimitMps, maxSpeedMps * share);
  const radps = maxTurnRadps * share;
  if (Math.abs(linearMps) <= mps && Math.abs(angularRadps) <= radps) return null;
  const why = share < 1 ? ` for a picture that is ${Math.round(picture!.ageMs!)} ms old` : "";
  return refusal(
    "speed_limit",
    `the limit here is ${mps} m/s and ${radps} rad/s${why}. Send a lower speed`,
  );
}

function stale({ ageMs, streamId, stopAgeMs }: NonNullable<Situation["picture"]>): string {
  const what =
    ageMs === null
      ? `nobody has said that a picture of ${streamId} is seen`
      : `the picture of ${streamId} that is seen is ${Math.round(ageMs)} ms old, the limit ${stopAgeMs} ms`;
  return `${what}. Drive with its live video`;
}

/** Null means that it sets no speed of its own. */
function isSpeed(mps: number | null, mostMps: number): boolean {
  return mps === null || (mps > 0 && mps <= mostMps);
}

const modesFor: Partial<Record<RobotCommandName, readonly string[]>> = {
  teleop: ["automatic", "manual"],
};

function readiness(command: RobotCommand, situation: Situation): GateRefusal | null {
  const { isEmergencyStopped, mode } = situation;
  if (isEmergencyStopped !== false) {
    const message = isEmergencyStopped
      ? "the emergency stop is pressed"
      : "the state of the emergency stop is unknown";
    return refusal("e_stop_active", message);
  }
  const modes = modesFor[command.kind] ?? ["automatic"];
  if (mode === null || !modes.includes(mode)) {
    return refusal("mode_refused", `the robot's mode is ${mode ?? "unknown"}`);
  }
  return (
    charge(command, situation) ?? situation.wayProblem?.(command) ?? standing(command, situation)
  );
}

/** On an empty battery only the way to the dock is allowed; a floor of 0 disables this. */
function charge(command: RobotCommand, situation: Situation): GateRefusal | null {
  const { batteryPercent, batteryFloorPercent } = situation;
  if (command.kind === "dock" || batteryFloorPercent === 0) return null;
  if (batteryPercent !== null && batteryPercent >= batteryFloorPercent) return null;
  const now = batteryPercent === null ? "unknown" : `${batteryPercent} %`;
  return refusal(
    "battery_low",
    `the battery charge is ${now}, the limit ${batteryFloorPercent} %. Dock the robot`,
  );
}

/**
 * Judges the way from the robot's place. From forbidden ground only a goal over the nearest edge is allowed;
 * teleop and resuming are not.
 */
function standing(command: RobotCommand, situation: Situation): GateRefusal | null {
  const { pose, space, waySpace } = situation;
  if (!space.isBounded) return null;
  if (pose === null)
    return refusal("pose_unknown", "the robot has no recent pose. Check its localisation");
  const course = situation.courseOf(command);
  const point = [pose.xM, pose.yM] as const;
  const around = space.problemAt(pose.frame, point, 0);
  if (course.length === 0) return around && refusal(around.rule, astray(around, situation));
  const other = course.find(({ frame }) => frame !== pose.frame);
  if (other) {
    const message = `the path from the frame ${pose.frame} to ${other.frame} cannot be checked. Send a position in ${pose.frame}`;
    return refusal("unknown_frame", message);
  }
  const points = [point, ...course.map(({ xM, yM }) => [xM, yM] as const)];
  const problem =
    (around ? space : waySpace).problemAlong(pose.frame, points, edgeMarginM) ??
    (around ? null : approachProblem(command, points, { space, frame: pose.frame }));
  if (!problem) return null;
  return refusal(problem.rule, around ? astray(around, situation) : blocked(problem));
}

function blocked({ zone }: SpaceProblem): string {
  const what = zone === null ? "the path leaves the geofence" : `the path crosses the zone ${zone}`;
  return `${what}, or comes closer than ${edgeMarginM} m. Send a route that keeps clear of it`;
}

/** Names the robot's place, and the nearest allowed place for a goal. */
function astray({ zone }: SpaceProblem, { pose, space }: Situation): string {
  const where =
    zone === null ? "is outside its geofence" : `is in a place that the zone ${zone} forbids`;
  const out = pose && space.nearestAllowed(pose.frame, [pose.xM, pose.yM]);
  if (!pose || !out) return `the robot ${where}. Drive it back with its own controls`;
  const { point, distanceM } = out;
  const share = (distanceM + 2 * edgeMarginM) / Math.max(distanceM, 1e-6);
  const clear = [pose.xM + share * (point[0] - pose.xM), pose.yM + share * (point[1] - pose.yM)];
  const place = clear.map((metres) => metres.toFixed(2)).join(", ");
  return `the robot ${where}. Send it straight out over the nearest edge first, as to ${place}`;
}
