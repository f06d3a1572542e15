import { severities } from "../../base/contract/event-types.ts";
import type { RuleRequest } from "./rule-document.ts";
import type { RobotIncidentWire } from "../../robots/wire/robot-answers.ts";
import type { RuleIncident } from "./ports.ts";
import { robotTriggers } from "./rule-terms.ts";

/** True when the incident triggers the rule. */
export function matches(on: RuleRequest["on"], incident: RuleIncident): boolean {
  const { classes, min_severity: least } = on;
  return (
    isWhere(on, incident) &&
    (classes === undefined || incident.classes.some((label) => classes.includes(label))) &&
    (least === undefined || severities.indexOf(incident.severity) >= severities.indexOf(least)) &&
    incident.confidence >= (on.min_confidence ?? 0)
  );
}

/** True when the incident is of the kind and at the place that the rule names. */
function isWhere(on: RuleRequest["on"], incident: RuleIncident): boolean {
  const { type, policy_id: policyId, source, zones } = on;
  const isAmong = (list: readonly string[] | undefined, value: string | null): boolean =>
    list === undefined || (value !== null && list.includes(value));
  return (
    (type === undefined || type === incident.type) &&
    (policyId === undefined || policyId.toLowerCase() === incident.policy_id) &&
    isAmong(source && [source], incident.source ?? "box") &&
    isAmong(on.stream_ids, incident.stream_id) &&
    isAmong(on.robot_ids, incident.robot_id ?? null) &&
    isAmong(zones, incident.zone)
  );
}

/** True when incidents of robots of this type may trigger a rule. */
export function isRobotTrigger(type: string | undefined): boolean {
  return robotTriggers.some((each) => each === type);
}

/**
 * Returns the incident of a robot as rules judge it; null for one that triggers no rule: an alert, and a
 * run's observation.
 */
export function robotTrigger(incident: RobotIncidentWire): RuleIncident | null {
  const { type, robot_id: robotId, run_id: runId, chain_id: chainId } = incident;
  if (!isRobotTrigger(type) || robotId === null || runId !== null || chainId !== null) return null;
  const { id, severity, zone, summary, map_position, started_at } = incident;
  return {
    id,
    type,
    severity,
    zone,
    summary,
    map_position,
    started_at,
    robot_id: robotId,
    stream_id: `robot:${robotId}`,
    policy_id: null,
    classes: [],
    confidence: 1,
  };
}
