import { Type } from "typebox";
import type { MapPositionWire } from "./calibration.ts";
import type { Severity } from "../../base/contract/event-types.ts";

/** What a person can say that an incident was. */
export const incidentVerdicts = ["true_positive", "false_positive"] as const;

/** One verdict. */
export type IncidentVerdict = (typeof incidentVerdicts)[number];

/** Bounds of what people add to incidents. */
export const incidentLimits = { notes: 50, noteLength: 2000 } as const;

/** Longest time between the beginnings of two incidents of one group, in seconds: bounds and default. */
export const groupGapSec = { least: 1, most: 86_400, usual: 300 } as const;

/** Body of `POST …/notes`. */
export const noteSchema = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: incidentLimits.noteLength }) },
  { additionalProperties: false, title: "IncidentNote" },
);

/** Body of `POST …/verdict`; null takes the verdict back. */
export const verdictSchema = Type.Object(
  {
    verdict: Type.Union([
      Type.Unsafe<IncidentVerdict>({ type: "string", enum: [...incidentVerdicts] }),
      Type.Null(),
    ]),
  },
  { additionalProperties: false, title: "IncidentVerdict" },
);

/** An incident on the wire (decisions section 5). Times are Unix seconds with fractions. */
export type IncidentWire = {
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
  /** Id of the key, or of the page session's key. */
  acknowledged_by: string | null;
  /** The same of the one who closed it by hand; null where its condition ended. */
  resolved_by: string | null;
  notes: { text: string; created_at: number; created_by: string }[];
  verdict: IncidentVerdict | null;
  locale: string;
  summary: string;
  /** Why, in the behavior's own terms: the kind of tampering, the unusual figure; null without. */
  details: Record<string, string | number | null> | null;
  narration: string | null;
  snapshot_url: string | null;
  clip_url: string | null;
  /** Where its newest track stood on the map; null without a calibration of the camera. */
  map_position: MapPositionWire | null;
  site: string | null;
  group_key: string | null;
};

/** Incidents that `alerts.group_by` puts together and that follow one another. Times are Unix seconds. */
export interface IncidentGroupWire {
  object: "surveillance.incident_group";
  /** Null for an incident that is not grouped, which is alone. */
  group_key: string | null;
  count: number;
  /** How many of them are open. */
  open: number;
  /** The highest of them. */
  severity: Severity;
  types: string[];
  stream_ids: string[];
  first_started_at: number;
  last_started_at: number;
  /** The newest of them. */
  latest: IncidentWire;
}

/** What marked incidents of a stream say about its thresholds. */
export type AdviceWire = {
  object: "surveillance.advice";
  stream_id: string;
  false_positives: number;
  true_positives: number;
  /** The best `min_score` that removes no true incident; null when none removes a false one. */
  min_score: number | null;
  options: { min_score: number; false_removed: number; true_removed: number }[];
  sentence: string;
};
