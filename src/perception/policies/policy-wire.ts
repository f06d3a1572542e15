import { type IncidentRecord, shownConfidence } from "../incidents/incident-record.ts";
import type { ReplayRequest } from "../wire/policy.ts";
import type { PolicyWire, ReplayedIncident, ReplayWire } from "../wire/policy-answers.ts";
import type { PolicyTrial, ReplaySpan } from "./policy-replay.ts";
import type { PolicyState } from "./policy-service.ts";

/** A policy with its present effect on the wire. */
export function policyWire({ policy, holdsNow, streams, warnings }: PolicyState): PolicyWire {
  return {
    id: policy.id,
    object: "surveillance.policy",
    stream_id: policy.streamId,
    name: policy.name,
    type: policy.type,
    condition: policy.condition,
    action: policy.action,
    schedule: policy.schedule,
    modes: policy.modes,
    enabled: policy.enabled,
    holds_now: holdsNow,
    streams: [...streams],
    warnings: [...warnings],
    created_at: policy.createdAtMs / 1000,
    updated_at: policy.updatedAtMs / 1000,
  };
}

/** Returns the span of a request. */
export function replaySpan({ from, to, stream_id: streamId }: ReplayRequest): ReplaySpan {
  return { fromSec: from, toSec: to, streamId };
}

/** What a policy would have raised, on the wire. */
export function replayWire({ policyId, span, incidentCount, ...found }: PolicyTrial): ReplayWire {
  return {
    object: "surveillance.policy_replay",
    policy_id: policyId,
    from: span.fromSec,
    to: span.toSec,
    incident_count: incidentCount,
    incidents: found.incidents.map(replayedIncident),
    streams: found.streams.map((stream) => ({
      stream_id: stream.streamId,
      frames: stream.frames,
      recorded_seconds: stream.recordedSec,
      incident_count: stream.incidentCount,
      warnings: [...stream.warnings],
    })),
  };
}

function replayedIncident(record: IncidentRecord): ReplayedIncident {
  const { resolvedAtMs } = record;
  return {
    id: record.id,
    stream_id: record.streamId,
    type: record.type,
    severity: record.severity,
    zone: record.zone,
    classes: record.classes,
    confidence: shownConfidence(record),
    track_ids: record.trackIds,
    count: record.count,
    started_at: record.startedAtMs / 1000,
    opened_at: record.openedAtMs / 1000,
    last_seen_at: record.lastSeenAtMs / 1000,
    resolved_at: resolvedAtMs === null ? null : resolvedAtMs / 1000,
    summary: record.summary,
  };
}
