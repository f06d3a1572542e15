import type { EnforcementLevel } from "../contract/robot.ts";
import type { RobotStatusWire } from "../contract/robot-answers.ts";
import type { RobotUnit } from "./robot-unit.ts";
import type { TelemetryWire } from "./telemetry.ts";

/** How far a zone of this kind and frame holds for the robot now, and why. */
export function enforcementOf(
  unit: RobotUnit,
  zone: { id: string | null; type: string; frame: string },
): { level: EnforcementLevel; reason: string } {
  if (zone.type === "patrol" || zone.type === "observe") {
    return { level: "advisory", reason: "a place for runs; it bounds nothing" };
  }
  const { nativeZones } = unit.parts.driver;
  const problem = nativeZones && zone.id !== null ? nativeZones.problemOf(zone.id) : undefined;
  if (problem === null) {
    return { level: "native", reason: "the robot has the zone and keeps to it by itself" };
  }
  const notNative = problem === undefined ? "" : `; not by the robot: ${problem}`;
  const pose = unit.state.fresh("pose");
  if (pose?.frame !== zone.frame) {
    const reason = `goals are checked; no pose in the frame ${zone.frame}${notNative}`;
    return { level: "advisory", reason };
  }
  const watched =
    zone.type === "speed_limit" ? "the box lowers its speed there" : "the box stops it";
  const reason = `goals are checked, each pose is watched, ${watched}${notNative}`;
  return { level: "monitored", reason };
}

/** The part of the status that changes by itself. */
export function telemetryWire(unit: RobotUnit): TelemetryWire {
  const { state, active, parts } = unit;
  const silence = state.silenceMs;
  return {
    robot_id: parts.id,
    connection: {
      state: state.connection,
      since: state.sinceWallMs / 1000,
      last_heard_ms: silence === null ? null : Math.max(0, Math.round(silence)),
    },
    mode: state.wire("mode", (mode) => mode),
    pose: state.wire("pose", ({ frame, xM, yM, yawRad }) => ({ frame, x: xM, y: yM, yaw: yawRad })),
    velocity: state.wire("velocity", ({ linearMps, angularRadps }) => ({
      linear_mps: linearMps,
      angular_radps: angularRadps,
    })),
    battery: state.wire("battery", ({ percent, isCharging }) => ({
      percent,
      charging: isCharging,
    })),
    loads: state.wire("loads", (loads) =>
      loads.map(({ id, type, position, weightKg }) => ({
        id,
        type,
        position,
        weight_kg: weightKg,
      })),
    ),
    e_stop: state.wire("isEmergencyStopped", (pressed) => pressed),
    lease: unit.lease.wire(parts.id),
    active_command: active && {
      command_id: active.id,
      command: active.body.command,
      state: active.state,
    },
    active_run: unit.activeRunId,
    held_by_stop: unit.isHeld,
    inside_geofence: unit.isInside,
  };
}

/** The whole status. */
export function statusWire(unit: RobotUnit): RobotStatusWire {
  const { state, parts } = unit;
  return {
    ...telemetryWire(unit),
    object: "robot",
    name: parts.settings.name,
    driver: parts.settings.driver,
    capabilities: parts.driver.capabilities().map((each) => ({ ...each })),
    errors: state.wire("errors", (errors) => errors.map((each) => ({ ...each }))),
    speed_limit_mps: unit.speedLimitMps,
    zones: unit.zones.map((zone) => {
      const { level: enforcement, reason } = enforcementOf(unit, zone);
      return { id: zone.id, name: zone.name, type: zone.type, enforcement, reason };
    }),
  };
}
