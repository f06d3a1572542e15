import { mapPositionWire } from "../../base/geo/wire/map-position.ts";
import type { IncidentWire } from "../wire/incident.ts";
import type { EvidenceUrls } from "./evidence-port.ts";
import { type IncidentRecord, shownConfidence } from "./incident-record.ts";

/** The fields of an incident event with `outputs.format: compact`. */
export type CompactIncidentWire = Pick<
  IncidentWire,
  | "id"
  | "object"
  | "type"
  | "state"
  | "severity"
  | "stream_id"
  | "job_id"
  | "started_at"
  | "last_seen_at"
  | "resolved_at"
>;

/** The incident on the wire; `urls` signs the addresses of its evidence. */
export function incidentWire(record: IncidentRecord, urls: EvidenceUrls): IncidentWire {
  const asset = record.snapshotAssetId;
  return {
    ...compactIncidentWire(record),
    source: record.source ?? "box",
    stream_name: record.streamName ?? null,
    policy_id: record.policyId ?? null,
    zone: record.zone,
    classes: record.classes,
    confidence: shownConfidence(record),
    track_ids: record.trackIds,
    count: record.count,
    acknowledged_at: seconds(record.acknowledgedAtMs),
    acknowledged_by: record.acknowledgedBy ?? null,
    resolved_by: record.resolvedBy ?? null,
    notes: (record.notes ?? []).map(({ atMs, keyId, text }) => ({
      text,
      created_at: atMs / 1000,
      created_by: keyId,
    })),
    verdict: record.verdict ?? null,
    locale: record.locale,
    summary: record.summary,
    details: record.details ?? null,
    narration: record.narration ?? null,
    snapshot_url: asset === null ? null : urls.url(record.org, asset),
    clip_url: urls.clipUrl(record),
    map_position: record.mapPosition ? mapPositionWire(record.mapPosition) : null,
    site: record.site,
    group_key: record.groupKey,
  };
}

/** The incident on the wire with ids, type, severity and times only. */
export function compactIncidentWire(record: IncidentRecord): CompactIncidentWire {
  return {
    id: record.id,
    object: "surveillance.incident",
    type: record.type,
    state: record.state,
    severity: record.severity,
    stream_id: record.streamId,
    job_id: record.jobId,
    started_at: record.startedAtMs / 1000,
    last_seen_at: record.lastSeenAtMs / 1000,
    resolved_at: seconds(record.resolvedAtMs),
  };
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}
