import { createHash } from "node:crypto";
import { scopes } from "../../base/contract/scopes.ts";
import type { StreamRequest } from "../settings/stream-document.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import { newRequestId } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { Caller, Operation } from "../../base/jobs/operation.ts";

/** A stream that the site asks for, on behalf of an organisation. */
export interface ConfiguredStream {
  org: string;
  /** Has a `stream_id`. */
  request: StreamRequest;
}

/** The part of the job service that configured streams use. */
export interface ConfiguredStreamJobs {
  /** Submits the request as a stream job; resolves with the job's id. */
  submit(request: StreamRequest, caller: Caller): Promise<string>;
  /** Cancels the job and resolves once it has ended. */
  end(org: string, jobId: string): Promise<unknown>;
  isLive(org: string, jobId: string): boolean;
  /** Returns false when the appliance lost its key, so that the job's address and credentials are unreadable. */
  isReadable(org: string, jobId: string): Promise<boolean>;
}

/** The job of a configured stream, and the request that it came from. */
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

/** A stream of the configuration that the box does not accept now. */
export interface RefusedStream {
  org: string;
  streamId: string;
  /** The reason in a sentence that names the wrong field, without a secret. */
  reason: string;
}

/** The parts of configured streams. */
export interface ConfiguredStreamsParts {
  store: Store;
  jobs: ConfiguredStreamJobs;
  clock: Clock;
  log: Logger;
}

/** The pause before the next try of a refused stream: a missing model, webhook or file may have come. */
const retryMs = 30_000;

/**
 * Brings the stream jobs in line with the site's list: an unchanged stream keeps its job, a changed one gets
 * a new job, and a removed one is cancelled. A refused stream does not stop the others; `refused` lists it,
 * and the appliance tries it again every 30 s.
 */
export class ConfiguredStreams implements Part {
  readonly #parts: ConfiguredStreamsParts;
  /** By organisation and stream; at most one entry for each stream of the configuration. */
  readonly #refused = new Map<string, RefusedStream & { stream: ConfiguredStream }>();
  #timer: Timer | undefined;
  #retrying: Promise<void> | undefined;

  constructor(parts: ConfiguredStreamsParts) {
    this.#parts = parts;
  }

  /** Those of `org` that were refused when last tried, in the order of the configuration. */
  refused(org: string): RefusedStream[] {
    return [...this.#refused.values()]
      .filter((each) => each.org === org)
      .map(({ streamId, reason }) => ({ org, streamId, reason }));
  }

  /** Those of `streams` that were asked for when the box last ran. */
  known(streams: readonly ConfiguredStream[]): ConfiguredStream[] {
    const { store } = this.#parts;
    return streams.filter(
      ({ org, request }) => store.get(keyOf(org, request.stream_id!)) !== undefined,
    );
  }

  /** Resolves when each of `streams` was tried once. Not to be called twice at once. */
  async reconcile(streams: readonly ConfiguredStream[]): Promise<void> {
    const { store, jobs, clock } = this.#parts;
    this.#timer?.cancel();
    await this.#retrying;
    this.#forgetOthers(streams);
    const keep = new Set<string>();
    const records = store.range<ConfiguredRecord>({ prefix }).map(({ value }) => value);
    for (const { org, request } of streams) {
      const record = store.get<ConfiguredRecord>(keyOf(org, request.stream_id!));
      const isSame = record?.fingerprint === fingerprintOf(request);
      if (!record || !isSame || !jobs.isLive(org, record.jobId)) continue;
      if (await jobs.isReadable(org, record.jobId)) keep.add(record.jobId);
    }
    for (const record of records) {
      if (keep.has(record.jobId)) continue;
      await jobs.end(record.org, record.jobId);
      await store.transact((tx) => tx.remove(keyOf(record.org, record.streamId)));
    }
    for (const stream of streams) {
      const record = store.get<ConfiguredRecord>(keyOf(stream.org, stream.request.stream_id!));
      if (record === undefined) await this.#submit(stream);
    }
    if (this.#refused.size > 0) this.#timer = clock.every(retryMs, () => this.#retry());
  }

  /** A stream that is no longer asked for is not tried again. */
  #forgetOthers(streams: readonly ConfiguredStream[]): void {
    const keys = new Set(
      streams.map(({ org, request }) => JSON.stringify([org, request.stream_id])),
    );
    for (const key of this.#refused.keys()) if (!keys.has(key)) this.#refused.delete(key);
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#retrying;
  }

  #retry(): void {
    this.#retrying ??= this.#retryAll().finally(() => {
      this.#retrying = undefined;
    });
  }

  async #retryAll(): Promise<void> {
    for (const { stream } of this.#refused.values()) await this.#submit(stream);
    if (this.#refused.size === 0) this.#timer?.cancel();
  }

  /** Never rejects. */
  async #submit(stream: ConfiguredStream): Promise<void> {
    const { store, jobs, log } = this.#parts;
    const { org, request } = stream;
    const streamId = request.stream_id!;
    const key = JSON.stringify([org, streamId]);
    const caller = { org, keyId: "site-configuration", scopes, requestId: newRequestId() };
    try {
      const jobId = await jobs.submit(request, caller);
      const fingerprint = fingerprintOf(request);
      const record: ConfiguredRecord = { v: 1, org, streamId, jobId, fingerprint };
      await store.transact((tx) => tx.put(keyOf(org, streamId), record));
      if (this.#refused.delete(key)) {
        log.info({ streamId }, "a camera of the site configuration is accepted now");
      }
    } catch (error) {
      const reason = GatehouseError.find(error)?.message ?? "the box failed: see its log";
      // The same sentence every 30 s would fill the log.
      if (this.#refused.get(key)?.reason !== reason) {
        const refusal = { streamId, error: describeError(error) };
        log.error(refusal, "a camera of the site configuration was refused");
      }
      this.#refused.set(key, { org, streamId, reason, stream });
    }
  }
}

/** The longest wait for the end of a replaced camera's job, in milliseconds. */
const endWaitMs = 15_000;

/** The job service as configured streams need it. */
export function streamJobs(jobs: Jobs, operation: Operation): ConfiguredStreamJobs {
  return {
    submit: async (request, caller) => (await jobs.submit(operation, request, { caller })).job.id,
    isLive: (org, jobId) => jobs.isLive(org, jobId),
    isReadable: (org, jobId) => jobs.hasReadableInput(org, jobId),
    async end(org, jobId) {
      await jobs.cancel(org, jobId);
      const signal = AbortSignal.timeout(endWaitMs);
      await jobs.waitForTerminal(org, jobId, { timeoutMs: endWaitMs, keyId: "site", signal });
    },
  };
}
