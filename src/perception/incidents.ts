import { severities, type Severity } from "../contract/event-types.ts";
import type { BoxNorm } from "../contract/geometry.ts";
import { stableId } from "../core/ids.ts";
import { boxIou, growBox } from "../geo/box.ts";
import type { Finding } from "./behaviors/behavior.ts";
import { type IncidentRecord, maxTrackIds } from "./incident-record.ts";
import type { IncidentChange } from "./incident-writer.ts";
import type { RulePlan, RuleResult } from "./rules.ts";
import { summarise } from "./summary.ts";

/** Open incidents of one stream at once; more are refused and counted. */
export const maxOpenIncidents = 256;

/** Incidents of one rule and zone that begin within this time have ids that count up. */
const BUCKET_MS = 10_000;
/** A condition must be away this long before its incident is resolved. */
const GRACE_SEC = 1;
/** An incident of one moment stays open this long. */
const MOMENT_SEC = 2;
/** Changes of an open incident are told at most this often. */
const UPDATE_SEC = 1;
/** `last_seen_at` of an open incident is stored at least this often, without an event. */
const KEEP_SEC = 5;
/** After a restart, open incidents wait this long for their thing to be seen again. */
const REATTACH_SEC = 30;
/** In the first seconds after a restart any thing of the same rule and zone takes one up. */
const EARLY_SEC = 10;
/** Overlap, of boxes grown by a fifth, at which a new track is the same thing as one out of sight. */
const SAME_IOU = 0.3;
const SAME_GROWTH = 0.2;
const SAME_SEC = 3;
/** Cooldowns remembered at once; the one that ends first is forgotten. */
const MAX_COOLDOWNS = 4096;

/** Alert settings of a stream. */
export interface AlertPolicy {
  minSeverity: Severity;
  cooldownSec: number;
  groupBy: "none" | "stream" | "zone" | "type" | "site";
  site: string | null;
  locale: string;
}

/** The moment of one frame. */
export interface Moment {
  /** Rule time in seconds. */
  tSec: number;
  /** The frame's own time, Unix milliseconds. */
  wallMs: number;
  /** Ids of the tracks that are in sight. */
  seenIds: ReadonlySet<number>;
}

interface OpenIncident {
  record: IncidentRecord;
  plan: { key: string; zone: string | null };
  subjects: Set<string>;
  trackIds: Set<number>;
  isMomentary: boolean;
  /** Closed by a person while the condition holds: absorbs it, tells nothing. */
  isMuted: boolean;
  isNotable: boolean;
  foundSec: number;
  toldSec: number;
  keptSec: number;
}

/** Who the incidents belong to. */
export interface IncidentOwner {
  org: string;
  streamId: string;
  jobId: string;
}

/** What the incidents of a stream need of others. */
export interface IncidentPorts {
  write(record: IncidentRecord, change: IncidentChange): void;
  /** A record of the store, to see whether an id is taken. */
  find(id: string): IncidentRecord | undefined;
  /** Called once for each new incident; the picture follows with `attachSnapshot`. */
  onOpened(record: IncidentRecord): void;
}

/**
 * Turns conditions into incidents: one for as long as a condition holds, opened once, updated at
 * most once a second, resolved when it is over; a cooldown for each rule, zone and track. Belongs to
 * one stream, so no stream's alert can suppress another's.
 */
export class StreamIncidents {
  readonly #owner: IncidentOwner;
  readonly #ports: IncidentPorts;
  readonly #open = new Map<string, OpenIncident>();
  readonly #bySubject = new Map<string, OpenIncident>();
  readonly #cooldowns = new Map<string, number>();
  readonly #ordinals = new Map<string, number>();
  #ghosts: IncidentRecord[];
  #firstSec: number | undefined;
  #policy: AlertPolicy;
  #opened = 0;
  #refused = 0;
  readonly #openedByType = new Map<string, number>();

  /** `ghosts`: the stream's incidents from before a restart, open or still in their cooldown. */
  constructor(
    owner: IncidentOwner,
    ports: IncidentPorts,
    start: { policy: AlertPolicy; ghosts: readonly IncidentRecord[] },
  ) {
    this.#owner = owner;
    this.#ports = ports;
    this.#policy = start.policy;
    this.#ghosts = [...start.ghosts];
  }

  /** Opened since the start, how many of each type, and how many found no room. */
  counts(): { opened: number; open: number; refused: number; byType: Record<string, number> } {
    return {
      opened: this.#opened,
      open: [...this.#open.values()].filter((one) => !one.isMuted).length,
      refused: this.#refused,
      byType: Object.fromEntries(this.#openedByType),
    };
  }

  /** Tracks and zones that an open incident is about. */
  alerts(): { trackIds: ReadonlySet<number>; zones: ReadonlySet<string> } {
    const trackIds = new Set<number>();
    const zones = new Set<string>();
    for (const one of this.#open.values()) {
      if (one.isMuted) continue;
      for (const id of one.trackIds) trackIds.add(id);
      if (one.record.zone !== null) zones.add(one.record.zone);
    }
    return { trackIds, zones };
  }

  configure(policy: AlertPolicy): void {
    this.#policy = policy;
  }

  /** Takes what the rules found in one frame. */
  step(results: readonly RuleResult[], moment: Moment): void {
    this.#takeAll(results, moment);
    for (const one of this.#open.values()) this.#settle(one, moment);
    this.#ageGhosts(moment);
    this.#forgetCooldowns(moment.tSec);
  }

  /** Takes conditions that hold without a frame; what only frames can show is left as it is. */
  stepBlind(results: readonly RuleResult[], moment: Moment): void {
    this.#takeAll(results, moment);
    for (const one of this.#open.values()) {
      if (one.foundSec === moment.tSec) this.#settle(one, moment);
    }
  }

  #takeAll(results: readonly RuleResult[], moment: Moment): void {
    this.#firstSec ??= moment.tSec;
    for (const { plan, severity, findings } of results) {
      if (severities.indexOf(severity) < severities.indexOf(this.#policy.minSeverity)) continue;
      for (const finding of findings) this.#take(plan, finding, moment);
    }
  }

  /**
   * Ends every open incident at the moment when it was last seen: the stream is over or was cut.
   * Those of type `except` go on.
   */
  finish(except?: string): void {
    for (const one of this.#open.values()) {
      if (one.record.type !== except) this.#resolve(one);
    }
    for (const ghost of this.#ghosts) this.#resolveGhost(ghost);
    this.#ghosts = [];
  }

  /** Stores every open incident as it is, so that the run after a restart finds it. */
  keep(): void {
    for (const one of this.#open.values()) {
      if (!one.isMuted) this.#ports.write(one.record, "kept");
    }
  }

  /** The picture of `record` is stored as `assetId`; told as an update. */
  attachSnapshot(record: IncidentRecord, assetId: string): void {
    record.snapshotAssetId = assetId;
    this.#ports.write(record, "updated");
    const one = this.#open.get(record.id);
    if (one) one.isNotable = false;
  }

  /** The open record `id`, for a change by a person; undefined when it is not open here. */
  openRecord(id: string): IncidentRecord | undefined {
    const record = this.#open.get(id)?.record;
    return record?.state === "open" ? record : undefined;
  }

  /** Closes incident `id` by hand; its condition raises no new one until it has been away. */
  close(id: string): IncidentRecord | undefined {
    const ghost = this.#ghosts.find((old) => old.id === id && old.state === "open");
    if (ghost) this.#resolveGhost(ghost);
    const one = this.#open.get(id);
    if (!one || one.isMuted) return ghost;
    this.#end(one.record);
    one.isMuted = true;
    this.#ports.write(one.record, "resolved");
    return one.record;
  }

  #take(plan: RulePlan, finding: Finding, moment: Moment): void {
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

  #begin(what: { plan: RulePlan; finding: Finding; moment: Moment; key: string }): void {
    const { plan, finding, moment, key } = what;
    const record = this.#newRecord(plan, finding, moment);
    const one = this.#track(record, plan, { isMomentary: finding.isMomentary, moment });
    one.subjects.add(key);
    this.#bySubject.set(key, one);
    this.#cooldowns.set(key, moment.tSec + this.#policy.cooldownSec);
    this.#refresh(one, finding, moment);
    one.isNotable = false;
    record.summary = this.#summary(record);
    this.#opened += 1;
    this.#openedByType.set(record.type, (this.#openedByType.get(record.type) ?? 0) + 1);
    this.#ports.write(record, "created");
    this.#ports.onOpened(record);
  }

  #track(
    record: IncidentRecord,
    plan: RulePlan,
    how: { isMomentary: boolean; moment: Moment },
  ): OpenIncident {
    const one: OpenIncident = {
      record,
      plan: { key: plan.key, zone: plan.zoneName },
      subjects: new Set(),
      trackIds: new Set(),
      isMomentary: how.isMomentary,
      isMuted: false,
      isNotable: false,
      foundSec: how.moment.tSec,
      toldSec: how.moment.tSec,
      keptSec: how.moment.tSec,
    };
    this.#open.set(record.id, one);
    return one;
  }

  #newRecord(plan: RulePlan, finding: Finding, moment: Moment): IncidentRecord {
    const startedAtMs = Math.round(wallOf(finding.sinceSec, moment));
    const zone = plan.zoneName;
    const type = plan.spec.type;
    return {
      v: 1,
      id: this.#newId(plan, startedAtMs),
      ...this.#owner,
      type,
      rule: plan.key,
      zone,
      state: "open",
      severity: plan.spec.severity,
      classes: [],
      confidence: 0,
      trackIds: [],
      count: 0,
      direction: finding.direction ?? null,
      startedAtMs,
      openedAtMs: Math.round(moment.wallMs),
      lastSeenAtMs: Math.round(moment.wallMs),
      resolvedAtMs: null,
      acknowledgedAtMs: null,
      locale: this.#policy.locale,
      summary: "",
      snapshotAssetId: null,
      site: this.#policy.site,
      groupKey: this.#groupKey(type, zone),
      lastBoxNorm: null,
    };
  }

  /** The same happening gets the same id on every box: by stream, rule, zone, time and order. */
  #newId(plan: RulePlan, startedAtMs: number): string {
    const bucket = Math.floor(startedAtMs / BUCKET_MS);
    const place = `${plan.key}|${plan.zoneName ?? ""}|${bucket}`;
    let ordinal = this.#ordinals.get(place) ?? 0;
    const { org, streamId } = this.#owner;
    for (;;) {
      const id = stableId(org, streamId, plan.key, plan.zoneName ?? "", bucket, ordinal);
      ordinal += 1;
      if (this.#ports.find(id) !== undefined || this.#open.has(id)) continue;
      if (this.#ordinals.size > 1000) this.#ordinals.clear();
      this.#ordinals.set(place, ordinal);
      return id;
    }
  }

  #groupKey(type: string, zone: string | null): string | null {
    const { org, streamId } = this.#owner;
    switch (this.#policy.groupBy) {
      case "none":
        return null;
      case "stream":
        return `stream:${streamId}`;
      case "zone":
        return `zone:${streamId}/${zone ?? "*"}`;
      case "type":
        return `type:${type}`;
      case "site":
        return `site:${this.#policy.site ?? org}`;
    }
  }

  #refresh(one: OpenIncident, finding: Finding, moment: Moment): void {
    const { record } = one;
    one.foundSec = moment.tSec;
    let lastSeenSec = finding.tracks.length === 0 ? moment.tSec : Number.NEGATIVE_INFINITY;
    one.trackIds = one.subjects.size > 1 ? one.trackIds : new Set();
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

  #settle(one: OpenIncident, moment: Moment): void {
    const graceSec = one.isMomentary ? MOMENT_SEC : GRACE_SEC;
    if (moment.tSec - one.foundSec > graceSec) {
      this.#resolve(one);
      return;
    }
    if (one.isMuted) return;
    if (one.isNotable && moment.tSec - one.toldSec >= UPDATE_SEC) {
      one.isNotable = false;
      one.toldSec = moment.tSec;
      one.keptSec = moment.tSec;
      one.record.summary = this.#summary(one.record);
      this.#ports.write(one.record, "updated");
    } else if (moment.tSec - one.keptSec >= KEEP_SEC) {
      one.keptSec = moment.tSec;
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
    record.summary = this.#summary(record);
  }

  #summary(record: IncidentRecord): string {
    const seconds = (record.lastSeenAtMs - record.startedAtMs) / 1000;
    return summarise({ ...record, seconds });
  }

  /** An incident that this new finding continues: of a track that was lost, or from before a restart. */
  #adopt(plan: RulePlan, finding: Finding, moment: Moment): OpenIncident | undefined {
    const box = finding.tracks.at(-1)?.boxNorm ?? null;
    for (const one of this.#open.values()) {
      if (this.#isSuccessor(one, plan, { box, moment }) && !finding.isMomentary) return one;
    }
    const ghost = this.#ghosts.find((old) => this.#isGhostOf(old, plan, { finding, box, moment }));
    if (!ghost) return undefined;
    this.#ghosts = this.#ghosts.filter((old) => old !== ghost);
    const key = subjectKey(plan, finding.subject);
    const untilSec =
      moment.tSec + (ghost.openedAtMs - moment.wallMs) / 1000 + this.#policy.cooldownSec;
    this.#cooldowns.set(key, untilSec);
    if (ghost.state === "resolved") return undefined;
    return this.#track(ghost, plan, { isMomentary: finding.isMomentary, moment });
  }

  #isSuccessor(
    one: OpenIncident,
    plan: RulePlan,
    at: { box: BoxNorm | null; moment: Moment },
  ): boolean {
    if (one.plan.key !== plan.key || one.plan.zone !== plan.zoneName || one.isMomentary)
      return false;
    if ([...one.trackIds].some((id) => at.moment.seenIds.has(id))) return false;
    if (at.moment.wallMs - one.record.lastSeenAtMs > SAME_SEC * 1000) return false;
    return isSamePlace(one.record.lastBoxNorm, at.box);
  }

  #isGhostOf(
    ghost: IncidentRecord,
    plan: RulePlan,
    at: { finding: Finding; box: BoxNorm | null; moment: Moment },
  ): boolean {
    if (ghost.rule !== plan.key || ghost.zone !== plan.zoneName) return false;
    if (at.finding.subject === "zone") return true;
    const early = at.moment.tSec - (this.#firstSec ?? 0) <= EARLY_SEC;
    return (ghost.state === "open" && early) || isSamePlace(ghost.lastBoxNorm, at.box);
  }

  #ageGhosts(moment: Moment): void {
    if (this.#ghosts.length === 0) return;
    const waitedSec = moment.tSec - (this.#firstSec ?? moment.tSec);
    this.#ghosts = this.#ghosts.filter((ghost) => {
      const coolingMs = ghost.openedAtMs + this.#policy.cooldownSec * 1000 - moment.wallMs;
      if (ghost.state === "open" && waitedSec > REATTACH_SEC) this.#resolveGhost(ghost);
      return ghost.state === "open" || coolingMs > 0;
    });
  }

  #resolveGhost(ghost: IncidentRecord): void {
    if (ghost.state === "resolved") return;
    this.#end(ghost);
    this.#ports.write(ghost, "resolved");
  }

  #forgetCooldowns(tSec: number): void {
    for (const [key, untilSec] of this.#cooldowns) {
      if (untilSec <= tSec || this.#cooldowns.size > MAX_COOLDOWNS) this.#cooldowns.delete(key);
    }
  }
}

/** A condition's identity within the stream: rule, zone, and track or the zone as a whole. */
function subjectKey(plan: RulePlan, subject: string): string {
  return `${plan.key}|${plan.zoneName ?? ""}|${subject}`;
}

function isSamePlace(a: BoxNorm | null, b: BoxNorm | null): boolean {
  if (a === null || b === null) return false;
  return boxIou(growBox(a, SAME_GROWTH), growBox(b, SAME_GROWTH)) >= SAME_IOU;
}

function wallOf(sec: number, moment: Moment): number {
  return moment.wallMs + (sec - moment.tSec) * 1000;
}
