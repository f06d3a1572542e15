import { invalidField } from "../../../../base/contract/fail.ts";
import { maxBeams } from "../../../../robots/driver/driver-port.ts";
import type { RosMessage } from "../core/ros-link.ts";

/** What a `sensor_msgs/msg/LaserScan` says, without its time. */
export interface HeardScan {
  frame: string;
  startRad: number;
  stepRad: number;
  rangesM: Float32Array;
}

/**
 * Reads a `sensor_msgs/msg/LaserScan`. A beam without a distance between `range_min` and `range_max` becomes 0: ROS says
 * to drop it, and rosbridge writes null for what is not finite. Throws `invalid_request_body` with the field.
 */
export function scanOf(message: RosMessage): HeardScan {
  const header = message["header"] as { frame_id?: string } | undefined;
  const startRad = finite(message, "angle_min");
  const stepRad = finite(message, "angle_increment");
  const minM = finite(message, "range_min");
  const maxM = finite(message, "range_max");
  const beams = message["ranges"];
  if (stepRad === 0) throw invalidField("angle_increment", "is 0. Correct the scanner's driver");
  if (!Array.isArray(beams) && !(beams instanceof Float32Array))
    throw invalidField("ranges", "is no list of numbers. Correct the scanner's driver");
  if (beams.length === 0 || beams.length > maxBeams) {
    const what = `has ${beams.length} beams; 1 to ${maxBeams} are possible. Use fewer`;
    throw invalidField("ranges", what);
  }
  const rangesM = Float32Array.from(beams as ArrayLike<unknown>, (each) =>
    typeof each === "number" && each >= minM && each <= maxM ? each : 0,
  );
  return { frame: (header?.frame_id ?? "").replace(/^\//, ""), startRad, stepRad, rangesM };
}

function finite(message: RosMessage, field: string): number {
  const value = message[field];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw invalidField(field, "is no finite number. Correct the scanner's driver");
}
