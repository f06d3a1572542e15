import type { RobotSample } from "../../../../robots/driver/driver-port.ts";
import type { MapTopic } from "../sensors/map-topic.ts";
import type { ScanTopic } from "../sensors/scan-topic.ts";
import type { GoalTracker } from "./goal-tracker.ts";

/** Returns what the box reports as errors of a robot: a client beside the box, a map and a scan that it cannot read. */
export function errorsOf(parts: {
  map: Pick<MapTopic, "problem">;
  scan: Pick<ScanTopic, "problem">;
  goals: Pick<GoalTracker, "foreign">;
}): NonNullable<RobotSample["errors"]> {
  const { foreign } = parts.goals;
  const refused = [
    { code: "map_refused", message: parts.map.problem },
    { code: "scan_refused", message: parts.scan.problem },
  ];
  const errors = refused.flatMap(({ code, message }) =>
    message === null ? [] : [{ code, message }],
  );
  if (!foreign) return errors;
  const message = `Another client drives this robot: a goal of ${foreign.action} is not the box's`;
  return [{ code: "another_client", message }, ...errors];
}
