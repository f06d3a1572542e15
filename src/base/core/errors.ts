import type { ErrorCode } from "../contract/error-codes.ts";

/** Details of a coded error besides its code and message. */
export interface ErrorDetails {
  /** The input field at fault, as a JSON path without the leading slash, e.g. `source.url`. */
  param?: string;
  /** One entry per broken rule; callers see it, so it never holds a secret. */
  details?: readonly { path: string; rule: string; message: string }[];
  /** True when the same request may succeed later without a change by the caller. */
  retryable?: boolean;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  retryAfterSec?: number;
  /** The cause of this error; for logs, never shown to callers. */
  cause?: unknown;
}

/**
 * The one error class of the appliance: a stable `code` from the table in `contract/error-codes.ts`
 * and a message that callers may see. Domain code throws it through `fail()` of `contract/fail.ts`,
 * which adds the table's properties of the code.
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

  /** Returns the first coded error in the cause chain of `error`, or undefined. */
  static find(error: unknown): GatehouseError | undefined {
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      if (at instanceof GatehouseError) return at;
    }
    return undefined;
  }
}

/**
 * Returns one line for a log: code and message of `error` and of each of its causes; never a stack.
 */
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

/** Returns the system's code of the deepest error that has one, of several addresses the first one's; else "". */
export function systemCode(error: unknown): string {
  let code = "";
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    const own = (at as { code?: unknown }).code;
    if (typeof own === "string") code = own;
    at = at instanceof AggregateError ? (at.errors[0] as unknown) : at.cause;
  }
  return code;
}
