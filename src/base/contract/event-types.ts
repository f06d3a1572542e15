/**
 * Types of entries in the event log. The first group goes to webhooks, the second to SSE readers of
 * incidents (decisions section 5), the third to those of robots; `job.*` entries also wake long polls.
 */
export const eventTypes = [
  "job.queued",
  "job.processing",
  "job.updated",
  "job.completed",
  "job.failed",
  "job.cancelled",
  "incident.created",
  "incident.updated",
  "incident.resolved",
  "incident.escalated",
  "stream.status",
  "robot.incident",
  "robot.command",
] as const;

/** The type of a log entry. */
export type EventType = (typeof eventTypes)[number];

/** Severity of an incident, least first (contract section 4.10). */
export const severities = ["info", "warning", "critical"] as const;

/** One severity. */
export type Severity = (typeof severities)[number];
