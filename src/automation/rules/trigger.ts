import { severities } from "../../base/contract/event-types.ts";
import type { RuleRequest } from "./rule-document.ts";
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
    (policyId === undefined || policyId.toLowerCase() === incident.policyId) &&
    isAmong(source && [source], incident.source) &&
    isAmong(on.stream_ids, incident.streamId) &&
    isAmong(on.robot_ids, incident.robotId) &&
    isAmong(zones, incident.zone)
  );
}

/** True when incidents of robots of this type may trigger a rule. */
export function isRobotTrigger(type: string | undefined): boolean {
  return robotTriggers.some((each) => each === type);
}
