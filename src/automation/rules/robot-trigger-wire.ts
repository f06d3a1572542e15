import type { RobotCommandWire, RobotIncidentWire } from "../../robots/wire/robot-answers.ts";
import type { RuleIncident, SentCommand } from "./ports.ts";
import { isRobotTrigger } from "./trigger.ts";

/**
 * Returns the incident in the event of a robot as rules judge it; null for one that triggers no rule: an alert, and a
 * run's observation.
 */
export function robotTrigger(data: object): RuleIncident | null {
  const incident = data as RobotIncidentWire;
  const { type, robot_id: robotId, run_id: runId, chain_id: chainId } = incident;
  if (!isRobotTrigger(type) || robotId === null || runId !== null || chainId !== null) return null;
  const { id, severity, zone, summary, map_position: position } = incident;
  return {
    id,
    type,
    severity,
    streamId: `robot:${robotId}`,
    robotId,
    source: "box",
    policyId: null,
    zone,
    classes: [],
    confidence: 1,
    summary,
    mapPosition: position && {
      frame: position.frame,
      xM: position.x,
      yM: position.y,
      errorM: position.error_m,
      isExtrapolated: position.extrapolated,
    },
    startedAtMs: Math.round(incident.started_at * 1000),
  };
}

/** Returns the command in the event of a robot; null while it has not ended. */
export function commandEnd(data: object): SentCommand | null {
  const { command_id: id, state, reason, ended_at: endedAt } = data as RobotCommandWire;
  if (typeof endedAt !== "number") return null;
  return { id, state, reason, endedAtMs: Math.round(endedAt * 1000) };
}
