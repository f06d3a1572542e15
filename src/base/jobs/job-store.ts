import { isTerminal, jobStatuses } from "./job-terms.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../core/store.ts";
import type { EventLog } from "../events/event-log.ts";
import type { EventType } from "../contract/event-types.ts";
import type { SealedText } from "../secrets/vault.ts";
import type { Job, JsonObject } from "./job.ts";
import type { JobLinks } from "./job-links.ts";
import type { JobSeal, StoredJob } from "./inputs/job-seal.ts";

/**
 * The input of a job: in the record itself, or in a blob when it is large. `attached`: further blobs
 * that it names.
 */
export type StoredInput = (
  | { v: 1; input: JsonObject }
  | { v: 1; sealed: SealedText }
  | { v: 1; blobId: string; isSealed?: true }
) & {
  attached?: string[];
};

/** Retention of ended jobs, in milliseconds. */
export interface JobRetention {
  /** Job records; 30 days. */
  jobMs: number;
  /** Ages of the records of single job types that differ from `jobMs`. */
  jobMsByType?: Readonly<Partial<Record<Job["type"], number>>>;
  /** Inputs, which may hold pictures and secrets; 24 h. */
  inputMs: number;
  /** Ages of the inputs of single job types that differ from `inputMs`; 0 ends with the job. */
  inputMsByType?: Readonly<Partial<Record<Job["type"], number>>>;
  /** Job records per organisation, the oldest ended are removed first; 100 000. */
  maxJobs: number;
}

/** A removal due some time after a job's end. */
export interface Expiry {
  org: string;
  what: "input" | "job";
}

const jobKey = (org: string, id: string): StoreKey => [org, "job", id];
const inputKey = (org: string, id: string): StoreKey => [org, "job-input", id];
const activeKey = (id: string): StoreKey => ["box", "job-active", id];
const blobKey = (blobId: string): StoreKey => ["box", "job-blob", blobId];
const goneKey = (org: string, id: string): StoreKey => [org, "job-gone", id];
/** Time for which a removed job answers `job_expired` instead of `not_found`, in milliseconds. */
const goneMs = 30 * 24 * 3_600_000;
/** Two keys make a mark: below 100 keys a transaction. */
const goneBatch = 40;

/**
 * Prefix of the index of an organisation's jobs by one value; below it are job ids, oldest first.
 */
export function indexPrefix(org: string, index: string, value: string): StoreKey {
  return [org, `job-by-${index}`, value];
}

/**
 * Job records with their indexes. Every change goes through `insert` or `replace`, which also write
 * its event, so that record, indexes and event are one transaction.
 */
export class JobStore {
  readonly #store: Store;
  readonly #events: EventLog;
  readonly #retention: JobRetention;
  readonly #changed: (job: Job) => void;
  readonly #removed: (org: string, id: string) => void;
  readonly #seal: JobSeal;
  readonly #links: JobLinks;

  /**
   * Calls `changed` with every job once it is durable, in order, and `removed` with the removed
   * ones.
   */
  constructor(parts: {
    store: Store;
    events: EventLog;
    retention: JobRetention;
    changed: (job: Job) => void;
    removed: (org: string, id: string) => void;
    seal: JobSeal;
    links: JobLinks;
  }) {
    this.#store = parts.store;
    this.#events = parts.events;
    this.#retention = parts.retention;
    this.#changed = parts.changed;
    this.#removed = parts.removed;
    this.#seal = parts.seal;
    this.#links = parts.links;
  }

  get(org: string, id: string, reader: StoreReader = this.#store): Job | undefined {
    const stored = reader.get<StoredJob>(jobKey(org, id));
    return stored && this.opened(stored);
  }

  /** Returns the job of a stored record. */
  opened(stored: StoredJob): Job {
    return this.#links.opened(this.#seal.opened(stored));
  }

  input(job: Job): StoredInput | undefined {
    return this.#store.get<StoredInput>(inputKey(job.org, job.id));
  }

  /** Returns all jobs that have not ended, oldest first. */
  active(): Job[] {
    return this.#store
      .range<{ org: string }>({ prefix: ["box", "job-active"] })
      .map(({ key, value }) => this.get(value.org, key.at(-1) as string))
      .filter((job) => job !== undefined);
  }

  /** True when a job refers to the blob. */
  refersTo(blobId: string): boolean {
    return this.#store.get(blobKey(blobId)) !== undefined;
  }

  /** Returns blobs that jobs refer to, in the order of their ids, at most `limit` after `after`. */
  blobs(
    after: string | undefined,
    limit: number,
  ): { blobId: string; org: string; jobId: string }[] {
    return this.#store
      .range<{ org: string; jobId: string }>({
        prefix: ["box", "job-blob"],
        limit,
        ...(after === undefined ? {} : { after: blobKey(after) }),
      })
      .map(({ key, value }) => ({ blobId: key.at(-1) as string, ...value }));
  }

  /** Moves an input from the blob `from` to the sealed blob `to`; false when the input is gone. */
  moveInput(
    tx: StoreTransaction,
    { org, id }: Pick<Job, "org" | "id">,
    blobs: { from: string; to: string },
  ): boolean {
    const stored = tx.get<StoredInput>(inputKey(org, id));
    if (!stored || !("blobId" in stored) || stored.blobId !== blobs.from) return false;
    tx.put(inputKey(org, id), { ...stored, blobId: blobs.to, isSealed: true });
    tx.remove(blobKey(blobs.from));
    tx.put(blobKey(blobs.to), { org, jobId: id });
    return true;
  }

  /** Stores another input of a job; returns the ids of the blobs to remove after the commit. */
  putInput(
    tx: StoreTransaction,
    { org, id }: Pick<Job, "org" | "id">,
    input: StoredInput,
  ): string[] {
    const blobIds = this.removeInput(tx, org, id);
    tx.put(inputKey(org, id), input);
    for (const blobId of blobsOf(input)) tx.put(blobKey(blobId), { org, jobId: id });
    return blobIds;
  }

  /** Stores a new queued job. */
  insert(tx: StoreTransaction, job: Job, input: StoredInput): void {
    tx.put(jobKey(job.org, job.id), this.#stored(job));
    tx.put(inputKey(job.org, job.id), input);
    for (const id of blobsOf(input)) tx.put(blobKey(id), { org: job.org, jobId: job.id });
    tx.put(activeKey(job.id), { org: job.org });
    for (const prefix of indexesOf(job)) tx.put([...prefix, job.id], 1);
    this.#record(tx, job, "job.queued");
  }

  /** Stores a change of `before`; the caller has read `before` in the same transaction. */
  replace(tx: StoreTransaction, before: Job, after: Job): void {
    tx.put(jobKey(after.org, after.id), this.#stored(after));
    if (before.status === after.status) {
      this.#record(tx, after, "job.updated");
      return;
    }
    tx.remove([...indexPrefix(before.org, "status", before.status), before.id]);
    tx.put([...indexPrefix(after.org, "status", after.status), after.id], 1);
    if (isTerminal(after.status)) this.#end(tx, after);
    this.#record(tx, after, `job.${after.status}`);
  }

  /** Returns at most `limit` expiries due at `nowMs`, the longest overdue first. */
  expired(nowMs: number, limit: number): { key: StoreKey; id: string; value: Expiry }[] {
    return this.#store
      .range<Expiry>({
        prefix: ["box", "job-expiry"],
        before: ["box", "job-expiry", nowMs],
        limit,
      })
      .map(({ key, value }) => ({ key, id: key[3] as string, value }));
  }

  /** Removes the input of a job; returns the ids of the blobs to remove after the commit. */
  removeInput(tx: StoreTransaction, org: string, id: string): string[] {
    const input = tx.get<StoredInput>(inputKey(org, id));
    if (!input) return [];
    tx.remove(inputKey(org, id));
    const blobIds = blobsOf(input);
    for (const blobId of blobIds) tx.remove(blobKey(blobId));
    return blobIds;
  }

  /** True when the organisation had a job of this id that was recently deleted or purged. */
  isGone(org: string, id: string): boolean {
    return this.#store.get(goneKey(org, id)) !== undefined;
  }

  /** Removes the oldest marks of removed jobs: expired ones, and those beyond `max`. */
  async forgetGone(nowMs: number, max: number): Promise<void> {
    const prefix: StoreKey = ["box", "job-gone-due"];
    for (;;) {
      const surplus = Math.max(0, this.#store.count(prefix) - max);
      const oldest = this.#store.range<{ org: string }>({ prefix, limit: goneBatch });
      const due = oldest.filter(({ key }, at) => at < surplus || (key[2] as number) <= nowMs);
      if (due.length === 0) return;
      await this.#store.transact(
        (tx) => {
          for (const { key, value } of due) {
            tx.remove(key);
            tx.remove(goneKey(value.org, key[3] as string));
          }
        },
        { essential: true },
      );
    }
  }

  /**
   * Removes an ended job and leaves a mark of it; returns the ids of its blobs as `removeInput`
   * does.
   */
  remove(tx: StoreTransaction, at: { org: string; id: string; nowMs: number }): string[] {
    const { org, id, nowMs } = at;
    const job = this.get(org, id, tx);
    if (!job || !isTerminal(job.status)) return [];
    tx.put(goneKey(org, id), { v: 1, goneAtMs: nowMs });
    tx.put(["box", "job-gone-due", nowMs + goneMs, id], { org });
    const blobIds = this.removeInput(tx, org, id);
    tx.remove(jobKey(org, id));
    for (const prefix of indexesOf(job)) tx.remove([...prefix, id]);
    for (const { what, atMs } of this.#expiriesOf(job)) {
      tx.remove(["box", "job-expiry", atMs, id, what]);
    }
    tx.afterCommit(() => this.#removed(org, id));
    return blobIds;
  }

  /** Returns at most `limit` of an organisation's oldest ended jobs beyond its bound. */
  surplus(org: string, limit: number): string[] {
    const count = Math.min(limit, this.#store.count([org, "job"]) - this.#retention.maxJobs);
    if (count <= 0) return [];
    return jobStatuses
      .filter((status) => isTerminal(status))
      .flatMap((status) =>
        this.#store.range({ prefix: indexPrefix(org, "status", status), limit: count }),
      )
      .map(({ key }) => key.at(-1) as string)
      .toSorted()
      .slice(0, count);
  }

  #stored(job: Job): StoredJob {
    return this.#seal.stored(this.#links.stored(job));
  }

  #end(tx: StoreTransaction, job: Job): void {
    tx.remove(activeKey(job.id));
    for (const { what, atMs } of this.#expiriesOf(job)) {
      tx.put(["box", "job-expiry", atMs, job.id, what], { org: job.org, what });
    }
  }

  #expiriesOf(job: Job): { what: Expiry["what"]; atMs: number }[] {
    const endMs = job.completedAtMs ?? 0;
    const { inputMs, inputMsByType } = this.#retention;
    return [
      { what: "input", atMs: endMs + (inputMsByType?.[job.type] ?? inputMs) },
      { what: "job", atMs: endMs + keptMs(this.#retention, job.type) },
    ];
  }

  /** Writes the event of a change: ids and states only; readers fetch the job. */
  #record(tx: StoreTransaction, job: Job, type: EventType): void {
    const { streamId } = job.tags;
    this.#events.appendIn(tx, {
      org: job.org,
      type,
      jobId: job.id,
      ...(streamId === undefined ? {} : { streamId }),
      data: {
        job_id: job.id,
        type: job.type,
        status: job.status,
        phase: job.phase,
        progress: job.progress,
        attempts: job.attempts,
        ...(job.error ? { error_code: job.error.code } : {}),
      },
    });
    tx.afterCommit(() => this.#changed(job));
  }
}

/** Returns the retention of an ended job's record by its type, in milliseconds. */
export function keptMs({ jobMs, jobMsByType }: JobRetention, type: Job["type"]): number {
  return jobMsByType?.[type] ?? jobMs;
}

function blobsOf(input: StoredInput): string[] {
  return [...("blobId" in input ? [input.blobId] : []), ...(input.attached ?? [])];
}

function indexesOf(job: Job): StoreKey[] {
  const { org, clientReferenceId } = job;
  return [
    indexPrefix(org, "status", job.status),
    indexPrefix(org, "type", job.type),
    ...(clientReferenceId === null ? [] : [indexPrefix(org, "reference", clientReferenceId)]),
    ...Object.entries(job.tags).map(([name, value]) => indexPrefix(org, name, value)),
  ];
}
