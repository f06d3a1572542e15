import { severities } from "../contract/event-types.ts";
import type { IncidentWire } from "../contract/incident.ts";
import type { RuleRequest } from "../contract/rule.ts";

/** Whether the incident is one that the rule is about. */
export function matches(on: RuleRequest["on"], incident: IncidentWire): boolean {
  const { type, policy_id: policyId, zones, classes, min_severity: least } = on;
  const isAmong = (list: readonly string[] | undefined, value: string | null): boolean =>
    list === undefined || (value !== null && list.includes(value));
  return (
    (type === undefined || type === incident.type) &&
    (policyId === undefined || policyId.toLowerCase() === incident.policy_id) &&
    isAmong(on.stream_ids, incident.stream_id) &&
    isAmong(zones, incident.zone) &&
    (classes === undefined || incident.classes.some((label) => classes.includes(label))) &&
    (least === undefined || severities.indexOf(incident.severity) >= severities.indexOf(least)) &&
    incident.confidence >= (on.min_confidence ?? 0)
  );
}
