import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { Finding } from "../core/finding.ts";
import type { StoreReader } from "../../base/core/store.ts";
import type { IncidentRecord } from "./incident-record.ts";
import { recentIncidents } from "./incident-store.ts";
import { type Moment } from "./open-incident.ts";
import { isSamePlace } from "../core/same-place.ts";
import type { RulePlan } from "../profiles/rules.ts";

/** After a restart, open incidents wait this long for their thing to be seen again. */
const reattachSec = 30;
/** In the first seconds after a restart any thing of the same rule and zone takes one up. */
const earlySec = 10;

/**
 * A stream's incidents from before a restart: open ones wait for their thing to be seen again,
 * resolved ones only hold their cooldown.
 */
export class PriorIncidents {
  readonly #resolve: (prior: IncidentRecord) => void;
  #incidents: IncidentRecord[];
  #firstSec: number | undefined;

  /** `resolve` is called with each open one that is given up. */
  constructor(incidents: readonly IncidentRecord[], resolve: (prior: IncidentRecord) => void) {
    // Of several at one place the newest goes on, in whatever order they were found.
    this.#incidents = incidents.toSorted(
      (a, b) => b.openedAtMs - a.openedAtMs || (a.id < b.id ? -1 : 1),
    );
    this.#resolve = resolve;
  }

  /** Notes that the stream is at `tSec`; the first call starts the wait. */
  begin(tSec: number): void {
    this.#firstSec ??= tSec;
  }

  /** Hands out the one that a finding of `plan` goes on with. */
  take(
    plan: RulePlan,
    at: { finding: Finding; box: BoxNorm | null; moment: Moment },
  ): IncidentRecord | undefined {
    const prior = this.#incidents.find((old) => this.#isContinuedBy(old, plan, at));
    if (prior) this.#incidents = this.#incidents.filter((old) => old !== prior);
    return prior;
  }

  /** Gives up what waited too long, and forgets what has cooled down. */
  age(moment: Moment, cooldownSecOf: (prior: IncidentRecord) => number): void {
    if (this.#incidents.length === 0) return;
    const waitedSec = moment.tSec - (this.#firstSec ?? moment.tSec);
    this.#incidents = this.#incidents.filter((prior) => {
      const coolingMs = prior.openedAtMs + cooldownSecOf(prior) * 1000 - moment.wallMs;
      if (prior.state === "open" && waitedSec > reattachSec) this.#resolve(prior);
      return prior.state === "open" || coolingMs > 0;
    });
  }

  /** Gives up the open one `id` by the hand of key `by`; undefined when there is none. */
  close(id: string, by: string): IncidentRecord | undefined {
    const prior = this.#incidents.find((old) => old.id === id && old.state === "open");
    if (!prior) return undefined;
    prior.resolvedBy = by;
    this.#resolve(prior);
    return prior;
  }

  /** Gives up all. */
  clear(): void {
    for (const prior of this.#incidents) {
      if (prior.state === "open") this.#resolve(prior);
    }
    this.#incidents = [];
  }

  #isContinuedBy(
    prior: IncidentRecord,
    plan: RulePlan,
    at: { finding: Finding; box: BoxNorm | null; moment: Moment },
  ): boolean {
    if (prior.rule !== plan.key || prior.zone !== plan.zoneName) return false;
    if (at.finding.subject === "zone") return true;
    const early = at.moment.tSec - (this.#firstSec ?? 0) <= earlySec;
    return (prior.state === "open" && early) || isSamePlace(prior.lastBoxNorm, at.box);
  }
}

/**
 * The stream's stored incidents: those of the job that were seen since `sinceMs`, Unix milliseconds, and open
 * ones that nobody goes on with.
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
