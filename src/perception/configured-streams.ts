import { createHash } from "node:crypto";
import { scopes } from "../contract/scopes.ts";
import type { StreamRequest } from "../contract/surveillance.ts";
import { describeError } from "../core/errors.ts";
import { newRequestId } from "../core/ids.ts";
import type { Logger } from "../core/logger.ts";
import type { Store, StoreKey } from "../core/store.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Caller, Operation } from "../jobs/operation.ts";

/** A stream that the site asks for, on behalf of an organisation. */
export interface ConfiguredStream {
  org: string;
  /** Has a `stream_id`. */
  request: StreamRequest;
}

/** What is needed of the job service. */
export interface ConfiguredStreamJobs {
  /** Submits the request as a stream job; resolves with the job's id. */
  submit(request: StreamRequest, caller: Caller): Promise<string>;
  /** Cancels the job and resolves once it has ended. */
  end(org: string, jobId: string): Promise<unknown>;
  isLive(org: string, jobId: string): boolean;
}

/** Which job a configured stream became, and from which request. */
interface ConfiguredRecord {
  v: 1;
  org: string;
  streamId: string;
  jobId: string;
  /** SHA-256 of the request; a changed one replaces the job. */
  fingerprint: string;
}

const prefix: StoreKey = ["box", "configured_stream"];

const keyOf = (org: string, streamId: string): StoreKey => [...prefix, org, streamId];

function fingerprintOf(request: StreamRequest): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("hex");
}

/** What `reconcileStreams` works on. */
export interface Reconciliation {
  store: Store;
  jobs: ConfiguredStreamJobs;
  log: Logger;
}

/**
 * Makes the stream jobs agree with the site's list: an unchanged stream goes on with its job, a
 * changed one gets a new job, one that is gone is cancelled. A stream that the box refuses is logged
 * and does not keep the others from starting.
 */
export async function reconcileStreams(
  parts: Reconciliation,
  wanted: readonly ConfiguredStream[],
): Promise<void> {
  const { store, jobs } = parts;
  const keep = new Set<string>();
  const known = store.range<ConfiguredRecord>({ prefix }).map(({ value }) => value);
  for (const { org, request } of wanted) {
    const record = store.get<ConfiguredRecord>(keyOf(org, request.stream_id!));
    const isSame = record?.fingerprint === fingerprintOf(request);
    if (record && isSame && jobs.isLive(org, record.jobId)) keep.add(record.jobId);
  }
  for (const record of known) {
    if (keep.has(record.jobId)) continue;
    await jobs.end(record.org, record.jobId);
    await store.transact((tx) => tx.remove(keyOf(record.org, record.streamId)));
  }
  for (const stream of wanted) {
    const record = store.get<ConfiguredRecord>(keyOf(stream.org, stream.request.stream_id!));
    if (record === undefined) await submitStream(parts, stream);
  }
}

async function submitStream(parts: Reconciliation, stream: ConfiguredStream): Promise<void> {
  const { org, request } = stream;
  const streamId = request.stream_id!;
  const caller = { org, keyId: "site-configuration", scopes, requestId: newRequestId() };
  try {
    const jobId = await parts.jobs.submit(request, caller);
    const record: ConfiguredRecord = {
      v: 1,
      org,
      streamId,
      jobId,
      fingerprint: fingerprintOf(request),
    };
    await parts.store.transact((tx) => tx.put(keyOf(org, streamId), record));
  } catch (error) {
    parts.log.error(
      { streamId, error: describeError(error) },
      "a camera of the site configuration was refused",
    );
  }
}

/** How long a replaced camera's job is waited for, in milliseconds. */
const endWaitMs = 15_000;

/** The job service as configured streams need it. */
export function streamJobs(jobs: Jobs, operation: Operation): ConfiguredStreamJobs {
  return {
    submit: async (request, caller) => (await jobs.submit(operation, request, { caller })).job.id,
    isLive: (org, jobId) => jobs.isLive(org, jobId),
    async end(org, jobId) {
      await jobs.cancel(org, jobId);
      const signal = AbortSignal.timeout(endWaitMs);
      await jobs.waitForTerminal(org, jobId, { timeoutMs: endWaitMs, keyId: "site", signal });
    },
  };
}
