import { errorCodes, type HttpErrorCode } from "../../base/contract/error-codes.ts";
import type { Route } from "../route.ts";

const everywhere: readonly HttpErrorCode[] = [
  "malformed_request",
  "request_timeout",
  "host_not_allowed",
  "headers_too_large",
  "internal_error",
  "shutting_down",
];
const withKey: readonly HttpErrorCode[] = [
  "missing_authorization_header",
  "invalid_authorization_header",
  "invalid_api_key",
  "api_key_expired",
  "api_key_revoked",
  "key_network_refused",
  "session_expired",
  "csrf_rejected",
  "rate_limited",
];
const withBody: readonly HttpErrorCode[] = [
  "invalid_json",
  "invalid_request_body",
  "body_too_deep",
  "unsupported_media_type",
  "request_too_large",
  "overloaded",
];
const withIdempotency: readonly HttpErrorCode[] = [
  "invalid_idempotency_key",
  "idempotency_key_mismatch",
  "idempotency_request_in_progress",
];

/** Routes about all cameras refuse people who may see only some. */
function refusesCameraRestricted({ access, cameras, path }: Route): boolean {
  return access !== "public" && cameras === undefined && !/:(stream|incident)_id/.test(path);
}

/** Codes that a route can refuse with, by status: those of its kind and those that it names. */
export function refusalsOf(route: Route): Map<number, HttpErrorCode[]> {
  const codes = new Set<HttpErrorCode>([...everywhere, "invalid_query_parameter"]);
  const add = (more: readonly HttpErrorCode[]): void => more.forEach((code) => codes.add(code));
  if (route.access !== "public") add(withKey);
  if (route.access !== "public" && route.access !== "any") add(["insufficient_scope"]);
  if (refusesCameraRestricted(route)) add(["camera_restricted"]);
  if (route.params) add(["invalid_path_parameter", "not_found"]);
  if (route.method !== "GET") add([...withBody, "storage_full"]);
  if (route.method !== "GET" && route.access !== "public") add(withIdempotency);
  add(route.errors ?? []);
  const byStatus = new Map<number, HttpErrorCode[]>();
  for (const code of [...codes].toSorted()) {
    const { status } = errorCodes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].toSorted(([a], [b]) => a - b));
}
