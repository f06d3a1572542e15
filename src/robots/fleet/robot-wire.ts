import type {
  CapabilityWire,
  MeasuredWire,
  RobotStatusWire,
  RobotWire,
} from "../wire/robot-answers.ts";
import type { DriverCapability } from "../driver/driver-port.ts";
import type { RobotUnit } from "./robot-unit.ts";
import type { TelemetryWire } from "./telemetry-wire.ts";
import type { MeasuredValue } from "../driver/live-state.ts";
import { enforcementOf } from "./enforcement.ts";
import type { KnownRobot } from "./robot-record.ts";
import { leaseWire } from "../commands/lease-wire.ts";

function measuredWire<T, W>(
  measured: MeasuredValue<T> | null,
  shape: (value: T) => W,
): MeasuredWire<W> | null {
  return (
    measured && {
      value: shape(measured.value),
      age_ms: measured.ageMs,
      source: measured.source,
    }
  );
}

/** The changing part of the status. */
export function telemetryWire(unit: RobotUnit): TelemetryWire {
  const { state, active, parts } = unit;
  const silence = state.silenceMs;
  const { held, leftMs } = unit.lease;
  return {
    robot_id: parts.id,
    connection: {
      state: state.connection,
      since: state.sinceWallMs / 1000,
      last_heard_ms: silence === null ? null : Math.max(0, Math.round(silence)),
    },
    mode: measuredWire(state.measured("mode"), (mode) => mode),
    pose: measuredWire(state.measured("pose"), ({ frame, xM, yM, yawRad }) => ({
      frame,
      x: xM,
      y: yM,
      yaw: yawRad,
    })),
    velocity: measuredWire(state.measured("velocity"), ({ linearMps, angularRadps }) => ({
      linear_mps: linearMps,
      angular_radps: angularRadps,
    })),
    battery: measuredWire(state.measured("battery"), ({ percent, isCharging }) => ({
      percent,
      charging: isCharging,
    })),
    loads: measuredWire(state.measured("loads"), (loads) =>
      loads.map(({ id, type, position, weightKg }) => ({
        id,
        type,
        position,
        weight_kg: weightKg,
      })),
    ),
    e_stop: measuredWire(state.measured("isEmergencyStopped"), (pressed) => pressed),
    lease: held && leaseWire(parts.id, { held, leftMs }),
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

function peopleLimitWire({ peopleLimit: limit }: RobotUnit): RobotStatusWire["people_limit"] {
  if (!limit) return null;
  const { limitMps, reason, distanceM } = limit;
  return { limit_mps: limitMps, reason, distance_m: distanceM };
}

function drivingBoxWire({ parts }: RobotUnit): RobotStatusWire["driven_by"] {
  const box = parts.shared?.box();
  return box ? { box_id: box.boxId, here: box.isOwn, lease_revision: box.revision } : null;
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
    errors: measuredWire(state.measured("errors"), (errors) => errors.map((each) => ({ ...each }))),
    maps:
      parts.driver.reportedMaps?.()?.map(({ id, version, isEnabled, description }) => ({
        map_id: id,
        version,
        enabled: isEnabled,
        description,
      })) ?? null,
    driven_by: drivingBoxWire(unit),
    people_limit: peopleLimitWire(unit),
    speed_limit_mps: unit.speedLimitMps,
    zones: unit.bounds.zones.map((zone) => {
      const { level: enforcement, reason } = enforcementOf(unit, zone);
      return { id: zone.id, name: zone.name, type: zone.type, enforcement, reason };
    }),
  };
}

/** A robot with its settings and its status. */
export function robotWire({ unit, record }: KnownRobot): RobotWire {
  return {
    ...statusWire(unit),
    origin: record.origin,
    settings: record.request,
    created_at: record.createdAtMs / 1000,
  };
}
