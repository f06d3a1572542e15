import type { Incident, IncidentReview } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";

/** What a review notes on incidents. */
export type ReviewAct = Pick<IncidentReview, "acknowledge" | "resolve" | "verdict">;

/** Incidents of one request at most. */
const mostAtOnce = 500;

/**
 * Sends reviews one after the other. What comes while one is under way waits and goes together, so that quick key
 * presses neither get lost nor overtake each other.
 */
export class ReviewLane {
  readonly #onError: (error: unknown) => void;
  readonly #waiting: { act: ReviewAct; ids: Set<string> }[] = [];
  #isBusy = false;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Notes `act` on the incidents, after everything before it. */
  add(ids: Iterable<string>, act: ReviewAct): void {
    const last = this.#waiting.at(-1);
    const isSame = last && JSON.stringify(last.act) === JSON.stringify(act);
    if (isSame) for (const id of ids) last.ids.add(id);
    else this.#waiting.push({ act, ids: new Set(ids) });
    if (!this.#isBusy) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isBusy = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const ids = [...next.ids];
      try {
        for (let from = 0; from < ids.length; from += mostAtOnce) {
          const some = ids.slice(from, from + mostAtOnce);
          await box.surveillance.createReview({ incident_ids: some, ...next.act });
        }
      } catch (error) {
        this.#onError(error);
      }
    }
    this.#isBusy = false;
  }
}

/** What the list shows of an incident while the review is on its way. */
export function expectedChange(act: ReviewAct): Partial<Incident> {
  const nowSec = Date.now() / 1000;
  return {
    ...(act.acknowledge && { acknowledged_at: nowSec }),
    ...(act.resolve && { state: "resolved" as const, resolved_at: nowSec }),
    ...(act.verdict !== undefined && { verdict: act.verdict }),
  };
}
