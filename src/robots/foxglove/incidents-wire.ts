import { type Actor, camerasOf, maySee } from "../../base/contract/person.ts";
import type { Event } from "../../base/events/event.ts";
import type { TracedIncident } from "../fleet/mcap-port.ts";

/** Returns an incident of a robot or a camera that the viewer may see; null for any other event. */
export function shownIncident(viewer: Actor, event: Event): TracedIncident | null {
  const { type, atMs, data } = event;
  const { stream_id: streamId, summary } = data;
  const isOfCamera = type === "incident.created" && maySee(viewer, String(streamId));
  // An incident of a robot may come from any camera.
  const isOfRobot = type === "robot.incident" && camerasOf(viewer) === undefined;
  if (!isOfCamera && !isOfRobot) return null;
  return { atMs, type: String(data["type"]), summary: typeof summary === "string" ? summary : "" };
}
