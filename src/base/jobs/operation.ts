import type { Static, TSchema } from "typebox";
import type { Scope } from "../contract/scopes.ts";
import type { JobType } from "./wire/jobs.ts";
import type { StoreTransaction } from "../core/store.ts";
import type { Job, JobOutcome, JobRouting, JsonObject } from "./job.ts";
import type { ReceivedBlobs } from "./inputs/received-blob.ts";

/** Who asks: from the key of the request, or from a run or rule on behalf of one. */
export interface Caller {
  org: string;
  /** Id of the key, or of the page session's key. */
  keyId: string;
  scopes: readonly Scope[];
  requestId: string;
}

/** What an operation hands to the queue after its checks. */
export interface PreparedJob {
  inputEcho: JsonObject;
  /** The full input for the handler: may hold secrets and big data; never shown, purged with the job. */
  input: JsonObject;
  /** Blobs that `input` names; they live as long as it does. */
  blobIds?: readonly string[];
  /** Encrypts what is stored of the input, as for jobs about people's health. */
  isInputSealed?: boolean;
  clientReferenceId?: string | null;
  metadata?: { readonly [key: string]: string };
  tags?: { readonly [name: string]: string };
  maxAttempts?: number;
  /** Milliseconds from acceptance to `deadline_exceeded`; null for no deadline. */
  deadlineMs?: number | null;
  /** What the box will not, or not fully, do as asked; stands in the answer and in its replays. */
  warnings?: readonly string[];
  /**
   * The result's own address where it is known from the start, e.g. the incident list of a live stream: absolute,
   * or a path below `/api/v1/`. Null until the handler gives one when absent.
   */
  resultUrl?: string;
  /**
   * Runs in the transaction that stores the job: for records that must appear with it, e.g. the
   * claim of a stream id. May throw a coded error; then nothing is stored. What it returns stands
   * in the answer's `data` once, and in none of its replays: secrets that the box has made.
   */
  onAccept?(tx: StoreTransaction, job: Job): JsonObject | void;
}

/**
 * One thing a caller can ask for that becomes a job. Registered once; HTTP routes, OpenAPI and
 * multi-step runs are made from the registry. `defineOperation` takes the type of `prepare`'s input from the schema.
 */
export interface Operation<S extends TSchema = TSchema> {
  /** `namespace.method` as decisions section 7 lists it, e.g. `surveillance.analyze`. */
  namespace: string;
  method: string;
  /** Further words for the method that steps of runs may use, e.g. that of the path. */
  methodAliases?: readonly string[];
  summary: string;
  scope: Scope;
  jobType: JobType;
  /** Path below `/api/v1`, e.g. `/surveillance/streams` or `/brands/:brand_id/project`; always POST. */
  path: string;
  /** Further paths with the same behaviour. */
  aliases?: readonly string[];
  /** Schema of the input; unknown fields are refused. Over HTTP the path's parameters are fields of it. */
  inputSchema: S;
  /** Body limit in bytes; the default limit when absent. */
  bodyLimitBytes?: number;
  /**
   * Fields that take base64, as `input.data` or `reference_images[]`. A string above 64 KiB there is
   * taken out of the body before anything is parsed, and a token stands in its place, for which
   * `blobs` has what came. Their schema says nothing of strings but the length.
   */
  blobFields?: readonly string[];
  /** Checks beyond the schema, then the job to store; throws coded errors with `param`. */
  prepare(
    input: Static<S>,
    caller: Caller,
    blobs?: ReceivedBlobs,
  ): PreparedJob | Promise<PreparedJob>;
  /**
   * Says why the input may not be that of a step of a run, by a coded error with `param`. It is asked
   * for inputs of the right form, in which objects with `$ref` may still stand in any place.
   */
  checkStep?(input: JsonObject): void;
}

/** The same operation; `prepare` gets its input as `inputSchema` describes it. */
export function defineOperation<S extends TSchema>(operation: Operation<S>): Operation {
  return operation;
}

/** An operation as runs see it: some are steps only, without a route of their own. */
export type StepOperation = Omit<Operation, "path" | "aliases" | "bodyLimitBytes" | "blobFields">;

/** What a handler gets for one attempt. */
export interface JobContext<Input extends JsonObject = JsonObject> {
  job: Job;
  /** As the operation's `prepare` has given it. */
  input: Input;
  /** The content of a blob that `input` names; rejects with `input_unreadable` when it is gone. */
  blob(id: string): Promise<Uint8Array>;
  /** Aborts on cancel, deadline, lost lease and shutdown. */
  signal: AbortSignal;
  /** Why `signal` aborted; undefined while it has not. On `shutdown` the job goes on after the restart. */
  abortReason(): "cancel" | "deadline" | "shutdown" | "lease_lost" | undefined;
  /**
   * Shows progress to readers; fenced, durable, and merged into `payload`. `stages` replaces what
   * `expand=diagnostics` shows of the handler's stages, in milliseconds; `routing` who answered.
   * `isElsewhere`: the handler only waits for somebody else, so that a crash meanwhile is not its own.
   */
  update(change: {
    phase?: string;
    progress?: number | null;
    payload?: JsonObject;
    stages?: JsonObject;
    routing?: JobRouting;
    isElsewhere?: boolean;
  }): Promise<void>;
}

/**
 * What queued jobs wait for besides a worker. It is asked often and answers from memory. Jobs with the
 * same key wait for the same thing.
 */
export interface JobGate {
  /** Null for a job that waits for nothing. */
  keyOf(job: Job): string | null;
  /** Null while jobs of this key may start, else the phase that they show. */
  closed(key: string): string | null;
  /** `listener` is called whenever something that was closed may have opened. */
  opened(listener: () => void): void;
  /** A job of this key starts now; `left` follows when its attempt is over. */
  starting(key: string, jobId: string): void;
  left(key: string, jobId: string): void;
}

/**
 * Does the work of one job type. `run` resolves with the outcome (completed) or rejects: a coded
 * error with `retryable` goes back to the queue until `maxAttempts`, `Postponed` goes back without
 * having used an attempt, any other fails the job. After
 * an abort it must settle within 10 s; its result then counts only when the reason was none.
 */
export interface JobHandler {
  type: JobType;
  /** How many jobs of this type run at once; Infinity for those that mostly wait. */
  concurrency: number;
  /** Jobs of the type that have a bound of their own, because they take what the others do not. */
  bounded?: { concurrency: number; holds(job: Job): boolean };
  /** What its jobs wait for before an attempt begins. */
  gate?: JobGate;
  run(context: JobContext): Promise<JobOutcome>;
  /** Stage timings of a job that is running now, in place of those stored. */
  stages?(job: Job): JsonObject | undefined;
}

/** What carries out jobs of one type, with what creates them: an operation of the API, or a step of runs only. */
export interface HandledOperation {
  operation?: Operation;
  step?: StepOperation;
  handler: JobHandler;
}
