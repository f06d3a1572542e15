import type { Severity } from "../contract/event-types.ts";
import type { IncidentWire } from "../contract/incident.ts";
import type { StreamWire } from "../contract/surveillance.ts";
import type { JobStatus, JobType } from "../contract/jobs.ts";
import type { Event } from "../events/event.ts";
import type { Job } from "../jobs/job.ts";
import type { Caller, Operation } from "../jobs/operation.ts";
import type { PageOf } from "./envelope.ts";

/** Which part of a list is wanted; `after` (a cursor) wins over `offset`. */
export interface PageQuery {
  limit: number;
  offset: number;
  after?: string;
}

/** A resource as the wire shows it. */
export type Wire = Readonly<Record<string, unknown>>;

/** Streams of the box as the routes need them; every call is bound to one organisation. */
export interface StreamsFacade {
  list(org: string, page: PageQuery): PageOf<StreamWire>;
  /** Undefined for an unknown stream, and for one of another organisation. */
  get(org: string, streamId: string): StreamWire | undefined;
  /** Applies a change to the running stream; coded errors with `param`; undefined as in `get`. */
  patch(org: string, streamId: string, change: unknown): Promise<StreamWire | undefined>;
  /** Cancels the stream's job; the stream as it is then. */
  remove(org: string, streamId: string): Promise<StreamWire | undefined>;
  /** The newest picture with what was seen drawn in; `stream_not_ready` before the first. */
  snapshot(
    org: string,
    streamId: string,
    options: { maxWidthPx: number },
  ): Promise<{ jpeg: Uint8Array } | undefined>;
  /** Starts a live view; pictures come until `close`. Undefined as in `get`. */
  openLive(
    org: string,
    streamId: string,
    options: { fps: number; maxWidthPx: number; onJpeg: (jpeg: Uint8Array) => void },
  ): { close(): void } | undefined;
  /** The built-in profiles, in the contract's order. */
  profiles(): readonly Wire[];
}

/** What a list of incidents can be narrowed to. */
export interface IncidentFilters {
  streamId?: string;
  state?: "open" | "resolved";
  severity?: Severity;
  /** This severity or a higher one. */
  minSeverity?: Severity;
  type?: string;
  /** Unix seconds of the start: inclusive, exclusive. */
  from?: number;
  to?: number;
}

/** Incidents as the routes need them; newest first. */
export interface IncidentsFacade {
  list(org: string, filters: IncidentFilters, page: PageQuery): PageOf<IncidentWire>;
  get(org: string, id: string): IncidentWire | undefined;
  acknowledge(org: string, id: string): Promise<IncidentWire | undefined>;
  resolve(org: string, id: string): Promise<IncidentWire | undefined>;
  /** The annotated picture of the opening; undefined when there is none (any more). */
  snapshot(org: string, id: string): Promise<{ jpeg: Uint8Array } | undefined>;
}

/** What `GET /api/v1/system` shows. */
export interface SystemFacade {
  describe(org: string): Wire;
}

/** The event log as readers of event streams need it. */
export interface EventFeed {
  readonly boxId: string;
  readonly epoch: string;
  /** From this position on nothing is missing; `lastSeq() + 1` when nothing is kept. */
  oldestSeq(): number;
  /** Position of the newest entry; 0 before the first. */
  lastSeq(): number;
  /** Entries of `org` after `afterSeq`, oldest first, at most `limit`. */
  read(org: string, afterSeq: number, limit: number): readonly Event[];
  /** Calls `listener` for each new entry of any organisation, in order, once it is durable. */
  subscribe(listener: (event: Event) => void): () => void;
}

/** What an accepted operation is answered with, now and at every replay. */
export interface Submission {
  job: Job;
  /** True when the job was made by an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** What a list of jobs can be narrowed to. */
export interface JobFilters {
  status?: JobStatus;
  type?: JobType;
  clientReferenceId?: string;
  tags?: { readonly [name: string]: string };
}

/** Jobs as the routes need them; every call is bound to one organisation. */
export interface JobsFacade {
  /**
   * Prepares and stores one job; resolves once it is durable. With an idempotency key the same
   * request gives the same job again, another request `idempotency_key_mismatch`.
   */
  submit(
    operation: Operation,
    input: unknown,
    from: { caller: Caller; idempotency?: { key: string; fingerprint: string } },
  ): Promise<Submission>;
  get(org: string, id: string): Job | undefined;
  list(org: string, filters: JobFilters, page: PageQuery): PageOf<Job>;
  cancel(org: string, id: string): Promise<Job | undefined>;
  /** Resolves with the job when it is terminal, the time is up, or `signal` aborts. */
  waitForTerminal(
    org: string,
    id: string,
    wait: { timeoutMs: number; keyId: string; signal: AbortSignal },
  ): Promise<Job | undefined>;
  toWire(job: Job): Wire;
}

/** A stored answer; `answer` is null when the key made a job, whose own record replays it. */
export interface IdempotentAnswer {
  fingerprint: string;
  answer: unknown;
}

/** Answers kept under Idempotency-Keys, one name space with those of jobs. */
export interface IdempotencyFacade {
  find(org: string, key: string): IdempotentAnswer | undefined;
  save(org: string, key: string, record: IdempotentAnswer): Promise<void>;
}

/** A file behind a signed address. */
export interface SignedFile {
  path: string;
  sizeBytes: number;
  contentType: string;
}

/** Files that are handed out by signed address, without a key. */
export interface AssetsFacade {
  /** Undefined for a wrong signature, an address past its expiry, and a file that is gone. */
  openSigned(address: {
    id: string;
    extension: string;
    exp: string;
    sig: string;
  }): Promise<SignedFile | undefined>;
}
