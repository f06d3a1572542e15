import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { FrameTimes, StreamFrameTimes } from "../../base/core/shown-frames.ts";
import type { RobotCommand } from "../driver/command.ts";
import type { RobotSettings } from "../driver/robot-settings.ts";
import type { CommandSubmission } from "../commands/command-lane.ts";
import type { CommandRecord } from "../commands/command-record.ts";
import type { Holder } from "../commands/lease.ts";
import type { CommandLog } from "../commands/command-log.ts";
import { type TeleopListener, type TeleopParts, TeleopSession } from "./teleop-session.ts";
import { commandTimeoutMs } from "../driver/deadlines.ts";
import { DriverSight } from "./driver-sight.ts";

/** A request for teleop. */
export interface TeleopRequest {
  holder: Holder;
  requestId: string;
  why: string | null;
  /** The time for which a velocity applies, in milliseconds. */
  deadmanMs: number;
  listener: TeleopListener;
}

/** The robot as a session needs it. */
export interface TeleopRobot {
  clock: Clock;
  commandLog: CommandLog;
  submit(submission: CommandSubmission): Promise<CommandRecord>;
  /** True when the robot executes this command, and no stop came since the request for the session. */
  isOn(id: string): boolean;
  judge: TeleopParts["judge"];
  /** Begins to follow what the driver sees; null where nobody checks it. */
  sight(): DriverSight | null;
  execute(id: string, command: RobotCommand): Promise<unknown>;
  finish(id: string, ...how: Parameters<TeleopParts["finish"]>): Promise<void>;
}

/** Returns what the driver of a robot sees; null where its settings ask for no picture. */
export function sightOf(robot: {
  org: string;
  clock: Clock;
  settings: RobotSettings;
  frameTimes?: StreamFrameTimes;
}): DriverSight | null {
  const { org, clock, settings, frameTimes } = robot;
  const { drivingPicture: limits, maxSpeedMps, maxTurnRadps } = settings;
  if (!limits) return null;
  const frames = frameTimes?.follow(org, limits.streamId) ?? noFrames;
  return new DriverSight({ clock, frames, limits, maxSpeedMps, maxTurnRadps });
}

/** Of a box that has no streams: the robot stands. */
const noFrames: FrameTimes = {
  newestMs: () => null,
  capturedMs: () => null,
  close: () => undefined,
};

/** Takes the robot for the operator, and begins the session; see `RobotUnit.openTeleop`. */
export async function beginTeleop(
  request: TeleopRequest,
  robot: TeleopRobot,
): Promise<TeleopSession> {
  const { deadmanMs, listener, ...from } = request;
  const { clock, commandLog, judge, execute } = robot;
  const record = await robot.submit({
    ...from,
    command: { kind: "teleop", linearMps: 0, angularRadps: 0, durationMs: deadmanMs },
    body: { command: "teleop", linear_mps: 0, angular_radps: 0, duration_ms: deadmanMs },
    ttlMs: commandTimeoutMs,
    isSession: true,
  });
  if (record.endedAtMs !== null) throw notBegun(record);
  const entry = { commandId: record.id, who: request.holder, why: request.why };
  const session = new TeleopSession({
    clock,
    record,
    deadmanMs,
    listener,
    sight: robot.sight(),
    judge,
    execute,
    isLive: () => robot.isOn(record.id),
    finish: (state, reason) => robot.finish(record.id, state, reason),
    note: (event, detail) => void commandLog.happened({ event, ...entry, detail }),
    onOperatorLost: () => void commandLog.incident(operatorLost(record.id)),
  });
  session.start();
  return session;
}

/** The reason why an accepted session could not begin. */
function notBegun({ reason }: CommandRecord) {
  const why = reason ?? "cancelled";
  if (why.startsWith("robot_")) return fail("robot_unreachable", why);
  const rule = why.split(":", 1)[0]!;
  return fail("command_rejected", why, { details: [{ path: "", rule, message: why }] });
}

function operatorLost(commandId: string) {
  return {
    type: "lease_expired",
    severity: "warning",
    command_id: commandId,
    summary: "The operator who drives the robot by hand is no longer heard of",
    action: "stop",
  } as const;
}
