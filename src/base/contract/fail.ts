import { type ErrorDetails, GatehouseError } from "../core/errors.ts";
import { type ErrorCode, errorCodes, type HttpErrorCode } from "./error-codes.ts";

/** Makes the coded error for `code`; retryability comes from the table unless `more` says otherwise. */
export function fail(code: ErrorCode, message: string, more: ErrorDetails = {}): GatehouseError {
  const known = code in errorCodes ? errorCodes[code as HttpErrorCode].retryable : false;
  return new GatehouseError(code, message, { retryable: known, ...more });
}

/**
 * Returns `message` with `param` in place of the field that it names, in the pattern of all errors.
 */
export function messageAbout(param: string, message: string): string {
  return `${param}: ${message.replace(/^[^\s:]+(?: [^\s:]+){0,3}: /, "")}`;
}

/**
 * The `invalid_request_body` error about one field: `<field>: <what is wrong>. <what to do>`, 1000 characters at most.
 * `param` is the field's path in the request, e.g. `zones[0].polygon`; `rule` names the broken rule in `details`.
 */
export function invalidField(param: string, message: string, rule?: string): GatehouseError {
  const details = rule && [{ path: param, rule, message: message.slice(0, 300) }];
  return fail("invalid_request_body", `${param}: ${message}`.slice(0, 1000), {
    param,
    ...(details && { details }),
  });
}

/** The error about a cursor `after` that belongs to another list, or to none. */
export function invalidCursor(): GatehouseError {
  return fail(
    "invalid_query_parameter",
    "after: is no cursor of this list. Use next_cursor of the page before",
    { param: "after" },
  );
}
