import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import { isOutcomeOpen, type Store, type StoreTransaction } from "../core/store.ts";
import type { Idempotency, Keep } from "./idempotency.ts";
import { InputCheck } from "./inputs/input-check.ts";
import type { JobInputs } from "./inputs/job-inputs.ts";
import type { ReceivedBlobs } from "./inputs/received-blob.ts";
import type { Job, JsonObject } from "./job.ts";
import type { JobStore } from "./job-store.ts";
import { newJob } from "./new-job.ts";
import { notAccepted } from "./not-accepted.ts";
import type { Caller, StepOperation } from "./operation.ts";
import type { QueueQuota } from "./queue-quota.ts";

/** The caller of a submission, and its Idempotency-Key. */
export interface SubmitFrom {
  caller: Caller;
  idempotency?: { key: string; fingerprint: string };
  /** Long strings of the body; the job keeps those that it names. */
  blobs?: ReceivedBlobs;
  /**
   * Replaces the operation's own deadline, in milliseconds; refused for jobs without a deadline.
   */
  cancelAfterMs?: number;
  /** Writes records in the transaction that stores the job. */
  alongside?: (tx: StoreTransaction) => void;
}

/** A job accepted now or (`replayed`) by an earlier request with the same Idempotency-Key. */
export interface AcceptedJob {
  job: Job;
  replayed: boolean;
  /** Present in the first answer only, absent from replays. */
  shownOnce?: JsonObject;
}

/** The parts of `JobIntake`. */
export interface JobIntakeParts {
  store: Store;
  clock: Clock;
  records: JobStore;
  inputs: JobInputs;
  quota: QueueQuota;
  idempotency: Idempotency;
}

/** Accepts jobs: a job is durable before its submission resolves. */
export class JobIntake {
  readonly #parts: JobIntakeParts;
  readonly #check = new InputCheck();
  #isStopped = false;

  constructor(parts: JobIntakeParts) {
    this.#parts = parts;
  }

  /** Refuses every submission from now on. */
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Checks the body, prepares and stores one job; resolves once it is durable. Under an
   * Idempotency-Key the same request gives the same job again. Codes: `invalid_request_body`, those
   * of the operation, `queue_full`, `job_create_failed` (nothing was accepted), `shutting_down`,
   * and those of `Idempotency.run`.
   */
  async submit(operation: StepOperation, body: unknown, from: SubmitFrom): Promise<AcceptedJob> {
    const { idempotency } = from;
    if (!idempotency) return await this.#accept(operation, body, from);
    const { caller } = from;
    const request = { org: caller.org, ...idempotency };
    const done = await this.#parts.idempotency.run(request, (keep) =>
      this.#accept(operation, body, { ...from, keep }),
    );
    if (!done.replayed) return done.result;
    const { jobId } = done.kept;
    const job = jobId === undefined ? undefined : this.#parts.records.get(caller.org, jobId);
    if (job) return { job, replayed: true };
    const message =
      "Idempotency-Key: belongs to a request whose job is no longer kept. Send a new key";
    throw fail("idempotency_key_mismatch", message);
  }

  async #accept(
    operation: StepOperation,
    body: unknown,
    from: SubmitFrom & { keep?: Keep },
  ): Promise<AcceptedJob> {
    if (this.#isStopped) {
      throw fail("shutting_down", "box: is stopping. Try again after its start");
    }
    this.#check.check(operation.inputSchema, body);
    const prepared = await operation.prepare(body, from.caller, from.blobs);
    const { store, clock, records, inputs, quota } = this.#parts;
    const nowMs = clock.wallMs();
    const job = newJob(operation, prepared, { ...from, nowMs });
    quota.take(job.org, job.id);
    let input;
    let shownOnce;
    try {
      input = await inputs.keep(job, prepared);
      const stored = input;
      shownOnce = await store.transact((tx) => {
        records.insert(tx, job, stored);
        from.keep?.(tx, { answer: null, jobId: job.id });
        const onceOnly = prepared.onAccept?.(tx, job);
        from.alongside?.(tx);
        return onceOnly;
      });
    } catch (error) {
      quota.note(job.org, job.id, false);
      if (isOutcomeOpen(error)) from.blobs?.keep(prepared.blobIds ?? []);
      else if (input && "blobId" in input) await inputs.drop([input.blobId]);
      throw notAccepted(error);
    }
    from.blobs?.keep(prepared.blobIds ?? []);
    return { job, replayed: false, ...(shownOnce ? { shownOnce } : {}) };
  }
}
