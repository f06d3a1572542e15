import type { BoxNorm } from "../../base/contract/geometry.ts";
import { severities } from "../../base/contract/event-types.ts";
import type { Finding } from "../core/finding.ts";
import { PriorIncidents } from "./prior-incidents.ts";
import {
  type AlertSettings,
  cooldownSecOf,
  IncidentIds,
  type IncidentOwner,
  newIncident,
} from "./incident-opening.ts";
import type { IncidentRecord } from "./incident-record.ts";
import type { IncidentChange } from "./incident-writer.ts";
import type { Alerts } from "./overlay.ts";
import {
  isSuccessor,
  type Moment,
  type OpenIncident,
  openIncident,
  refreshIncident,
  subjectKey,
} from "./open-incident.ts";
import type { BehaviorPlan } from "../profiles/behavior-plans.ts";
import type { BehaviorResult } from "../profiles/behavior-set.ts";
import { summaryOf } from "./summary/record-summary.ts";

/** Open incidents of one stream at once; more are refused and counted. */
export const maxOpenIncidents = 256;

/** A condition must be absent this long before its incident is resolved. */
const boundaryGraceSec = 1;
/** An incident of one moment stays open this long. */
const momentaryOpenSec = 2;
/** Changes of an open incident become events at most this often. */
const updatePeriodSec = 1;
/** `last_seen_at` of an open incident is stored at least this often, without an event. */
const storePeriodSec = 5;
/** Cooldowns remembered at once; the one that ends first is forgotten. */
const maxCooldowns = 4096;

/** The parts of a stream's incidents. */
export interface IncidentPorts {
  write(record: IncidentRecord, change: IncidentChange): void;
  /** Returns a record of the store, to find out if an id is taken. */
  find(id: string): IncidentRecord | undefined;
  /** Called once for each new incident; the picture follows with `attachSnapshot`. */
  onOpened(record: IncidentRecord): void;
}

/**
 * Turns conditions into incidents: one for as long as a condition holds, opened once, updated at
 * most once a second, resolved when it is over; a cooldown for each behavior, zone and track. Belongs to
 * one stream, so no stream's alert can suppress another's.
 */
export class StreamIncidents {
  readonly #owner: IncidentOwner;
  readonly #ids: IncidentIds;
  readonly #prior: PriorIncidents;
  readonly #ports: IncidentPorts;
  readonly #open = new Map<string, OpenIncident>();
  readonly #bySubject = new Map<string, OpenIncident>();
  readonly #cooldowns = new Map<string, number>();
  #alerts: AlertSettings;
  #opened = 0;
  #refused = 0;
  readonly #openedByType = new Map<string, number>();

  /** `prior`: the stream's incidents from before a restart, open or still in their cooldown. */
  constructor(
    owner: IncidentOwner,
    ports: IncidentPorts,
    start: { alerts: AlertSettings; prior: readonly IncidentRecord[] },
  ) {
    this.#owner = owner;
    this.#ports = ports;
    this.#alerts = start.alerts;
    this.#ids = new IncidentIds(owner, (id) => ports.find(id) !== undefined || this.#open.has(id));
    this.#prior = new PriorIncidents(start.prior, (earlier) => {
      this.#end(earlier);
      ports.write(earlier, "resolved");
    });
  }

  /** Counts since the start: opened incidents, those of each type, and those without room. */
  counts(): { opened: number; open: number; refused: number; byType: Record<string, number> } {
    return {
      opened: this.#opened,
      open: [...this.#open.values()].filter((one) => !one.isMuted).length,
      refused: this.#refused,
      byType: Object.fromEntries(this.#openedByType),
    };
  }

  /** Tracks, zones and regions of the open incidents. */
  alerts(): Alerts {
    const regions: { boxNorm: BoxNorm; label: string }[] = [];
    const trackIds = new Set<number>();
    const zones = new Set<string>();
    for (const one of this.#open.values()) {
      if (one.isMuted) continue;
      for (const id of one.trackIds) trackIds.add(id);
      if (one.record.zone !== null) zones.add(one.record.zone);
      if (one.regionNorm) regions.push({ boxNorm: one.regionNorm, label: regionLabel(one.record) });
    }
    return { trackIds, zones, regions };
  }

  configure(alerts: AlertSettings): void {
    this.#alerts = alerts;
  }

  /** Takes the findings of one frame. */
  step(results: readonly BehaviorResult[], moment: Moment): void {
    this.#takeAll(results, moment);
    for (const one of this.#open.values()) this.#settle(one, moment);
    this.#prior.age(moment, ({ rule }) => cooldownSecOf(this.#alerts, rule));
    this.#forgetCooldowns(moment.tSec);
  }

  /** Takes conditions that hold without a frame, of the behaviors in `results`; leaves others as they are. */
  stepBlind(results: readonly BehaviorResult[], moment: Moment): void {
    this.#takeAll(results, moment);
    const keys = new Set(results.map(({ plan }) => plan.key));
    for (const one of this.#open.values()) {
      if (keys.has(one.plan.key)) this.#settle(one, moment);
    }
  }

  #takeAll(results: readonly BehaviorResult[], moment: Moment): void {
    this.#prior.begin(moment.tSec);
    for (const { plan, severity, findings } of results) {
      if (severities.indexOf(severity) < severities.indexOf(this.#alerts.minSeverity)) continue;
      // Its behavior has seen the frame too, so that it finds a thing that stands there when the hour comes.
      if (plan.holdsAt?.(moment.wallMs) === false) continue;
      for (const finding of findings) this.#take(plan, finding, moment);
    }
  }

  /** Ends every open incident at the moment of its last sighting, except those that `goesOn` names. */
  finish(goesOn: (record: IncidentRecord) => boolean = () => false): void {
    for (const one of this.#open.values()) {
      if (!goesOn(one.record)) this.#resolve(one);
    }
    this.#prior.clear();
  }

  /** Stores every open incident as it is, so that the next run finds it. */
  keep(): void {
    for (const one of this.#open.values()) {
      if (!one.isMuted) this.#ports.write(one.record, "kept");
    }
  }

  /** Adds the stored picture `assetId` to `record`; emits an update. */
  attachSnapshot(record: IncidentRecord, assetId: string): void {
    record.snapshotAssetId = assetId;
    this.#ports.write(record, "updated");
    const one = this.#open.get(record.id);
    if (one) one.isNotable = false;
  }

  /** Returns the open record `id` for a person's change; undefined when it is not open here. */
  openRecord(id: string): IncidentRecord | undefined {
    const record = this.#open.get(id)?.record;
    return record?.state === "open" ? record : undefined;
  }

  /** Closes incident `id` for key `by`; its condition raises a new one only after an absence. */
  close(id: string, by: string): IncidentRecord | undefined {
    const earlier = this.#prior.close(id, by);
    const one = this.#open.get(id);
    if (!one || one.isMuted) return earlier;
    one.record.resolvedBy = by;
    this.#end(one.record);
    one.isMuted = true;
    this.#ports.write(one.record, "resolved");
    return one.record;
  }

  #take(plan: BehaviorPlan, finding: Finding, moment: Moment): void {
    const key = subjectKey(plan, finding.subject);
    const known = this.#bySubject.get(key) ?? this.#adopt(plan, finding, moment);
    if (known) {
      known.subjects.add(key);
      this.#bySubject.set(key, known);
      this.#refresh(known, finding, moment);
      return;
    }
    if ((this.#cooldowns.get(key) ?? Number.NEGATIVE_INFINITY) > moment.tSec) return;
    if (this.#open.size >= maxOpenIncidents) {
      this.#refused += 1;
      return;
    }
    this.#begin({ plan, finding, moment, key });
  }

  #begin(what: { plan: BehaviorPlan; finding: Finding; moment: Moment; key: string }): void {
    const { plan, finding, moment, key } = what;
    const context = { ids: this.#ids, alerts: this.#alerts };
    const record = newIncident(what, this.#owner, context);
    const one = openIncident(record, plan, { isMomentary: finding.isMomentary, moment });
    this.#open.set(record.id, one);
    one.subjects.add(key);
    this.#bySubject.set(key, one);
    this.#cooldowns.set(key, moment.tSec + cooldownSecOf(this.#alerts, plan.key));
    this.#refresh(one, finding, moment);
    one.isNotable = false;
    record.summary = summaryOf(record, record.locale);
    this.#opened += 1;
    this.#openedByType.set(record.type, (this.#openedByType.get(record.type) ?? 0) + 1);
    this.#ports.write(record, "created");
    this.#ports.onOpened(record);
  }

  #refresh(one: OpenIncident, finding: Finding, moment: Moment): void {
    refreshIncident(one, finding, moment);
    const { record } = one;
    if (!this.#alerts.locate || record.lastBoxNorm === null) return;
    record.mapPosition = this.#alerts.locate(record.lastBoxNorm);
  }

  #settle(one: OpenIncident, moment: Moment): void {
    const graceSec = one.isMomentary ? momentaryOpenSec : boundaryGraceSec;
    if (moment.tSec - one.foundSec > graceSec) {
      this.#resolve(one);
      return;
    }
    if (one.isMuted) return;
    if (one.isNotable && moment.tSec - one.lastUpdateSec >= updatePeriodSec) {
      one.isNotable = false;
      one.lastUpdateSec = moment.tSec;
      one.lastStoredSec = moment.tSec;
      one.record.summary = summaryOf(one.record, one.record.locale);
      this.#ports.write(one.record, "updated");
    } else if (moment.tSec - one.lastStoredSec >= storePeriodSec) {
      one.lastStoredSec = moment.tSec;
      this.#ports.write(one.record, "kept");
    }
  }

  #resolve(one: OpenIncident): void {
    this.#open.delete(one.record.id);
    for (const key of one.subjects) this.#bySubject.delete(key);
    if (one.isMuted) return;
    this.#end(one.record);
    this.#ports.write(one.record, "resolved");
  }

  #end(record: IncidentRecord): void {
    record.state = "resolved";
    record.resolvedAtMs = record.lastSeenAtMs;
    record.summary = summaryOf(record, record.locale);
  }

  /** Returns the incident that a new finding continues: of a lost track, or from before a restart. */
  #adopt(plan: BehaviorPlan, finding: Finding, moment: Moment): OpenIncident | undefined {
    const box = finding.boxNorm ?? finding.tracks.at(-1)?.boxNorm ?? null;
    for (const one of this.#open.values()) {
      if (isSuccessor(one, plan, { box, tracks: finding.tracks, moment }) && !finding.isMomentary)
        return one;
    }
    const earlier = this.#prior.take(plan, { finding, box, moment });
    if (!earlier) return undefined;
    const key = subjectKey(plan, finding.subject);
    const agedSec = (moment.wallMs - earlier.openedAtMs) / 1000;
    const untilSec = moment.tSec - agedSec + cooldownSecOf(this.#alerts, plan.key);
    this.#cooldowns.set(key, untilSec);
    if (earlier.state === "resolved") return undefined;
    const one = openIncident(earlier, plan, { isMomentary: finding.isMomentary, moment });
    this.#open.set(earlier.id, one);
    return one;
  }

  #forgetCooldowns(tSec: number): void {
    for (const [key, untilSec] of this.#cooldowns) {
      if (untilSec <= tSec || this.#cooldowns.size > maxCooldowns) this.#cooldowns.delete(key);
    }
  }
}

/** Returns the label of a region: the type in words, and its kind. */
function regionLabel({ type, details }: IncidentRecord): string {
  const kind = details?.["kind"];
  const name = type.replaceAll("_", " ");
  return typeof kind === "string" ? `${name}: ${kind}` : name;
}
