import { isBounding, zoneWarnings } from "../bounds/zone-types.ts";
import type { EnforcementLevel } from "../robot-terms.ts";
import type { RobotUnit } from "./robot-unit.ts";

/** How a robot keeps to a zone, with the reason. */
export interface Enforcement {
  level: EnforcementLevel;
  reason: string;
}

/** Returns how a zone of this kind and frame is enforced for the robot now, and the reason. */
export function enforcementOf(
  unit: RobotUnit,
  zone: { id: string | null; type: string; frame: string },
): Enforcement {
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
