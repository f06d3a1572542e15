import type { JsonObject } from "../base/jobs/job.ts";
import type { Capability, EndpointKind } from "./uplink-terms.ts";
import type { Answers, Requests } from "./requests.ts";

/** The connection of one submission to the uplink. */
export interface EndpointCall {
  signal: AbortSignal;
  /** Sent as a header; equal for repetitions of the same submission. */
  idempotencyKey: string;
  /** Reports a connection: the endpoint is there, whatever it answers. */
  connected(): void;
  /** Awaited before the first byte of the request leaves; a rejection keeps it on the box. */
  beforeSend(bytes: number): Promise<void>;
}

/** The figures of a call besides the answer. */
export interface CallFigures {
  receivedBytes: number;
  /** In the currency of the endpoint; null when it does not report its cost. */
  cost: number | null;
}

/** The reasons for a missing answer. */
export type FailureKind =
  /** Nothing was sent: no name, no connection, no TLS. */
  | "unreachable"
  /** The endpoint does not admit this box: key, account, model or address (401, 402, 403, 404). */
  | "refused"
  /** Too many requests (429, or 503 with Retry-After). */
  | "throttled"
  /** The endpoint failed (other 5xx, 408, 425). */
  | "unavailable"
  /** The endpoint does not accept this request (other 4xx). */
  | "rejected"
  /** The endpoint refuses this content. */
  | "content"
  /** The answer is invalid. */
  | "invalid"
  /** The request left, and no answer came: the endpoint may have processed it. */
  | "unknown";

/** The one error of endpoints. `message` is for people and holds no secret. */
export class EndpointFailure extends Error {
  readonly kind: FailureKind;
  readonly retryAfterMs: number | null;
  readonly received: CallFigures;
  /** For an answer that does not match its schema: the field and the fault, nothing of the answer. */
  readonly shapeFault: string | null;

  constructor(
    kind: FailureKind,
    message: string,
    more: {
      retryAfterMs?: number | null;
      received?: CallFigures;
      shapeFault?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "EndpointFailure";
    this.kind = kind;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.received = more.received ?? { receivedBytes: 0, cost: null };
    this.shapeFault = more.shapeFault ?? null;
  }
}

/** An answer without its routing, which only the uplink knows. */
export type Bare<A> = Omit<A, "routing">;

/** An endpoint that answers single questions. */
export interface ModelEndpoint {
  /** Rejects with `EndpointFailure`, with the reason of `call.signal`, or with what `beforeSend` rejects with. */
  ask<C extends Capability>(
    question: { capability: C; model: string; request: Requests[C] },
    call: EndpointCall,
  ): Promise<{ answer: Bare<Answers[C]>; received: CallFigures }>;
}

/** A job at a service, as its long poll shows it. */
export interface RemoteJob {
  status: "queued" | "processing" | "completed" | "failed" | "cancelled";
  phase: string | null;
  progress: number | null;
  payload: { readonly [key: string]: unknown };
  error: { code: string; message: string; retryable: boolean } | null;
}

/** An endpoint that does whole jobs. All methods reject as `ModelEndpoint.ask` does. */
export interface ServiceEndpoint {
  /** Resolves with the other server's job id. `cancelAfterSec`: the time after which the result is useless. */
  submit(
    job: { path: string; body: JsonObject; cancelAfterSec: number | null },
    call: EndpointCall,
  ): Promise<{ jobId: string; received: CallFigures }>;
  /** Waits up to `waitSec` for the job's end. Fails with `rejected` when the job no longer exists. */
  poll(
    jobId: string,
    options: { waitSec: number; signal: AbortSignal },
  ): Promise<{ job: RemoteJob; received: CallFigures }>;
  cancel(jobId: string, signal: AbortSignal): Promise<void>;
  /** Fetches a file that one of its jobs names. */
  download(
    url: string,
    options: { maxBytes: number; signal: AbortSignal },
  ): Promise<{ bytes: Uint8Array; mediaType: string }>;
}

/** One endpoint of the site configuration, ready to use. */
export interface Endpoint {
  name: string;
  kind: EndpointKind;
  /** Host and port, for people. */
  host: string;
  /** Exactly one of the two is set: `service` for that kind, `models` for all others. */
  models?: ModelEndpoint;
  service?: ServiceEndpoint;
}
