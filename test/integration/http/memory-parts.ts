import { randomUUID } from "node:crypto";
import type { JobsFacade, IdempotencyFacade, IdempotentAnswer } from "../../../src/http/facades.ts";
import type { Job } from "../../../src/jobs/job.ts";
import { fail } from "../../../src/contract/fail.ts";

export class MemoryJobs implements JobsFacade, IdempotencyFacade {
  jobs = new Map<string, Job>();
  keys = new Map<string, IdempotentAnswer & { job?: string }>();
  waiters = new Set<() => void>();
  async submit(...[operation, input, from]: Parameters<JobsFacade["submit"]>) {
    const at = `${from.caller.org} ${from.idempotency?.key}`;
    const known = from.idempotency && this.keys.get(at);
    if (known) {
      if (known.fingerprint !== from.idempotency?.fingerprint || !known.job)
        throw fail("idempotency_key_mismatch", "other");
      return { job: this.jobs.get(known.job)!, replayed: true };
    }
    const prepared = await operation.prepare(input as never, from.caller);
    const job = {
      v: 1,
      id: randomUUID(),
      org: from.caller.org,
      type: operation.jobType,
      status: "queued",
      createdAtMs: Date.now(),
      payload: {},
      inputEcho: prepared.inputEcho,
      requestId: from.caller.requestId,
      phase: "queued",
    } as unknown as Job;
    this.jobs.set(job.id, job);
    if (from.idempotency)
      this.keys.set(at, { fingerprint: from.idempotency.fingerprint, answer: null, job: job.id });
    return { job, replayed: false };
  }
  get(org: string, id: string) {
    const job = this.jobs.get(id);
    return job?.org === org ? job : undefined;
  }
  list(org: string) {
    const items = [...this.jobs.values()].filter((j) => j.org === org);
    return { items, total: items.length, hasMore: false, nextCursor: null };
  }
  async cancel(org: string, id: string) {
    return this.finish(org, id, "cancelled");
  }
  finish(org: string, id: string, status: Job["status"]) {
    const job = this.get(org, id);
    if (job && job.status === "queued") this.jobs.set(id, { ...job, status });
    for (const wake of this.waiters) wake();
    return this.get(org, id);
  }
  waitForTerminal(org: string, id: string, wait: { timeoutMs: number; signal: AbortSignal }) {
    return new Promise<Job | undefined>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiters.delete(done);
        resolve(this.get(org, id));
      };
      const timer = setTimeout(done, wait.timeoutMs);
      this.waiters.add(done);
      wait.signal.addEventListener("abort", done);
    });
  }
  toWire(job: Job) {
    return { job_id: job.id, status: job.status, type: job.type };
  }
  find(org: string, key: string) {
    return this.keys.get(`${org} ${key}`);
  }
  async save(org: string, key: string, record: IdempotentAnswer) {
    this.keys.set(`${org} ${key}`, record);
  }
}
