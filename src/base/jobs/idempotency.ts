import { fail } from "../contract/fail.ts";
import { type Clock, sleep, type Timer } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Part } from "../core/parts.ts";
import type { Store, StoreKey, StoreTransaction } from "../core/store.ts";
import type { JobStore } from "./job-store.ts";

/** The record under a key. Callers leave one-time secrets out of the answer. */
export interface KeptAnswer {
  /** Hash of method, path and body of the first request. */
  fingerprint: string;
  /** The answer to send again; null when the request made a job, whose record gives the answer. */
  answer: unknown;
  /** HTTP status of the answer; 200 when absent. */
  status?: number;
  /** The job that the request made; this record lives at least as long as the job. */
  jobId?: string;
}

/** A request that carries an Idempotency-Key. */
export interface KeyedRequest {
  org: string;
  key: string;
  fingerprint: string;
}

/** Keeps an answer in the transaction of the work, which must call it exactly once. */
export type Keep = (tx: StoreTransaction, answer: Omit<KeptAnswer, "fingerprint">) => void;

/** Bounds of the kept answers. */
export interface IdempotencyLimits {
  /** Retention from the request and from the end of its job; 24 h. */
  keepMs: number;
  /** Records per organisation; the oldest are removed first; 100 000. */
  maxPerOrg: number;
}

interface StoredAnswer extends KeptAnswer {
  v: 1;
  dueAtMs: number;
}

/** Longest wait for an earlier request with the same key. */
const waitMs = 2000;
const trimPeriodMs = 60_000;
/** Three keys make a record: below 100 keys a transaction. */
const trimBatch = 30;

const recordKey = (org: string, key: string): StoreKey => [org, "idempotency", key];
const jobKey = (org: string, jobId: string): StoreKey => [org, "idempotency-of-job", jobId];
const dueKey = (atMs: number, org: string, key: string): StoreKey => [
  "box",
  "idempotency-due",
  atMs,
  org,
  key,
];

/**
 * Answers kept under Idempotency-Keys, one name space per organisation. An accepted request that is
 * repeated gets its first answer; a request that fails before acceptance leaves no trace.
 */
export class Idempotency implements Part {
  readonly #parts: { store: Store; clock: Clock; log: Logger; jobs: JobStore };
  readonly #limits: IdempotencyLimits;
  /** First requests in progress; bounded by the connections. */
  readonly #running = new Map<string, { fingerprint: string; done: Promise<unknown> }>();
  readonly #grown = new Set<string>();
  #timer: Timer | undefined;

  constructor(
    parts: { store: Store; clock: Clock; log: Logger; jobs: JobStore },
    limits: IdempotencyLimits,
  ) {
    this.#parts = parts;
    this.#limits = limits;
  }

  start(): void {
    this.#timer = this.#parts.clock.every(trimPeriodMs, () => {
      this.trim().catch((error: unknown) => {
        this.#parts.log.warn({ error: describeError(error) }, "kept answers were not trimmed");
      });
    });
  }

  stop(): void {
    this.#timer?.cancel();
  }

  find(org: string, key: string): KeptAnswer | undefined {
    return this.#parts.store.get<StoredAnswer>(recordKey(org, key));
  }

  /** Keeps an answer afterwards: for work that changes nothing when it is repeated. */
  async save(org: string, key: string, answer: KeptAnswer): Promise<void> {
    await this.#parts.store.transact((tx) => this.#put(tx, { org, key }, answer));
  }

  /**
   * Runs `work`, or returns the kept answer when the same request was accepted before. Fails with
   * `idempotency_key_mismatch` for another request under the key, and with
   * `idempotency_request_in_progress` after waiting two seconds for a first request.
   */
  async run<R>(
    request: KeyedRequest,
    work: (keep: Keep) => Promise<R>,
  ): Promise<{ replayed: false; result: R } | { replayed: true; kept: KeptAnswer }> {
    const { org, key, fingerprint } = request;
    const name = `${org} ${key}`;
    // Nothing may run between the last check and the entry below, or two requests would both be
    // first.
    while (this.#running.has(name)) await this.#firstDone(name, fingerprint);
    const stored = this.find(org, key);
    if (stored) {
      if (stored.fingerprint !== fingerprint) throw mismatch();
      return { replayed: true, kept: stored };
    }
    const done = work((tx, answer) => this.#put(tx, request, { fingerprint, ...answer }));
    this.#running.set(name, { fingerprint, done: done.catch(() => undefined) });
    try {
      return { replayed: false, result: await done };
    } finally {
      this.#running.delete(name);
    }
  }

  /** Removes the record of the request that made this job; its key is free again. */
  forgetJob(tx: StoreTransaction, org: string, jobId: string): void {
    const key = tx.get<string>(jobKey(org, jobId));
    const record = key === undefined ? undefined : tx.get<StoredAnswer>(recordKey(org, key));
    if (key === undefined || record?.jobId !== jobId) return;
    tx.remove(dueKey(record.dueAtMs, org, key));
    this.#forget(tx, { org, key });
  }

  /** Removes expired and surplus records; resolves with their number. */
  async trim(): Promise<number> {
    let removed = 0;
    for (;;) {
      const { store, clock } = this.#parts;
      const due = store.range({
        prefix: ["box", "idempotency-due"],
        before: ["box", "idempotency-due", clock.ageMs()],
        limit: trimBatch,
      });
      if (due.length === 0) break;
      removed += await this.#settle(due.map(({ key }) => key));
    }
    for (const org of this.#grown) removed += await this.#trimOrg(org);
    this.#grown.clear();
    return removed;
  }

  async #firstDone(name: string, fingerprint: string): Promise<void> {
    const over = new AbortController();
    const late = sleep(this.#parts.clock, waitMs, over.signal).then(() => "late" as const);
    try {
      for (let first = this.#running.get(name); first; first = this.#running.get(name)) {
        if (first.fingerprint !== fingerprint) throw mismatch();
        if ((await Promise.race([first.done, late])) !== "late") continue;
        const message = "Idempotency-Key: its first request is still being accepted. Try again";
        throw fail("idempotency_request_in_progress", message, { retryAfterSec: 1 });
      }
    } finally {
      over.abort();
    }
  }

  #put(tx: StoreTransaction, at: { org: string; key: string }, answer: KeptAnswer): void {
    const { org, key } = at;
    const existing = tx.get<StoredAnswer>(recordKey(org, key));
    if (existing) throw mismatch();
    const dueAtMs = this.#parts.clock.wallMs() + this.#limits.keepMs;
    const stored: StoredAnswer = { v: 1, dueAtMs, ...answer };
    tx.put(recordKey(org, key), stored);
    tx.put(dueKey(dueAtMs, org, key), 1);
    if (answer.jobId !== undefined) tx.put(jobKey(org, answer.jobId), key);
    tx.afterCommit(() => void this.#grown.add(org));
  }

  #forget(tx: StoreTransaction, at: { org: string; key: string }): void {
    const record = tx.get<StoredAnswer>(recordKey(at.org, at.key));
    tx.remove(recordKey(at.org, at.key));
    if (record?.jobId !== undefined) tx.remove(jobKey(at.org, record.jobId));
  }

  /** Removes the records that are due; those of younger jobs get a later time. */
  async #settle(due: StoreKey[]): Promise<number> {
    return await this.#parts.store.transact(
      (tx) => {
        let removed = 0;
        for (const place of due) {
          const [, , , org, key] = place as [string, string, number, string, string];
          tx.remove(place);
          const record = tx.get<StoredAnswer>(recordKey(org, key));
          if (!record) continue;
          const laterMs = this.#keptUntilMs(tx, org, record);
          if (laterMs <= this.#parts.clock.ageMs()) {
            this.#forget(tx, { org, key });
            removed += 1;
          } else {
            tx.put(recordKey(org, key), { ...record, dueAtMs: laterMs });
            tx.put(dueKey(laterMs, org, key), 1);
          }
        }
        return removed;
      },
      { essential: true },
    );
  }

  #keptUntilMs(tx: StoreTransaction, org: string, { jobId, dueAtMs }: StoredAnswer): number {
    const job = jobId === undefined ? undefined : this.#parts.jobs.get(org, jobId, tx);
    if (!job) return dueAtMs;
    const endMs = job.completedAtMs ?? this.#parts.clock.wallMs();
    return Math.max(dueAtMs, endMs + this.#limits.keepMs);
  }

  async #trimOrg(org: string): Promise<number> {
    const { store } = this.#parts;
    let surplus = store.count([org, "idempotency"]) - this.#limits.maxPerOrg;
    let after: StoreKey = ["box", "idempotency-due"];
    let removed = 0;
    while (surplus > 0) {
      const page = store.range({ prefix: ["box", "idempotency-due"], after, limit: 500 });
      const last = page.at(-1);
      if (!last) break;
      after = last.key;
      const mine = page.filter(({ key }) => key[3] === org).slice(0, Math.min(surplus, trimBatch));
      if (mine.length === 0) continue;
      await store.transact(
        (tx) => {
          for (const { key } of mine) {
            tx.remove(key);
            this.#forget(tx, { org, key: key[4] as string });
          }
        },
        { essential: true },
      );
      after = mine.at(-1)!.key;
      surplus -= mine.length;
      removed += mine.length;
    }
    return removed;
  }
}

function mismatch(): Error {
  return fail(
    "idempotency_key_mismatch",
    "Idempotency-Key: another request used it. Use a new key",
  );
}
