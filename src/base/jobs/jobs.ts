import { fail } from "../contract/fail.ts";
import { isTerminal } from "./job-terms.ts";
import { type Meter, silentMeter } from "../contract/metrics.ts";
import type { Clock, Timer } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Part } from "../core/parts.ts";
import type { Store, StoreReader, StoreTransaction } from "../core/store.ts";
import type { EventLog } from "../events/event-log.ts";
import type { BlobStore } from "./inputs/blob-port.ts";
import { diagnosticsWire } from "./diagnostics-wire.ts";
import { Idempotency, type IdempotencyLimits } from "./idempotency.ts";
import { isEndless, type Job, type JsonObject } from "./job.ts";
import { type AcceptedJob, JobIntake, type SubmitFrom } from "./job-intake.ts";
import type { Vault } from "../secrets/vault.ts";
import { JobInputs } from "./inputs/job-inputs.ts";
import { JobLinks, type OwnAddresses } from "./job-links.ts";
import { JobSeal, type StoredJob } from "./inputs/job-seal.ts";
import { type JobFilters, type JobPage, type JobPageQuery, listJobs } from "./job-list.ts";
import { purgeJobs } from "./job-purge.ts";
import { type JobText, JobTexts } from "./inputs/job-texts.ts";
import { type JobRetention, JobStore, keptMs } from "./job-store.ts";
import { JobWaiters, type JobWait, type WaiterLimits } from "./job-waiters.ts";
import { cancelled, cancelRequested } from "./lifecycle.ts";
import type { HandledOperation, JobHandler, StepOperation } from "./operation.ts";
import { sealOldInputs } from "./inputs/old-inputs.ts";
import { OperationRegistry } from "./operation-registry.ts";
import { QueueQuota } from "./queue-quota.ts";
import { takeBackJobs } from "./take-back.ts";
import { type JobWire, jobWire } from "./job-wire.ts";
import { type SharingWorkers, Workers } from "./workers.ts";

/** Bounds of the queue; site configuration overrides them one by one. */
export interface JobLimits {
  /** Queued jobs per organisation; one more gets `queue_full`. */
  maxQueuedPerOrg: number;
  waiters: WaiterLimits;
  retention: JobRetention;
  idempotency: IdempotencyLimits;
}

/** The parts of `Jobs`. */
export interface JobsParts {
  store: Store;
  events: EventLog;
  blobs: BlobStore;
  clock: Clock;
  log: Logger;
  /** Uniform in [0, 1), for the delays of retries. */
  random?: () => number;
  limits?: Partial<JobLimits>;
  /** Files that jobs have made outside the job store; deleting a job removes them. */
  attachments?: JobAttachments;
  /** Encrypts the jobs that `JobSeal` covers; without it the box refuses such jobs. */
  vault?: Vault;
  meter?: Meter;
  /** For addresses of the box in the results of jobs; without it they are paths. */
  addresses?: OwnAddresses;
}

/** Files of a job outside the job store. */
export interface JobAttachments {
  /** Idempotent; resolves once all files of the job are gone. */
  removeOfJob(org: string, jobId: string): Promise<void>;
}

const dayMs = 24 * 3_600_000;
/** Notes, sections 1.1 and 1.2. */
const defaultLimits: JobLimits = {
  maxQueuedPerOrg: 1000,
  waiters: { perKey: 20, perBox: 500 },
  retention: { jobMs: 30 * dayMs, inputMs: dayMs, maxJobs: 100_000 },
  idempotency: { keepMs: dayMs, maxPerOrg: 100_000 },
};
const purgePeriodMs = 60_000;
const pathsOnly: OwnAddresses = { publicUrl: () => "", signed: (_org, path) => path };

/**
 * All jobs of the box, from the request to their end. A job is durable before `submit` resolves;
 * after a restart, even after a crash, every job that had not ended continues.
 */
export class Jobs implements Part {
  readonly operations = new OperationRegistry();
  readonly idempotency: Idempotency;
  readonly #parts: JobsParts;
  readonly #limits: JobLimits;
  readonly #records: JobStore;
  readonly #inputs: JobInputs;
  readonly #workers: Workers;
  readonly #waiters: JobWaiters;
  readonly #quota: QueueQuota;
  readonly #texts = new JobTexts();
  readonly #intake: JobIntake;
  /** Organisations with jobs since the start, for the purge by number. */
  readonly #orgs = new Set<string>();
  #timer: Timer | undefined;
  #purging: Promise<number> | undefined;
  #sealing: Promise<void> | undefined;
  readonly #abort = new AbortController();

  constructor(parts: JobsParts) {
    const { store, events, clock, log, random = Math.random, meter = silentMeter } = parts;
    this.#parts = parts;
    this.#limits = { ...defaultLimits, ...parts.limits };
    const { retention, waiters, idempotency } = this.#limits;
    const seal = new JobSeal(parts.vault);
    const jobs = new JobStore({
      store,
      seal,
      links: new JobLinks(parts.addresses ?? pathsOnly),
      events,
      retention,
      changed: (job) => this.#changed(job),
      removed: (org, id) => this.#texts.forget(org, id),
    });
    this.#records = jobs;
    this.#inputs = new JobInputs({ blobs: parts.blobs, jobs, log, seal });
    this.#quota = new QueueQuota(
      () => parts.limits?.maxQueuedPerOrg ?? defaultLimits.maxQueuedPerOrg,
    );
    this.#waiters = new JobWaiters({ events, clock }, waiters);
    this.idempotency = new Idempotency({ store, clock, log, jobs }, idempotency);
    this.#intake = new JobIntake({
      store,
      clock,
      records: jobs,
      inputs: this.#inputs,
      quota: this.#quota,
      idempotency: this.idempotency,
    });
    this.#workers = new Workers({ store, jobs, clock, log, random, meter, inputs: this.#inputs });
  }

  /** Adds operations with their handlers, before the start. */
  add(operations: readonly HandledOperation[]): void {
    for (const { operation, step, handler } of operations) {
      if (operation) this.operations.register(operation);
      if (step) this.operations.registerStep(step);
      if (handler) this.register(handler);
    }
  }

  /** Adds the handler of a job type, before the start. */
  register(handler: JobHandler): void {
    this.#workers.register(handler);
  }

  /**
   * Takes over the jobs of the previous process and starts the workers. Fails with `internal_error`
   * when an operation's job type has no handler.
   */
  async start(): Promise<void> {
    for (const { namespace, method, jobType } of [
      ...this.operations.all(),
      ...this.operations.steps(),
    ]) {
      if (this.#workers.handles(jobType)) continue;
      throw fail("internal_error", `${namespace}.${method}: no handler for ${jobType}`);
    }
    await this.#inputs.sweep();
    const { store, clock, log } = this.#parts;
    await takeBackJobs({ store, clock, log, records: this.#records }, (job) => this.#changed(job));
    this.#waiters.start();
    this.idempotency.start();
    this.#timer = clock.every(purgePeriodMs, () => {
      if (!this.#purging) void this.purge();
    });
    this.#workers.start();
    if (this.#parts.vault) this.#sealing = this.#sealOldInputs();
  }

  /** Stops accepting, ends long polls, and returns running jobs to the queue. */
  async stop(): Promise<void> {
    this.#intake.stop();
    this.#timer?.cancel();
    this.#waiters.stop();
    this.idempotency.stop();
    this.#abort.abort();
    await this.#workers.stop();
    await this.#purging;
    await this.#sealing;
  }

  /** The part of the workers through which boxes of a fleet share jobs. */
  get sharing(): SharingWorkers {
    return this.#workers;
  }

  /** As `JobIntake.submit`. */
  submit(operation: StepOperation, body: unknown, from: SubmitFrom): Promise<AcceptedJob> {
    return this.#intake.submit(operation, body, from);
  }

  get(org: string, id: string): Job | undefined {
    return this.#records.get(org, id);
  }

  /** True while the job may still run; with `reader` as an open transaction sees it. */
  isLive(org: string, id: string, reader?: StoreReader): boolean {
    const job = this.#records.get(org, id, reader);
    return job !== undefined && !isTerminal(job.status);
  }

  /** True when the job's input exists and opens with the key of this box. */
  async hasReadableInput(org: string, id: string): Promise<boolean> {
    const job = this.#records.get(org, id);
    const load = job ? this.#inputs.load(job) : Promise.resolve(undefined);
    return await load.then(
      (input) => input !== undefined,
      () => false,
    );
  }

  /**
   * Returns the private input of a job; undefined when the job or its input is gone. Rejects with
   * `input_unreadable` when it does not open with the key of this box.
   */
  async input(org: string, id: string): Promise<JsonObject | undefined> {
    const job = this.#records.get(org, id);
    return job && (await this.#inputs.load(job));
  }

  /**
   * Replaces the input of a job that has not ended, sealed; the next attempt gets the new one. `within` runs in the
   * same transaction. Inputs with attached blobs cannot be replaced. Fails with `conflict` when the job has ended.
   */
  async replaceInput(
    { org, id }: Pick<Job, "org" | "id">,
    input: JsonObject,
    within: (tx: StoreTransaction) => void,
  ): Promise<void> {
    const job = this.#records.get(org, id);
    const ended = () => fail("conflict", "job: has ended. Submit a new one");
    if (!job) throw ended();
    const stored = await this.#inputs.keep(job, { input, isInputSealed: true });
    const blobIds = await this.#parts.store.transact((tx) => {
      if (!this.isLive(org, id, tx)) throw ended();
      within(tx);
      return this.#records.putInput(tx, job, stored);
    });
    await this.#inputs.drop(blobIds);
  }

  /** Returns all jobs of the box that have not ended, oldest first. */
  open(): Job[] {
    return this.#records.active();
  }

  /** Returns a page of the organisation's jobs, newest first. */
  list(org: string, filters: JobFilters, page: JobPageQuery): JobPage {
    const opened = (stored: StoredJob): Job => this.#records.opened(stored);
    return listJobs({ store: this.#parts.store, opened }, org, { filters, page });
  }

  /**
   * Ends a job: a queued one at once, a processing one within ten seconds; an ended one stays
   * unchanged. Undefined for an unknown job.
   */
  cancel(org: string, id: string): Promise<Job | undefined> {
    return this.#parts.store.transact(
      (tx) => {
        const job = this.#records.get(org, id, tx);
        if (!job || isTerminal(job.status) || job.cancelRequestedAtMs !== null) return job;
        const nowMs = this.#parts.clock.wallMs();
        const after = job.status === "queued" ? cancelled(job, nowMs) : cancelRequested(job, nowMs);
        this.#records.replace(tx, job, after);
        return after;
      },
      { essential: true },
    );
  }

  /** True when the organisation had a job of this id that was deleted or purged in the last 30 days. */
  isGone(org: string, id: string): boolean {
    return this.#records.isGone(org, id);
  }

  /**
   * Deletes an ended job with its input, its files and its idempotency record, and leaves a mark
   * that it existed. Undefined for an unknown job; `conflict` while it runs.
   */
  async remove(org: string, id: string): Promise<Job | undefined> {
    const job = this.get(org, id);
    if (!job) return undefined;
    if (!isTerminal(job.status)) throw unfinished(job);
    const { store, clock, attachments } = this.#parts;
    // The attachments first: after a crash in between the job still exists, so that the caller can
    // delete it again.
    await attachments?.removeOfJob(org, id);
    const blobIds = await store.transact(
      (tx) => {
        this.idempotency.forgetJob(tx, org, id);
        return this.#records.remove(tx, { org, id, nowMs: clock.wallMs() });
      },
      { essential: true },
    );
    await this.#inputs.drop(blobIds);
    return job;
  }

  /**
   * Resolves with the job once it is terminal, the time is up, or `signal` aborts; this never
   * changes the job. Undefined for an unknown job; `too_many_waiters` beyond the limits.
   */
  waitForTerminal(org: string, id: string, wait: JobWait): Promise<Job | undefined> {
    return this.#waiters.wait(id, wait, () => this.get(org, id));
  }

  /** Returns the job of `toWire` as text ready to send; undefined for an unknown job. */
  text(org: string, id: string): JobText | undefined {
    const held = this.#texts.get(org, id);
    if (held) return held;
    const job = this.get(org, id);
    if (!job) return undefined;
    const { status, createdAtMs, type } = job;
    const text = { status, type, createdAtMs, json: JSON.stringify(this.toWire(job)) };
    // The position of a queued job changes with the others.
    if (status !== "queued") this.#texts.hold(org, id, text);
    return text;
  }

  /** Returns the wire form of the job. */
  toWire(job: Job): JobWire {
    return jobWire(job, {
      queuePosition: job.status === "queued" ? this.#workers.position(job) : null,
      heldPhase: job.status === "queued" ? this.#workers.heldPhase(job) : null,
      expiresAtMs: this.expiresAtMs(job),
    });
  }

  /** Returns the time at which the box deletes the job, Unix milliseconds; null before its end. */
  expiresAtMs({ completedAtMs, type }: Pick<Job, "completedAtMs" | "type">): number | null {
    return completedAtMs === null ? null : completedAtMs + keptMs(this.#limits.retention, type);
  }

  /** Returns the job's `expand=diagnostics`. */
  diagnostics(job: Job) {
    return diagnosticsWire(job, this.#workers.stages(job) ?? job.stages ?? null);
  }

  /** Monotonic milliseconds of the workers' last sign of life; null while they are stopped. */
  get beatMs(): number | null {
    return this.#workers.beatMs;
  }

  /** Counts for the health report of the box. */
  counts(): { running: number; waiters: number; queued: number } {
    const { running } = this.#workers;
    return { running, waiters: this.#waiters.count, queued: this.#quota.total };
  }

  /** Removes jobs beyond the retention; resolves with the number of jobs removed. */
  async purge(): Promise<number> {
    while (this.#purging) await this.#purging;
    const { store, clock, log } = this.#parts;
    const { idempotency } = this;
    const parts = { store, clock, jobs: this.#records, inputs: this.#inputs, idempotency };
    this.#purging = purgeJobs(parts, this.#orgs)
      .catch((error: unknown) => {
        log.warn({ error: describeError(error) }, "ended jobs were not purged");
        return 0;
      })
      .finally(() => {
        this.#purging = undefined;
      });
    return await this.#purging;
  }

  #sealOldInputs(): Promise<void> {
    const { store, blobs, log, vault } = this.#parts;
    const own = { jobs: this.#records, inputs: this.#inputs, seal: new JobSeal(vault) };
    return sealOldInputs({ store, blobs, log, ...own }, this.#abort.signal);
  }

  #changed(job: Job): void {
    this.#texts.forget(job.org, job.id);
    this.#orgs.add(job.org);
    this.#quota.note(job.org, job.id, job.status === "queued");
    this.#workers.changed(job);
  }
}

/** The refusal to delete a job that has not ended; that of a camera names the way to the camera. */
function unfinished(job: Job) {
  const streamId = isEndless(job) ? job.tags["streamId"] : undefined;
  if (streamId === undefined) {
    return fail("conflict", "job: has not ended. Cancel it first, then delete it");
  }
  const path = `/api/v1/surveillance/streams/${streamId}`;
  return fail(
    "conflict",
    `job: watches the camera \`${streamId}\`. Remove the camera: DELETE ${path}`,
  );
}
