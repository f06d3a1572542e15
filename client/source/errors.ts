import type { ErrorCode } from "./generated.ts";

/** Details of an API error besides its code. */
export interface ApiErrorFacts {
  status: number;
  requestId: string;
  retryable: boolean;
  /** Whole seconds to wait before retrying. */
  retryAfterSec?: number | undefined;
  /** Path of the wrong field. */
  param?: string | undefined;
  details?: readonly { path: string; rule: string; message: string }[] | undefined;
}

/**
 * The box refused a request. `code` is one of the API's error table; newer boxes may have more
 * codes.
 */
export class GatehouseApiError extends Error {
  override readonly name = "GatehouseApiError";
  readonly code: ErrorCode | (string & {});
  readonly status: number;
  /** Id of the request in the box's log. */
  readonly requestId: string;
  readonly retryable: boolean;
  readonly retryAfterSec: number | undefined;
  readonly param: string | undefined;
  readonly details: ApiErrorFacts["details"];

  constructor(code: string, message: string, facts: ApiErrorFacts) {
    super(`${code}: ${message}`);
    this.code = code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.retryable = facts.retryable;
    this.retryAfterSec = facts.retryAfterSec;
    this.param = facts.param;
    this.details = facts.details;
  }
}

/** The client could not reach the box, or the connection broke before the whole answer arrived. */
export class GatehouseConnectionError extends Error {
  override readonly name = "GatehouseConnectionError";
  readonly code = "connection_failed";
}

/** A wait of this client exceeded its `timeoutMs`. */
export class GatehouseTimeoutError extends Error {
  override readonly name = "GatehouseTimeoutError";
  readonly code = "wait_timed_out";
}

/** The reason why a webhook delivery is not trustworthy. */
export type WebhookProblem =
  | "missing_header"
  | "malformed_header"
  | "wrong_signature"
  | "outside_time_window"
  | "invalid_body";

/** A webhook delivery is not trustworthy. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: WebhookProblem;

  constructor(code: WebhookProblem, message: string) {
    super(message);
    this.code = code;
  }
}
