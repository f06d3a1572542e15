import type { Timer } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { Job, JobOutcome } from "../../base/jobs/job.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { JobContext } from "../../base/jobs/operation.ts";
import { Postponement } from "../../base/jobs/postponement.ts";
import type { ShareableJob } from "../../base/jobs/sharing/job-share.ts";
import type { Membership } from "../membership.ts";
import { RemoteAttempt, type RemoteAttemptParts } from "./remote-attempt.ts";
import type { SiteNeeds } from "./site-needs.ts";
import type {
  BeatDocument,
  BeatenDocument,
  ClaimDocument,
  ClaimedDocument,
  OfferDocument,
  ReadDocument,
} from "./work-document.ts";

/** Interval between two looks at the queue of this box, in milliseconds. */
const lookMs = 500;
/** Oldest jobs of each queue that are offered at the same time. */
const offersAtOnce = 32;
/** An offer that no box has claimed is written again after this, in milliseconds: the queue may have forgotten it. */
const repeatMs = 15_000;
/** A job whose taker could not do it is not offered again for this long, in milliseconds. */
const pauseMs = 10_000;
/** How long a job waits here before it is offered, in milliseconds, by the reason why it waits. */
const patienceMs: Readonly<Record<ShareableJob["why"], number>> = {
  unmet: 0,
  closed: 2000,
  busy: 5000,
};

/** The parts of `OfferedJobs`. */
export interface OfferedJobsParts extends RemoteAttemptParts {
  jobs: Pick<Jobs, "sharing" | "get">;
  needs: SiteNeeds;
  membership: Membership;
  boxId: string;
}

/**
 * Offers queued jobs of this box to the others, and keeps the attempts that they make. Only the store of this box says
 * who has a job: an offer is a hint, and a claim is a transaction here.
 */
export class OfferedJobs implements Part {
  readonly #parts: OfferedJobsParts;
  /** When this box saw each job waiting for the first time, in monotonic time. */
  readonly #waitingSince = new Map<string, number>();
  /** The last offer of each waiting job. */
  readonly #offers = new Map<string, { token: number; atMs: number }>();
  /** Monotonic time before which a job is not offered again. */
  readonly #paused = new Map<string, number>();
  readonly #attempts = new Map<string, RemoteAttempt>();
  readonly counts = { offered: 0, returned: 0, lost: 0 };
  #timer: Timer | undefined;
  #isLooking = false;

  constructor(parts: OfferedJobsParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = this.#parts.clock.every(lookMs, () => void this.#look());
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** Jobs of this box that others do now. */
  get away(): number {
    return this.#attempts.size;
  }

  /** A box claims a job: gives it the job when it is still queued, and no later attempt has begun. */
  async claim({ org, job: id, token, box }: ClaimDocument): Promise<ClaimedDocument> {
    const { jobs, membership } = this.#parts;
    const job = jobs.get(org, id);
    const none = { v: 1, token: 0 };
    if (!job || !isFree(job, token) || this.#attempts.has(id)) return none;
    const { name = box } = membership.members().find(({ boxId }) => boxId === box) ?? {};
    const attempt = new RemoteAttempt(this.#parts, { id: box, name });
    this.#attempts.set(id, attempt);
    const end = jobs.sharing.runElsewhere(job, (context) => this.#watch(attempt, context));
    const close = (): void => {
      attempt.close();
      this.#attempts.delete(id);
    };
    if (end) void end.then(close);
    else close();
    return { v: 1, token: (await attempt.begun) ?? 0 };
  }

  /** Answers the sign of life of a taker. */
  beat(beat: BeatDocument): BeatenDocument {
    const { jobs } = this.#parts;
    const { org, job: id, token, box } = beat;
    const attempt = this.#attempts.get(id);
    if (attempt?.holds(token, box)) {
      attempt.beat(beat);
      return { v: 1, over: null };
    }
    const job = jobs.get(org, id);
    if (job?.status === "cancelled" || job?.cancelRequestedAtMs) return { v: 1, over: "cancel" };
    if (job?.error?.code === "deadline_exceeded") return { v: 1, over: "deadline" };
    // This box was restarted meanwhile, and nothing has been done since.
    const mayGoOn = job?.box?.id === box && isFree(job, token + 1);
    return { v: 1, over: "lease_lost", ...(mayGoOn ? { next: token + 1 } : {}) };
  }

  /** Returns a piece of what the taker needs; undefined when its attempt is over. */
  async read(read: ReadDocument): Promise<Uint8Array | undefined> {
    const attempt = this.#attempts.get(read.job);
    return attempt?.holds(read.token) ? await attempt.input.piece(read) : undefined;
  }

  async #watch(attempt: RemoteAttempt, context: JobContext): Promise<JobOutcome> {
    try {
      return await attempt.run(context);
    } catch (error) {
      if (GatehouseError.find(error)?.code === "lease_lost") this.counts.lost += 1;
      const pausedUntilMs = this.#parts.clock.monoMs() + pauseMs;
      if (Postponement.find(error)) this.#paused.set(context.job.id, pausedUntilMs);
      throw error;
    } finally {
      if (attempt.isReturned) this.counts.returned += 1;
    }
  }

  async #look(): Promise<void> {
    const { membership, link, jobs } = this.#parts;
    if (this.#isLooking || !membership.isListening() || !link.isUp()) return;
    this.#isLooking = true;
    try {
      const waiting = jobs.sharing.shareable(offersAtOnce);
      this.#forget(new Set(waiting.map(({ job }) => job.id)));
      for (const each of waiting) if (this.#isDue(each)) await this.#offer(each);
    } finally {
      this.#isLooking = false;
    }
  }

  #forget(waiting: ReadonlySet<string>): void {
    for (const id of this.#waitingSince.keys()) if (!waiting.has(id)) this.#waitingSince.delete(id);
    for (const id of this.#offers.keys()) if (!waiting.has(id)) this.#offers.delete(id);
    const nowMs = this.#parts.clock.monoMs();
    for (const [id, atMs] of this.#paused) if (atMs < nowMs) this.#paused.delete(id);
  }

  #isDue({ job, need, why }: ShareableJob): boolean {
    const nowMs = this.#parts.clock.monoMs();
    const sinceMs = this.#waitingSince.get(job.id) ?? nowMs;
    this.#waitingSince.set(job.id, sinceMs);
    if (nowMs - sinceMs < patienceMs[why] || this.#paused.has(job.id)) return false;
    const last = this.#offers.get(job.id);
    const isNew = last?.token !== job.fencingToken + 1 || nowMs - last.atMs > repeatMs;
    return isNew && this.#parts.needs.meets(need);
  }

  async #offer({ job, need }: ShareableJob): Promise<void> {
    const { link, boxId, clock } = this.#parts;
    const token = job.fencingToken + 1;
    const document: OfferDocument = {
      v: 1,
      org: job.org,
      job: job.id,
      token,
      owner: boxId,
      type: job.type,
    };
    const isNew = this.#offers.get(job.id)?.token !== token;
    if (!(await link.offer(need, `${job.id}:${token}`, JSON.stringify(document)))) return;
    this.#offers.set(job.id, { token, atMs: clock.monoMs() });
    if (isNew) this.counts.offered += 1;
  }
}

/** True when the next attempt at the job has this token, and none has begun. */
function isFree({ status, fencingToken }: Job, token: number): boolean {
  return status === "queued" && fencingToken + 1 === token;
}
