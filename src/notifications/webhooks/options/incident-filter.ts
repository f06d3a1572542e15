import { type Severity, severities } from "../../../base/contract/event-types.ts";
import type { Event } from "../../../base/events/event.ts";

/** Conditions on the incidents that a webhook receives; an incident must meet all that are there. */
export interface IncidentFilter {
  /** Types of incidents, such as `intrusion`. */
  types?: readonly string[];
  /** The least severity. */
  minSeverity?: Severity;
  /** Streams; then the webhook receives no incidents of robots and rules. */
  streamIds?: readonly string[];
}

/** True when `entry` meets the filter, or is no incident. */
export function passes(entry: Event, filter: IncidentFilter | undefined): boolean {
  const isIncident = entry.type.startsWith("incident.") || entry.type === "robot.incident";
  if (filter === undefined || !isIncident) return true;
  const { types, minSeverity, streamIds } = filter;
  const { type, severity } = entry.data as { type?: string; severity?: Severity };
  if (types !== undefined && !types.includes(type ?? "")) return false;
  if (minSeverity !== undefined && rank(severity) < rank(minSeverity)) return false;
  return streamIds === undefined || streamIds.includes(entry.streamId ?? "");
}

function rank(severity: Severity | undefined): number {
  return severity === undefined ? -1 : severities.indexOf(severity);
}
