import type { EvidenceUrls } from "../incidents/evidence-port.ts";
import { incidentWire } from "../incidents/incident-wire.ts";
import type { AdviceWire, IncidentGroupWire } from "../wire/incident.ts";
import type { IncidentGroup } from "./incident-groups.ts";
import type { ThresholdAdvice } from "./threshold-advice.ts";

/** The group on the wire; `urls` signs the addresses of its latest incident's evidence. */
export function incidentGroupWire(group: IncidentGroup, urls: EvidenceUrls): IncidentGroupWire {
  const { count, open, unacknowledged, severity, types } = group;
  return {
    object: "surveillance.incident_group",
    group_key: group.groupKey,
    count,
    open,
    unacknowledged,
    severity,
    types,
    stream_ids: group.streamIds,
    first_started_at: group.firstStartedAtMs / 1000,
    last_started_at: group.lastStartedAtMs / 1000,
    latest: incidentWire(group.latest, urls),
  };
}

/** The advice on the wire. */
export function adviceWire(advice: ThresholdAdvice): AdviceWire {
  return {
    object: "surveillance.advice",
    stream_id: advice.streamId,
    false_positives: advice.falsePositives,
    true_positives: advice.truePositives,
    min_score: advice.minScore,
    options: advice.options.map(({ minScore, falseRemoved, trueRemoved }) => ({
      min_score: minScore,
      false_removed: falseRemoved,
      true_removed: trueRemoved,
    })),
    sentence: advice.sentence,
  };
}
