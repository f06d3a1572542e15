import type { JsonObject } from "../base/jobs/job.ts";
import type { Capability, EndpointKind } from "./wire/uplink.ts";
import type { Answers, Requests } from "./requests.ts";

/** What is known of one submission while it runs. */
export interface Call {
  signal: AbortSignal;
  /** Sent where the other side knows the header; the same again for the same submission. */
  idempotencyKey: string;
  /** A connection stands: the endpoint is there, whatever it answers. */
  connected(): void;
  /** Awaited before the first byte of the request leaves; a rejection keeps it on the box. */
  beforeSend(bytes: number): Promise<void>;
}

/** What came of a call besides the answer. */
export interface Received {
  receivedBytes: number;
  /** In the currency of the endpoint; null when it does not say. */
  cost: number | null;
}

/** Why there is no answer. */
export type FailureKind =
  /** Nothing was sent: no name, no connection, no TLS. */
  | "unreachable"
  /** It does not let this box in: key, account, model or address (401, 402, 403, 404). */
  | "refused"
  /** Too much at once (429, or 503 with Retry-After). */
  | "throttled"
  /** It failed by itself (other 5xx, 408, 425). */
  | "unavailable"
  /** It does not take this request (other 4xx). */
  | "rejected"
  /** It will not answer this content. */
  | "content"
  /** It answered with something that is no answer. */
  | "invalid"
  /** The request left, and no answer came: it may have been done. */
  | "unknown";

/** The one error of endpoints. `message` is for people and holds no secret. */
export class EndpointFailure extends Error {
  readonly kind: FailureKind;
  readonly retryAfterMs: number | null;
  readonly received: Received;
  /** Of an answer that is not of its schema: the field and what is wrong with it, nothing of the answer. */
  readonly shapeFault: string | null;

  constructor(
    kind: FailureKind,
    message: string,
    more: {
      retryAfterMs?: number | null;
      received?: Received;
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
    call: Call,
  ): Promise<{ answer: Bare<Answers[C]>; received: Received }>;
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
  /** Resolves with the job's id over there. `cancelAfterSec`: when it need not be done any more. */
  submit(
    job: { path: string; body: JsonObject; cancelAfterSec: number | null },
    call: Call,
  ): Promise<{ jobId: string; received: Received }>;
  /** Waits up to `waitSec` for the job's end. `rejected`: there is no such job any more. */
  poll(
    jobId: string,
    options: { waitSec: number; signal: AbortSignal },
  ): Promise<{ job: RemoteJob; received: Received }>;
  cancel(jobId: string, signal: AbortSignal): Promise<void>;
  /** Fetches a file that one of its jobs names. */
  download(
    url: string,
    options: { maxBytes: number; signal: AbortSignal },
  ): Promise<{ bytes: Uint8Array; mediaType: string }>;
}

/** One endpoint of the site configuration, ready to be used. */
export interface Endpoint {
  name: string;
  kind: EndpointKind;
  /** Host and port, for people. */
  host: string;
  /** Exactly one of the two is there: `service` for that kind, `models` for all others. */
  models?: ModelEndpoint;
  service?: ServiceEndpoint;
}
