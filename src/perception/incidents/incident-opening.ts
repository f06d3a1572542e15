import type { Severity } from "../../base/contract/event-types.ts";
import type { BoxNorm } from "../../base/contract/geometry.ts";
import { stableId } from "../../base/core/ids.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { MapPosition } from "../../base/geo/map-position.ts";
import type { Finding } from "../core/finding.ts";
import type { IncidentRecord } from "./incident-record.ts";
import { type Moment, wallOf } from "./open-incident.ts";
import type { BehaviorPlan } from "../profiles/behavior-plans.ts";

/** Incidents of one behavior and zone that begin within this time have consecutive ids. */
const bucketMs = 10_000;
/** Places whose last ordinal is remembered; beyond it all are looked up again. */
const maxPlaces = 1000;

/** Alert settings of a stream. */
export interface AlertSettings {
  minSeverity: Severity;
  cooldownSec: number;
  /** Cooldowns of behaviors that have one of their own, by the behavior's key. */
  cooldowns?: ReadonlyMap<string, number>;
  groupBy: "none" | "stream" | "zone" | "type" | "site";
  site: string | null;
  /** Display name of the stream; absent without one. */
  streamName?: string;
  locale: string;
  /** Returns the position of a box on the map; absent without a calibration of the camera. */
  locate?(boxNorm: BoxNorm): MapPosition | null;
}

/** The cooldown of the behavior with this key, in seconds. */
export function cooldownSecOf(alerts: AlertSettings, rule: string): number {
  return alerts.cooldowns?.get(rule) ?? alerts.cooldownSec;
}

/** The owner of the incidents. */
export interface IncidentOwner {
  org: string;
  streamId: string;
  jobId: string;
}

/** Makes the ids of a stream's incidents: the same happening gets the same id on every box. */
export class IncidentIds {
  readonly #owner: IncidentOwner;
  readonly #isTaken: (id: string) => boolean;
  readonly #ordinals = new Map<string, number>();

  constructor(owner: IncidentOwner, isTaken: (id: string) => boolean) {
    this.#owner = owner;
    this.#isTaken = isTaken;
  }

  /** Returns a free id, from stream, behavior, zone, time and order. */
  next(plan: BehaviorPlan, startedAtMs: number): string {
    const bucket = Math.floor(startedAtMs / bucketMs);
    const place = `${plan.key}|${plan.zoneName ?? ""}|${bucket}`;
    let ordinal = this.#ordinals.get(place) ?? 0;
    const { org, streamId } = this.#owner;
    for (;;) {
      const id = stableId(org, streamId, plan.key, plan.zoneName ?? "", bucket, ordinal);
      ordinal += 1;
      if (this.#isTaken(id)) continue;
      if (this.#ordinals.size > maxPlaces) this.#ordinals.clear();
      this.#ordinals.set(place, ordinal);
      return id;
    }
  }
}

/** The record of an incident that `finding` opens; its tracks, counts and summary are still empty. */
export function newIncident(
  what: { plan: BehaviorPlan; finding: Finding; moment: Moment },
  owner: IncidentOwner,
  context: { ids: IncidentIds; alerts: AlertSettings },
): IncidentRecord {
  const { plan, finding, moment } = what;
  const { ids, alerts } = context;
  const startedAtMs = Math.round(wallOf(finding.sinceSec, moment));
  const zone = plan.zoneName;
  const type = finding.reported?.type ?? plan.spec.type;
  return {
    v: 1,
    id: ids.next(plan, startedAtMs),
    ...owner,
    ...omitUndefined({ streamName: alerts.streamName }),
    type,
    ...(finding.reported ? { source: "camera" as const } : {}),
    rule: plan.key,
    policyId: plan.policyId,
    zone,
    state: "open",
    severity: plan.spec.severity,
    classes: [...(finding.reported?.classes ?? [])],
    confidence: 0,
    trackIds: [],
    count: 0,
    direction: finding.direction ?? null,
    startedAtMs,
    openedAtMs: Math.round(moment.wallMs),
    lastSeenAtMs: Math.round(moment.wallMs),
    resolvedAtMs: null,
    acknowledgedAtMs: null,
    locale: alerts.locale,
    summary: "",
    snapshotAssetId: null,
    site: alerts.site,
    groupKey: groupKey({ type, zone }, owner, alerts),
    lastBoxNorm: null,
    mapPosition: null,
    details: null,
  };
}

function groupKey(
  { type, zone }: { type: string; zone: string | null },
  { org, streamId }: IncidentOwner,
  alerts: AlertSettings,
): string | null {
  switch (alerts.groupBy) {
    case "none":
      return null;
    case "stream":
      return `stream:${streamId}`;
    case "zone":
      return `zone:${streamId}/${zone ?? "*"}`;
    case "type":
      return `type:${type}`;
    case "site":
      return `site:${alerts.site ?? org}`;
  }
}
