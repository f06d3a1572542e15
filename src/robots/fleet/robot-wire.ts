import type { CapabilityWire, RobotStatusWire } from "../wire/robot-answers.ts";
import type { DriverCapability } from "../driver/driver-port.ts";
import type { RobotUnit } from "./robot-unit.ts";
import type { TelemetryWire } from "./telemetry.ts";
import { isBounding, zoneWarnings } from "../bounds/zone-types.ts";
import type { EnforcementLevel } from "../robot-terms.ts";
import { leaseWire } from "../commands/lease-wire.ts";

/** Returns how a zone of this kind and frame is enforced for the robot now, and the reason. */
export function enforcementOf(
  unit: RobotUnit,
  zone: { id: string | null; type: string; frame: string },
): { level: EnforcementLevel; reason: string } {
  const idle = meaningless(zone.type);
  if (idle !== null) return { level: "advisory", reason: idle };
  const { driver, settings } = unit.parts;
  const { nativeZones } = driver;
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
  const periodMs = unit.bounds.posePeriodMs ?? 0;
  if (zone.type !== "speed_limit" && periodMs > settings.maxPoseAgeMs) {
    const need = `poses come ${(periodMs / 1000).toFixed(1)} s apart, the bounds need one in ${settings.maxPoseAgeMs / 1000} s`;
    const reason = `goals are checked; ${need}: a robot on a command is stopped without${notNative}`;
    return { level: "advisory", reason };
  }
  if (zone.type !== "speed_limit" && !driver.drivesStraight) {
    const reason = `the robot plans its own way: goals and the straight line are checked, and it is stopped when it is seen there${notNative}`;
    return { level: "advisory", reason };
  }
  const watched =
    zone.type === "speed_limit" ? "the box lowers its speed there" : "the box stops it";
  const reason = `ways are checked, each pose is watched, ${watched}${notNative}`;
  return { level: "monitored", reason };
}

/** Returns why zones of this type bound nothing; null where they do. */
function meaningless(type: string): string | null {
  if (isBounding(type)) return null;
  return zoneWarnings(type)[0] ?? "a place for runs; it bounds nothing";
}

/** The changing part of the status. */
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
    lease: leaseWire(parts.id, unit.lease),
    active_command: active && {
      command_id: active.id,
      command: active.body.command,
      state: active.state,
    },
    active_run: unit.activeRunId,
    held_by_stop: unit.isHeld,
    inside_geofence: unit.bounds.isInside,
  };
}

/** The reason names advisory bounds on the way of a movement. */
function capabilityWire({ bounds }: RobotUnit, capability: DriverCapability): CapabilityWire {
  const warnings = capability.available ? bounds.warningsOf({ kind: capability.name }) : [];
  return { ...capability, reason: warnings.length > 0 ? warnings.join("; ") : capability.reason };
}

/** The complete status. */
export function statusWire(unit: RobotUnit): RobotStatusWire {
  const { state, parts } = unit;
  return {
    ...telemetryWire(unit),
    object: "robot",
    name: parts.settings.name,
    driver: parts.settings.driver,
    capabilities: unit.bounds.capabilities.map((each) => capabilityWire(unit, each)),
    errors: state.wire("errors", (errors) => errors.map((each) => ({ ...each }))),
    speed_limit_mps: unit.speedLimitMps,
    zones: unit.bounds.zones.map((zone) => {
      const { level: enforcement, reason } = enforcementOf(unit, zone);
      return { id: zone.id, name: zone.name, type: zone.type, enforcement, reason };
    }),
  };
}
