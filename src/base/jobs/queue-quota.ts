import { fail } from "../contract/fail.ts";

/** Counts the queued jobs of each organisation and refuses one above the bound. */
export class QueueQuota {
  readonly #maxPerOrg: () => number;
  readonly #queued = new Map<string, string>();
  readonly #count = new Map<string, number>();

  /** `maxPerOrg` is read for each new job. */
  constructor(maxPerOrg: () => number) {
    this.#maxPerOrg = maxPerOrg;
  }

  /** Counts a new job; fails with `queue_full`. */
  take(org: string, id: string): void {
    const maxPerOrg = this.#maxPerOrg();
    if (this.of(org) >= maxPerOrg) {
      throw fail(
        "queue_full",
        `queue: the organisation already has ${maxPerOrg} queued jobs (limits.queued_jobs). Try again later`,
        { retryAfterSec: 5 },
      );
    }
    this.note(org, id, true);
  }

  /** Notes whether a job is queued; never refuses one that returns to the queue. */
  note(org: string, id: string, isQueued: boolean): void {
    if (isQueued === this.#queued.has(id)) return;
    if (isQueued) this.#queued.set(id, org);
    else this.#queued.delete(id);
    const count = this.of(org) + (isQueued ? 1 : -1);
    if (count === 0) this.#count.delete(org);
    else this.#count.set(org, count);
  }

  /** Queued jobs of all organisations. */
  get total(): number {
    return this.#queued.size;
  }

  /** Queued jobs of the organisation. */
  of(org: string): number {
    return this.#count.get(org) ?? 0;
  }
}
