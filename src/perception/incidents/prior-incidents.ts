import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { Finding } from "../core/finding.ts";
import type { StoreReader } from "../../base/core/store.ts";
import type { IncidentRecord } from "./incident-record.ts";
import { recentIncidents } from "./incident-store.ts";
import { type Moment } from "./open-incident.ts";
import { isSamePlace } from "../core/same-place.ts";
import type { RulePlan } from "../profiles/rules.ts";

/** After a restart, open incidents wait this long for their thing to be seen again. */
const REATTACH_SEC = 30;
/** In the first seconds after a restart any thing of the same rule and zone takes one up. */
const EARLY_SEC = 10;

/**
 * A stream's incidents from before a restart: open ones wait for their thing to be seen again,
 * resolved ones only hold their cooldown.
 */
export class IncidentGhosts {
  readonly #resolve: (ghost: IncidentRecord) => void;
  #ghosts: IncidentRecord[];
  #firstSec: number | undefined;

  /** `resolve` is called with each open one that is given up. */
  constructor(ghosts: readonly IncidentRecord[], resolve: (ghost: IncidentRecord) => void) {
    // Of several at one place the newest goes on, in whatever order they were found.
    this.#ghosts = ghosts.toSorted((a, b) => b.openedAtMs - a.openedAtMs || (a.id < b.id ? -1 : 1));
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
    const ghost = this.#ghosts.find((old) => this.#isGhostOf(old, plan, at));
    if (ghost) this.#ghosts = this.#ghosts.filter((old) => old !== ghost);
    return ghost;
  }

  /** Gives up what waited too long, and forgets what has cooled down. */
  age(moment: Moment, cooldownSecOf: (ghost: IncidentRecord) => number): void {
    if (this.#ghosts.length === 0) return;
    const waitedSec = moment.tSec - (this.#firstSec ?? moment.tSec);
    this.#ghosts = this.#ghosts.filter((ghost) => {
      const coolingMs = ghost.openedAtMs + cooldownSecOf(ghost) * 1000 - moment.wallMs;
      if (ghost.state === "open" && waitedSec > REATTACH_SEC) this.#resolve(ghost);
      return ghost.state === "open" || coolingMs > 0;
    });
  }

  /** Gives up the open one `id` by the hand of key `by`; undefined when there is none. */
  close(id: string, by: string): IncidentRecord | undefined {
    const ghost = this.#ghosts.find((old) => old.id === id && old.state === "open");
    if (!ghost) return undefined;
    ghost.resolvedBy = by;
    this.#resolve(ghost);
    return ghost;
  }

  /** Gives up all. */
  clear(): void {
    for (const ghost of this.#ghosts) {
      if (ghost.state === "open") this.#resolve(ghost);
    }
    this.#ghosts = [];
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
}

/**
 * The stream's stored incidents: those of the job that were seen since `sinceMs`, Unix milliseconds, and open
 * ones that nobody goes on with.
 */
export function leftBehind(
  store: StoreReader,
  stream: { org: string; streamId: string; jobId: string },
  sinceMs: number,
): { ghosts: IncidentRecord[]; strays: IncidentRecord[] } {
  const recent = recentIncidents(store, stream, sinceMs);
  const isOurs = ({ jobId, lastSeenAtMs }: IncidentRecord): boolean =>
    jobId === stream.jobId && lastSeenAtMs >= sinceMs;
  return {
    ghosts: recent.filter(isOurs),
    strays: recent.filter((record) => record.state === "open" && !isOurs(record)),
  };
}
