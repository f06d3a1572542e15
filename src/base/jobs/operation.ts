import type { Static, TSchema } from "typebox";
import type { AgentChannel } from "../contract/agents.ts";
import type { PersonIdentity } from "../contract/person.ts";
import type { Scope } from "../contract/scopes.ts";
import type { JobType } from "./job-terms.ts";
import type { StoreTransaction } from "../core/store.ts";
import type { Job, JobOutcome, JobRouting, JsonObject } from "./job.ts";
import type { JobShare } from "./sharing/job-share.ts";
import type { ReceivedBlobs } from "./inputs/received-blob.ts";

/** The caller: the key of the request, or a run or rule on behalf of a key. */
export interface Caller {
  org: string;
  /** Id of the key, or of the page session's key or person. */
  keyId: string;
  scopes: readonly Scope[];
  requestId: string;
  /** Absent for programs. */
  person?: PersonIdentity | undefined;
  /** Set for requests of agents (`needsConfirmation`). */
  via?: AgentChannel | undefined;
  /** Id of the box of the fleet that passed on the request; absent for requests of clients. */
  boxId?: string;
}

/** An operation's job for the queue, after its checks. */
export interface PreparedJob {
  inputEcho: JsonObject;
  /**
   * The full input for the handler: may hold secrets and big data; never shown, removed with the
   * job.
   */
  input: JsonObject;
  /** Blobs that `input` names; they live as long as it. */
  blobIds?: readonly string[];
  /** True to encrypt the stored input, as for jobs about people's health. */
  isInputSealed?: boolean;
  clientReferenceId?: string | null;
  metadata?: { readonly [key: string]: string };
  tags?: { readonly [name: string]: string };
  maxAttempts?: number;
  /** Milliseconds from acceptance to `deadline_exceeded`; null for no deadline. */
  deadlineMs?: number | null;
  /**
   * Warnings about parts of the request that the box will not fully do; answer and replays carry
   * them.
   */
  warnings?: readonly string[];
  /**
   * The result's address where it is known from the start, e.g. the incident list of a live stream:
   * absolute, or a path below `/api/v1/`. When absent, null until the handler gives one.
   */
  resultUrl?: string;
  /**
   * Runs in the transaction that stores the job: for records that must appear with it, e.g. the
   * claim of a stream id. May throw a coded error; then nothing is stored. The first answer's
   * `data` carries the returned object, and no replay does: secrets that the box has made.
   */
  onAccept?(tx: StoreTransaction, job: Job): JsonObject | void;
}

/**
 * A request that becomes a job. Registered once; HTTP routes, OpenAPI and multi-step runs follow
 * from the registry. `defineOperation` takes the type of `prepare`'s input from the schema.
 */
export interface Operation<S extends TSchema = TSchema> {
  /** `namespace.method` of decisions section 7, e.g. `surveillance.analyze`. */
  namespace: string;
  method: string;
  /** Aliases of the method for steps of runs, e.g. that of the path. */
  methodAliases?: readonly string[];
  summary: string;
  scope: Scope;
  /** Agents get its routes as tools (`Route.isTool`). */
  isTool?: boolean;
  jobType: JobType;
  /**
   * Path below `/api/v1`, e.g. `/surveillance/streams` or `/brands/:brand_id/project`; always POST.
   */
  path: string;
  /** Further paths with the same behavior. */
  aliases?: readonly string[];
  /**
   * Schema of the input, without unknown fields. Over HTTP the path's parameters are fields of it.
   */
  inputSchema: S;
  /** Body limit in bytes; the default limit when absent. */
  bodyLimitBytes?: number;
  /**
   * Fields that take base64, as `input.data` or `reference_images[]`. The server takes a string
   * above 64 KiB out of the body before it parses anything, and puts a token in its place, with
   * which `blobs` finds the file. Their schema constrains only the length.
   */
  blobFields?: readonly string[];
  /**
   * Makes the checks beyond the schema, then returns the job to store; throws coded errors with
   * `param`.
   */
  prepare(
    input: Static<S>,
    caller: Caller,
    blobs?: ReceivedBlobs,
  ): PreparedJob | Promise<PreparedJob>;
  /**
   * Throws a coded error with `param` when the input may not be that of a step of a run. The input
   * matches the schema, except that objects with `$ref` may stand in any place.
   */
  checkStep?(input: JsonObject): void;
}

/** Returns the same operation, with `prepare`'s input typed by `inputSchema`. */
export function defineOperation<S extends TSchema>(operation: Operation<S>): Operation {
  return operation;
}

/** An operation as runs see it: some are steps only, without a route. */
export type StepOperation = Omit<Operation, "path" | "aliases" | "bodyLimitBytes" | "blobFields">;

/** The context of one attempt for a handler. */
export interface JobContext<Input extends JsonObject = JsonObject> {
  job: Job;
  /** The input from the operation's `prepare`. */
  input: Input;
  /**
   * Returns the content of a blob that `input` names; rejects with `input_unreadable` when it is
   * gone.
   */
  blob(id: string): Promise<Uint8Array>;
  /** Aborts on cancel, deadline, lost lease and shutdown. */
  signal: AbortSignal;
  /**
   * The reason why `signal` aborted; undefined while it has not. On `shutdown` the job continues
   * after the restart.
   */
  abortReason(): "cancel" | "deadline" | "shutdown" | "lease_lost" | undefined;
  /**
   * Publishes progress; fenced, durable, and merged into `payload`. `stages` replaces the handler's
   * stages in `expand=diagnostics`, in milliseconds; `routing` names the endpoint that answered.
   * `isElsewhere`: the handler only waits for another system, so that a crash does not count. `box`: name of the box
   * that does the work, for another one.
   */
  update(change: {
    phase?: string;
    progress?: number | null;
    payload?: JsonObject;
    stages?: JsonObject;
    routing?: JobRouting;
    isElsewhere?: boolean;
    box?: { id: string; name: string };
  }): Promise<void>;
}

/**
 * A condition that queued jobs wait for besides a worker. Its methods are called often and answer
 * from memory. Jobs with the same key wait for the same condition.
 */
export interface JobGate {
  /** Null for a job that waits for nothing. */
  keyOf(job: Job): string | null;
  /** Null while jobs of this key may start, else the phase to show. */
  closed(key: string): string | null;
  /** Calls `listener` whenever a closed key may have opened. */
  opened(listener: () => void): void;
  /** A job of this key starts now; `left` follows when its attempt ends. */
  starting(key: string, jobId: string): void;
  left(key: string, jobId: string): void;
}

/**
 * Does the work of one job type. `run` resolves with the outcome (completed) or rejects: a
 * retryable coded error returns the job to the queue until `maxAttempts`, `Postponement` returns it
 * without using an attempt, any other error fails it. After an abort it must settle within 10 s;
 * its result counts only without an abort reason.
 */
export interface JobHandler {
  type: JobType;
  /** Concurrent jobs of this type; Infinity for those that mostly wait. */
  concurrency: number;
  /** Jobs of the type with a bound of their own, because they need a scarce resource. */
  bounded?: { concurrency: number; holds(job: Job): boolean };
  /** The condition that its jobs wait for before an attempt begins. */
  gate?: JobGate;
  /** How other boxes of a fleet may do its jobs; absent where only this box may. */
  share?: JobShare;
  run(context: JobContext): Promise<JobOutcome>;
  /** Returns stage timings of a running job, which replace the stored ones. */
  stages?(job: Job): JsonObject | undefined;
}

/**
 * A handler with the operation that creates its jobs: one of the API, or a step of runs only. A second operation of a job
 * type comes without the handler.
 */
export interface HandledOperation {
  operation?: Operation;
  step?: StepOperation;
  handler?: JobHandler;
}
