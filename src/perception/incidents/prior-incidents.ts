import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { Finding } from "../core/finding.ts";
import type { StoreReader } from "../../base/core/store.ts";
import type { IncidentRecord } from "./incident-record.ts";
import { recentIncidents } from "./incident-store.ts";
import { type Moment } from "./open-incident.ts";
import { isSamePlace } from "../core/same-place.ts";
import type { BehaviorPlan } from "../profiles/behavior-plans.ts";

/** After a restart, open incidents wait this long for their thing to reappear. */
const reattachSec = 30;
/** In the first seconds after a restart any thing of the same behavior and zone continues one. */
const earlySec = 10;

/**
 * A stream's incidents from before a restart: open ones wait for their thing to reappear, resolved ones only
 * hold their cooldown.
 */
export class PriorIncidents {
  readonly #resolve: (prior: IncidentRecord) => void;
  #incidents: IncidentRecord[];
  #firstSec: number | undefined;

  /** `resolve` is called for each open incident that is given up. */
  constructor(incidents: readonly IncidentRecord[], resolve: (prior: IncidentRecord) => void) {
    // Of several at one place the newest continues, in any order of findings.
    this.#incidents = incidents.toSorted(
      (a, b) => b.openedAtMs - a.openedAtMs || (a.id < b.id ? -1 : 1),
    );
    this.#resolve = resolve;
  }

  /** Notes that the stream is at `tSec`; the first call starts the wait. */
  begin(tSec: number): void {
    this.#firstSec ??= tSec;
  }

  /** Returns the incident that a finding of `plan` continues, and forgets it. */
  take(
    plan: BehaviorPlan,
    at: { finding: Finding; box: BoxNorm | null; moment: Moment },
  ): IncidentRecord | undefined {
    const prior = this.#incidents.find((old) => this.#isContinuedBy(old, plan, at));
    if (prior) this.#incidents = this.#incidents.filter((old) => old !== prior);
    return prior;
  }

  /** Gives up incidents that waited too long, and forgets those past their cooldown. */
  age(moment: Moment, cooldownSecOf: (prior: IncidentRecord) => number): void {
    if (this.#incidents.length === 0) return;
    const waitedSec = moment.tSec - (this.#firstSec ?? moment.tSec);
    this.#incidents = this.#incidents.filter((prior) => {
      const coolingMs = prior.openedAtMs + cooldownSecOf(prior) * 1000 - moment.wallMs;
      if (prior.state === "open" && waitedSec > reattachSec) this.#resolve(prior);
      return prior.state === "open" || coolingMs > 0;
    });
  }

  /** Gives up the open incident `id` for key `by`; undefined when there is none. */
  close(id: string, by: string): IncidentRecord | undefined {
    const prior = this.#incidents.find((old) => old.id === id && old.state === "open");
    if (!prior) return undefined;
    prior.resolvedBy = by;
    this.#resolve(prior);
    return prior;
  }

  /** Gives up all incidents. */
  clear(): void {
    for (const prior of this.#incidents) {
      if (prior.state === "open") this.#resolve(prior);
    }
    this.#incidents = [];
  }

  #isContinuedBy(
    prior: IncidentRecord,
    plan: BehaviorPlan,
    at: { finding: Finding; box: BoxNorm | null; moment: Moment },
  ): boolean {
    if (prior.rule !== plan.key || prior.zone !== plan.zoneName) return false;
    const { subject, reported, details } = at.finding;
    if (reported) return prior.type === reported.type && isSameReport(prior.details, details);
    if (subject === "zone") return true;
    const early = at.moment.tSec - (this.#firstSec ?? 0) <= earlySec;
    return (prior.state === "open" && early) || isSamePlace(prior.lastBoxNorm, at.box);
  }
}

/** True when both are reports of the same rule or input of the camera. */
function isSameReport(a: IncidentRecord["details"], b: Finding["details"]): boolean {
  return a?.["kind"] === b?.["kind"] && a?.["name"] === b?.["name"];
}

/**
 * Returns the stream's stored incidents: those of the job since `sinceMs`, Unix milliseconds, and open ones
 * that no job continues.
 */
export function findPriorIncidents(
  store: StoreReader,
  stream: { org: string; streamId: string; jobId: string },
  sinceMs: number,
): { prior: IncidentRecord[]; strays: IncidentRecord[] } {
  const recent = recentIncidents(store, stream, sinceMs);
  const isOurs = ({ jobId, lastSeenAtMs }: IncidentRecord): boolean =>
    jobId === stream.jobId && lastSeenAtMs >= sinceMs;
  return {
    prior: recent.filter(isOurs),
    strays: recent.filter((record) => record.state === "open" && !isOurs(record)),
  };
}
