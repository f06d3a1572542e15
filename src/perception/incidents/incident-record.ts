import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { Severity } from "../../base/contract/event-types.ts";
import type { MapPosition } from "../../base/geo/map-position.ts";
import type { IncidentVerdict } from "./incident-terms.ts";

/** Most track ids that an incident lists; the first ones are kept. */
export const maxTrackIds = 50;

/** Most objects of an incident's picture that its record lists. */
const maxPictured = 20;

/** An object that an incident is about, where its picture shows it. */
export interface PicturedObject {
  label: string;
  boxNorm: BoxNorm;
}

/** The incident's own tracks as its picture shows them; at most 20. */
export function picturedObjects(
  trackIds: readonly number[],
  tracks: readonly (PicturedObject & { id: number })[],
): PicturedObject[] {
  return tracks
    .filter(({ id }) => trackIds.includes(id))
    .slice(0, maxPictured)
    .map(({ label, boxNorm }) => ({ label, boxNorm }));
}

/** A note of a person on an incident. */
export interface IncidentNote {
  atMs: number;
  /** Id of the author's key. */
  keyId: string;
  text: string;
}

/** An incident as stored. Times are Unix milliseconds of the picture's own time. */
export interface IncidentRecord {
  v: 1;
  id: string;
  org: string;
  streamId: string;
  /** The stream's display name at the opening; absent without one, and in records of earlier versions. */
  streamName?: string;
  jobId: string;
  type: string;
  /** `camera` where the camera itself reported it; absent for what the box found. */
  source?: "camera";
  /** Key of the behavior that raised it, without zone; see `BehaviorPlan.key`. */
  rule: string;
  /** The stored policy that raised it; absent in records of versions without policies. */
  policyId?: string | null;
  zone: string | null;
  state: "open" | "resolved";
  severity: Severity;
  classes: string[];
  confidence: number;
  trackIds: number[];
  count: number;
  direction: "a_to_b" | "b_to_a" | null;
  startedAtMs: number;
  openedAtMs: number;
  lastSeenAtMs: number;
  resolvedAtMs: number | null;
  acknowledgedAtMs: number | null;
  /** The first to acknowledge it: a person's name, or the id of a key; absent before that. */
  acknowledgedBy?: string | null;
  /** Key of the person who closed it; absent where it ended by itself. */
  resolvedBy?: string | null;
  /** Notes of people, oldest first; at most `incidentLimits.notes`. */
  notes?: IncidentNote[];
  /** A person's verdict; null before one. */
  verdict?: IncidentVerdict | null;
  locale: string;
  summary: string;
  /** A vision endpoint's description of the picture; absent before one. */
  narration?: string;
  snapshotAssetId: string | null;
  /** The same picture without boxes and zones; absent in older incidents. */
  plainAssetId?: string | null;
  /** The objects that it is about, as its picture shows them; absent in records of earlier versions. */
  pictured?: PicturedObject[];
  /** Protected with its evidence until somebody ends the protection. */
  isProtected?: boolean;
  site: string | null;
  groupKey: string | null;
  /** The last position of its newest track, to find the same object after a restart. */
  lastBoxNorm: BoxNorm | null;
  /** That position on the map; null without a calibration, absent in earlier records. */
  mapPosition?: MapPosition | null;
  /** The reason in the behavior's own terms; absent in records of earlier versions. */
  details?: Record<string, string | number | null> | null;
}

/** Returns the incident's confidence to three digits, as answers and events show it. */
export function shownConfidence({ confidence }: Pick<IncidentRecord, "confidence">): number {
  return Math.round(confidence * 1000) / 1000;
}
