import type { MapPosition } from "../../base/geo/map-position.ts";
import type { RobotCommandBody } from "../../robots/driver/command-document.ts";
import type { RuleStep } from "./rule-document.ts";
import { ruleLimits } from "./rule-terms.ts";

/** A command with its place filled in, or the reason why there is none. */
export type TargetSelection =
  | { command: RobotCommandBody }
  | {
      code: "no_map_position" | "pose_unknown" | "unknown_frame" | "already_there";
      reason: string;
    };

/**
 * The command of a step. With `target_from: incident` the robot goes towards the incident's position, stops
 * `standoff_m` before it and faces it.
 */
export function selectTarget(
  step: RuleStep,
  position: MapPosition | null,
  pose: { frame: string; xM: number; yM: number } | null,
): TargetSelection {
  const command = step.command!;
  if (step.target_from === undefined) return { command };
  if (!position) {
    const reason = "the incident has no place on a map: the camera has no calibration";
    return { code: "no_map_position", reason };
  }
  if (position.isExtrapolated) {
    const reason = "the place lies beyond the points of the camera's calibration";
    return { code: "no_map_position", reason };
  }
  if (!pose) return { code: "pose_unknown", reason: "nobody knows where the robot is" };
  if (pose.frame !== position.frame) {
    const reason = `the robot is in the frame ${pose.frame}, the place in ${position.frame}`;
    return { code: "unknown_frame", reason };
  }
  const standoffM = step.standoff_m ?? ruleLimits.standoffDefaultM;
  const [dx, dy] = [position.xM - pose.xM, position.yM - pose.yM];
  const awayM = Math.hypot(dx, dy);
  if (awayM <= standoffM) {
    return { code: "already_there", reason: `the robot is within ${standoffM} m of the place` };
  }
  const share = (awayM - standoffM) / awayM;
  const target = {
    frame: position.frame,
    x: pose.xM + dx * share,
    y: pose.yM + dy * share,
    yaw: Math.atan2(dy, dx),
  };
  return { command: { ...command, target } };
}
