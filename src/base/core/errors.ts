import type { ErrorCode } from "../contract/error-codes.ts";

/** What a coded error may carry besides its code and message. */
export interface ErrorDetails {
  /** The input field at fault, as a JSON path without the leading slash, e.g. `source.url`. */
  param?: string;
  /** One entry per broken rule; shown to the caller, so never holds a secret. */
  details?: readonly { path: string; rule: string; message: string }[];
  /** Whether the same request may succeed later without a change by the caller. */
  retryable?: boolean;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  retryAfterSec?: number;
  /** What led to this error; kept for logs, never shown to callers. */
  cause?: unknown;
}

/**
 * The one error class of the appliance: a stable `code` from the table in `contract/error-codes.ts`
 * and a message that may be shown to the caller. Domain code throws it through `fail()` of
 * `contract/fail.ts`, which adds what the table says of the code.
 */
export class GatehouseError extends Error {
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly details: ErrorDetails["details"];
  readonly retryable: boolean;
  readonly retryAfterSec: number | undefined;

  constructor(code: ErrorCode, message: string, more: ErrorDetails = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "GatehouseError";
    this.code = code;
    this.param = more.param;
    this.details = more.details;
    this.retryable = more.retryable ?? false;
    this.retryAfterSec = more.retryAfterSec;
  }

  /** The first coded error in the cause chain of `error`, or undefined. */
  static find(error: unknown): GatehouseError | undefined {
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      if (at instanceof GatehouseError) return at;
    }
    return undefined;
  }
}

/** One line for a log: code and message of `error` and of each of its causes; never a stack. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error; at !== undefined && parts.length < 5;) {
    if (!(at instanceof Error)) {
      parts.push(typeof at === "string" ? at : `thrown ${typeof at}`);
      break;
    }
    parts.push(at instanceof GatehouseError ? `${at.code}: ${at.message}` : at.message);
    at = at.cause;
  }
  return parts.join(" <- ");
}
