import type { ErrorCode } from "../../base/contract/error-codes.ts";
import { GatehouseError } from "../../base/core/errors.ts";

/** Status lines that the server sends (RFC 2326 7.1.1). */
const reasons = {
  200: "OK",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  415: "Unsupported Media Type",
  453: "Not Enough Bandwidth",
  454: "Session Not Found",
  455: "Method Not Valid in This State",
  461: "Unsupported Transport",
  500: "Internal Server Error",
  503: "Service Unavailable",
  551: "Option not supported",
} as const;

/** A status of an answer. */
export type RtspStatus = keyof typeof reasons;

const statuses: Partial<Record<ErrorCode, RtspStatus>> = {
  invalid_api_key: 401,
  api_key_revoked: 403,
  api_key_expired: 403,
  key_network_refused: 403,
  insufficient_scope: 403,
  rate_limited: 503,
  not_found: 404,
  conflict: 403,
  stream_not_ready: 503,
  codec_not_playable: 415,
  too_many_streams: 453,
  shutting_down: 503,
};

/** An answer that refuses a request: its status, and a sentence for the technician. */
export class RtspRefusal extends Error {
  readonly status: RtspStatus;
  readonly headers: readonly (readonly [string, string])[];

  constructor(
    status: RtspStatus,
    message: string,
    headers: readonly (readonly [string, string])[] = [],
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Returns the first line of an answer. */
export function statusLine(status: RtspStatus): string {
  return `RTSP/1.0 ${status} ${reasons[status]}`;
}

/** Returns the refusal that stands for an error; undefined for a failure of the server's own. */
export function refusalOf(error: unknown): RtspRefusal | undefined {
  if (error instanceof RtspRefusal) return error;
  const coded = GatehouseError.find(error);
  const status = coded && statuses[coded.code as ErrorCode];
  if (!coded || status === undefined) return undefined;
  const waits = status === 503 ? [["Retry-After", String(coded.retryAfterSec ?? 1)] as const] : [];
  return new RtspRefusal(status, coded.message, waits);
}
