import { constants } from "node:os";
import { errorCodes, type HttpErrorCode } from "../../base/contract/error-codes.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { unixSeconds } from "./envelope-wire.ts";

/** An error on the wire: status, headers and body. */
export interface WireError {
  status: number;
  code: HttpErrorCode;
  headers: Record<string, string>;
  body: Record<string, unknown> & { error: Record<string, unknown> };
}

/** Errors of the framework and of Node before a route runs, as codes of our table. */
const foreignCodes: ReadonlyMap<string, HttpErrorCode> = new Map(
  Object.entries({
    FST_ERR_CTP_BODY_TOO_LARGE: "request_too_large",
    FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
    FST_ERR_CTP_EMPTY_JSON_BODY: "invalid_request_body",
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: "invalid_request_body",
    FST_ERR_CTP_INVALID_JSON_BODY: "invalid_json",
    FST_ERR_BAD_URL: "invalid_path_parameter",
    FST_ERR_MAX_PARAM_LENGTH: "invalid_path_parameter",
    FST_ERR_NOT_FOUND: "not_found",
    FST_ERR_VALIDATION: "invalid_request_body",
    HPE_HEADER_OVERFLOW: "headers_too_large",
    ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  }),
);

/** Turns any error into a coded one of the HTTP table; no other code does. */
export function toCoded(error: unknown): GatehouseError & { code: HttpErrorCode } {
  const own = GatehouseError.find(error);
  const isOurs = own !== undefined && Object.hasOwn(errorCodes, own.code);
  if (isOurs && errorCodes[own.code as HttpErrorCode].status < 500) {
    return own as GatehouseError & { code: HttpErrorCode };
  }
  if (isOutOfFiles(error)) {
    const message = "connections: too many files and connections are open. Try again";
    return coded(fail("overloaded", message, { retryAfterSec: 1, cause: error }));
  }
  if (isOurs) return coded(own);
  const code = (own ? undefined : foreignCode(error)) ?? "internal_error";
  return coded(fail(code, errorCodes[code].meaning, { cause: error }));
}

function coded(error: GatehouseError): GatehouseError & { code: HttpErrorCode } {
  return error as GatehouseError & { code: HttpErrorCode };
}

/**
 * Returns the code for an error of the framework or Node; the framework's own refusals (4xx)
 * without a row above are malformed requests.
 */
function foreignCode(error: unknown): HttpErrorCode | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const known = foreignCodes.get(String(error.code));
  if (known) return known;
  const status = "statusCode" in error ? Number(error.statusCode) : 500;
  return String(error.code).startsWith("FST_ERR_") && status < 500
    ? "malformed_request"
    : undefined;
}

const outOfFiles: ReadonlySet<number> = new Set([constants.errno.EMFILE, constants.errno.ENFILE]);

/** True when the process or the machine has no file descriptor left. */
function isOutOfFiles(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && (at.code === "EMFILE" || at.code === "ENFILE")) return true;
    // libuv has no name for some errors, as in `os.networkInterfaces`: only the number identifies
    // them.
    if ("errno" in at && outOfFiles.has(Math.abs(Number(at.errno)))) return true;
  }
  return false;
}

/**
 * Builds the error envelope; no other code does. Faults of the box get the
 * general words of the table: the log has the details under the request id.
 */
export function toWireError(error: unknown, requestId: string, wallMs: number): WireError {
  const coded = toCoded(error);
  const row = errorCodes[coded.code];
  const hidden = row.status === 500;
  const { param, details, retryable, retryAfterSec } = coded;
  const headers: Record<string, string> = {};
  if (retryAfterSec !== undefined) headers["retry-after"] = String(Math.ceil(retryAfterSec));
  return {
    status: row.status,
    code: coded.code,
    headers,
    body: {
      id: requestId,
      object: "error",
      status: "error",
      created_at: unixSeconds(wallMs),
      error: {
        code: coded.code,
        message: (hidden ? row.meaning : coded.message).slice(0, 500),
        ...(param === undefined ? {} : { param }),
        ...(details === undefined ? {} : { details }),
        retryable,
        ...(retryAfterSec === undefined ? {} : { retry_after: Math.ceil(retryAfterSec) }),
        request_id: requestId,
      },
    },
  };
}
