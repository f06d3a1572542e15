import type { Event } from "../../base/events/event.ts";
import type { RecordingCause } from "./recording-record.ts";

/** A cause, and the robot that it names; null where it names a camera. */
export interface FoundCause {
  cause: RecordingCause;
  robotId: string | null;
}

/** Returns what an event gives as a reason to record a robot: an incident of a robot, or of a camera. */
export function causesOf({ type, atMs, data }: Event): FoundCause[] {
  if (type !== "robot.incident" && type !== "incident.created") return [];
  const isRobots = type === "robot.incident";
  const robotId = isRobots ? textOf(data["robot_id"]) : null;
  const streamId = textOf(data["stream_id"]);
  if ((isRobots ? robotId : streamId) === null) return [];
  const cause: RecordingCause = {
    kind: isRobots ? "robot_incident" : "incident",
    id: textOf(data["id"]),
    type: textOf(data["type"]),
    streamId,
    summary: textOf(data["summary"]),
    atMs,
  };
  return [{ cause, robotId }];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
