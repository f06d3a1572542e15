import type { Severity } from "./event-types.ts";

/** An incident on the wire (decisions section 5). Times are Unix seconds with fractions. */
export interface IncidentWire {
  id: string;
  object: "surveillance.incident";
  type: string;
  state: "open" | "resolved";
  severity: Severity;
  stream_id: string;
  job_id: string;
  policy_id: string | null;
  zone: string | null;
  classes: string[];
  confidence: number;
  track_ids: number[];
  count: number;
  started_at: number;
  last_seen_at: number;
  resolved_at: number | null;
  acknowledged_at: number | null;
  locale: string;
  summary: string;
  /** Why, in the behavior's own terms: the kind of tampering, the unusual figure; null without. */
  details: Record<string, string | number | null> | null;
  narration: string | null;
  snapshot_url: string | null;
  clip_url: string | null;
  site: string | null;
  group_key: string | null;
}
