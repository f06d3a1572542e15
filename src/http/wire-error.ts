import { errorCodes, type HttpErrorCode } from "../contract/error-codes.ts";
import { fail } from "../contract/fail.ts";
import { GatehouseError } from "../core/errors.ts";
import { unixSeconds } from "./envelope.ts";

/** An error as it goes out: status, headers that belong to it, and the body. */
export interface WireError {
  status: number;
  code: HttpErrorCode;
  headers: Record<string, string>;
  body: Record<string, unknown> & { error: Record<string, unknown> };
}

/** Faults that the framework or Node find before a route runs, as codes of our table. */
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
    HPE_HEADER_OVERFLOW: "headers_too_large",
    ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  }),
);

/** The one place that turns any error into a coded one of the HTTP table. */
export function toCoded(error: unknown): GatehouseError & { code: HttpErrorCode } {
  const own = GatehouseError.find(error);
  if (own && Object.hasOwn(errorCodes, own.code)) {
    return own as GatehouseError & { code: HttpErrorCode };
  }
  const foreign =
    error instanceof Error && "code" in error ? foreignCodes.get(String(error.code)) : undefined;
  const code = own || foreign === undefined ? "internal_error" : foreign;
  const made = fail(code, errorCodes[code].meaning, { cause: error });
  return made as GatehouseError & { code: HttpErrorCode };
}

/**
 * The one place that builds the error envelope (notes, section 1.6). Faults of the box are told in
 * the general words of the table: what really happened is in the log under the request id.
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
