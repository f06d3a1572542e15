import type { RobotIncidentWire } from "../wire/robot-answers.ts";
import type { MapPosition } from "../../base/geo/map-position.ts";
import { mapPositionWire } from "../../base/geo/wire/map-position.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { NewEvent } from "../../base/events/event.ts";

/** The known fields of an incident; the others are null. */
export type FoundIncident = Pick<RobotIncidentWire, "type" | "severity" | "summary"> &
  Partial<Omit<RobotIncidentWire, "map_position">> & { position?: MapPosition | null };

/** The event of a robot's incident; without `robot_id` it concerns no single robot. */
export function robotIncident(
  org: string,
  { position, ...found }: FoundIncident,
  wallMs: number,
): NewEvent {
  const incident: RobotIncidentWire = {
    id: uuidv7(wallMs),
    object: "robot.incident",
    robot_id: null,
    robot_name: null,
    command_id: null,
    zone: null,
    action: null,
    run_id: null,
    chain_id: null,
    stream_id: null,
    incident_id: null,
    frame_index: null,
    snapshot_url: null,
    map_position: position ? mapPositionWire(position) : null,
    started_at: wallMs / 1000,
    ...found,
  };
  const subject = incident.robot_id === null ? {} : { streamId: `robot:${incident.robot_id}` };
  return { org, type: "robot.incident", ...subject, data: { ...incident } };
}
