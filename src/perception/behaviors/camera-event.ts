import type { CameraEventKind } from "../../cameras/events/camera-event-terms.ts";
import type { Behavior } from "./behavior.ts";

/**
 * The camera itself reports an event, of the kinds in `events`. The stream's `CameraEventWatch` finds it, with and
 * without frames. An incident of it has the type of its kind.
 */
export const cameraEvent: Behavior = {
  type: "camera_event",
  defaultSeverity: "warning",
  geometry: "none",
  required: [],
  optional: ["events"],
  defaultSeconds: 0,
  start: () => ({ step: () => [] }),
};

/** The types of incidents by the kind of the camera's event: those of the box's own behaviors where one fits. */
export const cameraIncidentTypes: ReadonlyMap<CameraEventKind, string> = new Map([
  ["motion", "motion"],
  ["line_crossing", "line_crossing"],
  ["intrusion", "intrusion"],
  ["tamper", "camera_tamper"],
  ["digital_input", "digital_input"],
  ["person", "object_detected"],
  ["vehicle", "object_detected"],
  ["animal", "object_detected"],
]);

/** Returns the type of the incident of a camera's event. */
export function cameraIncidentType(kind: CameraEventKind): string {
  return cameraIncidentTypes.get(kind) ?? cameraEvent.type;
}
