import { type Clock, sleep } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { JobType } from "../../base/jobs/job-terms.ts";
import type { JobHandler } from "../../base/jobs/operation.ts";
import { Postponement } from "../../base/jobs/postponement.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { SiteNeeds } from "./site-needs.ts";
import { TakenJob, type TakenJobParts } from "./taken-job.ts";
import { readWork, type OfferDocument, type ReadDocument } from "./work-document.ts";
import type { ReceivedOffer } from "./work-port.ts";

/** Longest wait for an offer, in milliseconds. */
const waitMs = 5000;
/** Interval between two looks at what this box can do, in milliseconds. */
const lookMs = 500;
/** An offer that this box cannot take now goes to another one after this, in milliseconds. */
const passMs = 1000;
/** Longest wait of a stopping box for the owners of its jobs, in milliseconds. */
const goodbyeMs = 4000;

type Place = NonNullable<ReturnType<Jobs["sharing"]["take"]>>;

const noPlace: Pick<Place, "leave"> & { handler: Pick<JobHandler, "run"> } = {
  handler: {
    run: () => Promise.reject(new Postponement("queued", "all workers of the box are busy", 1000)),
  },
  leave: () => undefined,
};

const prefix: StoreKey = ["box", "taken-job"];

/** The parts of `TakenJobs`. */
export interface TakenJobsParts extends TakenJobParts {
  jobs: Pick<Jobs, "sharing">;
  needs: SiteNeeds;
  store: Store;
  clock: Clock;
  /** Removes answers of model endpoints that were kept for a job. */
  forgetAnswers: (org: string, id: string) => Promise<void>;
}

/** Takes jobs of other boxes while this one has a free worker that meets their need. */
export class TakenJobs implements Part {
  readonly #parts: TakenJobsParts;
  readonly #taken = new Map<string, TakenJob>();
  readonly #running = new Set<Promise<void>>();
  /** Needs that a loop takes offers of. */
  readonly #watched = new Set<string>();
  readonly #stopping = new AbortController();
  /** One claim at a time, so that two do not count on the same worker. */
  #claiming: Promise<unknown> = Promise.resolve();
  taken = 0;

  constructor(parts: TakenJobsParts) {
    this.#parts = parts;
  }

  /** Jobs of other boxes that this one does now, or whose result waits. */
  get here(): number {
    return this.#taken.size;
  }

  async start(): Promise<void> {
    await this.#sweep();
    this.#look();
    const timer = this.#parts.clock.every(lookMs, () => this.#look());
    this.#stopping.signal.addEventListener("abort", () => timer.cancel());
  }

  /** Gives the jobs back to their owners. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const job of this.#taken.values()) job.abort("shutdown");
    await Promise.race([Promise.all(this.#running), sleep(this.#parts.clock, goodbyeMs)]);
  }

  /** Returns a piece of a result; undefined when this box does not have it. */
  async read(read: ReadDocument): Promise<Uint8Array | undefined> {
    const taken = this.#taken.get(read.job);
    return taken?.token === read.token ? await taken.output.piece(read) : undefined;
  }

  /** Tells the fleet what this box can do, and begins to take offers of it. */
  #look(): void {
    const { jobs, needs, log } = this.#parts;
    const known = new Set(
      jobs.sharing
        .sharing()
        .flatMap(({ type, share }) => (needs.shares(type) ? share!.needs() : [])),
    );
    needs.tell([...known].toSorted()).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, "the needs of this box were not told");
    });
    for (const need of known) {
      if (this.#watched.has(need)) continue;
      this.#watched.add(need);
      void this.#watch(need).finally(() => this.#watched.delete(need));
    }
  }

  /** Takes offers of the need while this box can meet it. */
  async #watch(need: string): Promise<void> {
    const { link, clock } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted && this.#handlers(need).length > 0) {
      const mayTake = link.isUp() && this.#canTake(need, { org: null });
      const offer = mayTake ? await link.next(need, waitMs) : undefined;
      if (signal.aborted) return;
      if (offer) await this.#take(need, offer);
      // Without a queue there is no wait for an offer.
      else await sleep(clock, lookMs, signal);
    }
  }

  #handlers(need: string) {
    const { jobs, needs } = this.#parts;
    return jobs.sharing
      .sharing()
      .filter(({ type, share }) => needs.shares(type) && share!.needs().includes(need));
  }

  #canTake(need: string, { org, type }: { org: string | null; type?: string }): boolean {
    const { sharing } = this.#parts.jobs;
    return this.#handlers(need)
      .filter((handler) => type === undefined || handler.type === type)
      .some((handler) => handler.share!.isOpen(need, org) && sharing.hasWorker(handler.type));
  }

  async #take(need: string, received: ReceivedOffer): Promise<void> {
    const offer = readWork.offer(received.text);
    if (!offer) {
      received.done();
      return;
    }
    const { owner, job } = offer;
    const mayTake = owner !== this.#parts.boxId && this.#canTake(need, offer);
    if (!mayTake || this.#taken.has(job)) {
      received.later(passMs);
      return;
    }
    const claim = this.#claiming.then(() => this.#claim(offer));
    this.#claiming = claim.catch(() => undefined);
    if ((await claim) === "silent") received.later(passMs);
    else received.done();
  }

  async #claim(offer: OfferDocument): Promise<"ours" | "gone" | "silent"> {
    const { jobs, log } = this.#parts;
    if (!jobs.sharing.hasWorker(offer.type as JobType)) return "silent";
    const taken = new TakenJob(this.#parts, offer);
    const claimed = await taken.claim();
    if (claimed !== "ours") return claimed;
    // A job of this box may have been faster.
    const place = jobs.sharing.take(taken.job!) ?? noPlace;
    this.taken += 1;
    this.#taken.set(offer.job, taken);
    log.info({ jobId: offer.job, owner: offer.owner }, "the box does a job of another one");
    const run = this.#run(taken, leaving(place)).finally(() => {
      this.#taken.delete(offer.job);
      this.#running.delete(run);
    });
    this.#running.add(run);
    return "ours";
  }

  async #run(taken: TakenJob, run: JobHandler["run"]): Promise<void> {
    const { store, log } = this.#parts;
    const { id, org } = taken.job!;
    try {
      await store.transact((tx) => tx.put([...prefix, id], { org }));
      await taken.run(run);
    } catch (error) {
      log.warn({ jobId: id, error: describeError(error) }, "a job of another box was not done");
    }
    await this.#clear(org, id).catch((error: unknown) => {
      log.warn({ jobId: id, error: describeError(error) }, "a job of another box left files here");
    });
  }

  /** Removes what jobs of other boxes left when this one died. */
  async #sweep(): Promise<void> {
    for (const { key, value } of this.#parts.store.range<{ org: string }>({ prefix })) {
      await this.#clear(value.org, key.at(-1) as string);
    }
  }

  async #clear(org: string, id: string): Promise<void> {
    const { files, forgetAnswers, store } = this.#parts;
    await files.drop({ org, id });
    await forgetAnswers(org, id);
    await store.transact((tx) => tx.remove([...prefix, id]), { essential: true });
  }
}

/** Returns the work of the handler, which frees its worker at the end. */
function leaving({ handler, leave }: typeof noPlace): JobHandler["run"] {
  return async (context) => {
    try {
      return await handler.run(context);
    } finally {
      leave();
    }
  };
}
