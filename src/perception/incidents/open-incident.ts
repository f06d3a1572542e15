import { isSamePlace } from "../core/same-place.ts";
import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { Track } from "../core/track.ts";
import type { Finding, FindingDetails } from "../core/finding.ts";
import { type IncidentRecord, maxTrackIds } from "./incident-record.ts";
import type { BehaviorPlan } from "../profiles/behavior-plans.ts";

const sameMomentSec = 3;

/** The moment of one frame. */
export interface Moment {
  /** Stream time in seconds. */
  tSec: number;
  /** The frame's own time, Unix milliseconds. */
  wallMs: number;
  /** Ids of the tracks in sight. */
  seenIds: ReadonlySet<number>;
}

/** An incident whose condition may still hold. */
export interface OpenIncident {
  record: IncidentRecord;
  plan: { key: string; zone: string | null };
  subjects: Set<string>;
  trackIds: Set<number>;
  /** The region that the condition names itself; null for conditions located by their tracks. */
  regionNorm: BoxNorm | null;
  isMomentary: boolean;
  /** Closed by a person while the condition holds: absorbs it without events. */
  isMuted: boolean;
  isNotable: boolean;
  foundSec: number;
  lastUpdateSec: number;
  lastStoredSec: number;
}

/** Makes an open incident of `record` at the moment of its finding. */
export function openIncident(
  record: IncidentRecord,
  plan: BehaviorPlan,
  how: { isMomentary: boolean; moment: Moment },
): OpenIncident {
  const { tSec } = how.moment;
  return {
    record,
    plan: { key: plan.key, zone: plan.zoneName },
    subjects: new Set(),
    trackIds: new Set(),
    regionNorm: null,
    isMomentary: how.isMomentary,
    isMuted: false,
    isNotable: false,
    foundSec: tSec,
    lastUpdateSec: tSec,
    lastStoredSec: tSec,
  };
}

/** Applies `finding` to the incident; a change that matters to readers makes it notable. */
export function refreshIncident(one: OpenIncident, finding: Finding, moment: Moment): void {
  const { record } = one;
  one.foundSec = moment.tSec;
  let lastSeenSec = finding.tracks.length === 0 ? moment.tSec : Number.NEGATIVE_INFINITY;
  one.trackIds = one.subjects.size > 1 ? one.trackIds : new Set();
  one.regionNorm = finding.boxNorm ?? null;
  if (finding.boxNorm) record.lastBoxNorm = finding.boxNorm;
  if (finding.details && !sameDetails(record.details, finding.details)) {
    record.details = { ...finding.details };
    one.isNotable = true;
  }
  for (const track of finding.tracks) {
    one.trackIds.add(track.id);
    lastSeenSec = Math.max(lastSeenSec, track.lastSeenSec);
    record.confidence = Math.max(record.confidence, track.score);
    record.lastBoxNorm = track.boxNorm;
    if (!record.classes.includes(track.label)) {
      record.classes.push(track.label);
      one.isNotable = true;
    }
    if (!record.trackIds.includes(track.id) && record.trackIds.length < maxTrackIds) {
      record.trackIds.push(track.id);
      one.isNotable = true;
    }
  }
  if (finding.count > record.count) {
    record.count = finding.count;
    one.isNotable = true;
  }
  const lastSeenAtMs = Math.round(wallOf(Math.min(lastSeenSec, moment.tSec), moment));
  if (Number.isFinite(lastSeenAtMs)) {
    record.lastSeenAtMs = Math.max(record.lastSeenAtMs, lastSeenAtMs);
  }
}

/** True when a finding of `plan` at `at.box` continues `one`, whose own track was lost. */
export function isSuccessor(
  one: OpenIncident,
  plan: BehaviorPlan,
  at: { box: BoxNorm | null; tracks: readonly Track[]; moment: Moment },
): boolean {
  if (one.plan.key !== plan.key || one.plan.zone !== plan.zoneName || one.isMomentary) return false;
  if ([...one.trackIds].some((id) => at.moment.seenIds.has(id))) return false;
  if (at.tracks.some((track) => wallOf(track.firstSeenSec, at.moment) <= one.record.lastSeenAtMs))
    return false;
  if (at.moment.wallMs - one.record.lastSeenAtMs > sameMomentSec * 1000) return false;
  return isSamePlace(one.record.lastBoxNorm, at.box);
}

/** A condition's identity within the stream: behavior, zone, and track or the zone as a whole. */
export function subjectKey(plan: BehaviorPlan, subject: string): string {
  return `${plan.key}|${plan.zoneName ?? ""}|${subject}`;
}

function sameDetails(a: IncidentRecord["details"], b: FindingDetails): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Wall time of a moment of stream time, Unix milliseconds. */
export function wallOf(sec: number, moment: Moment): number {
  return moment.wallMs + (sec - moment.tSec) * 1000;
}
