import { Gatehouse } from "../../../client/source/client.ts";
import { noteSignOfLife } from "./connection.ts";

// Browsers offer it over TLS and on localhost only; a box on the LAN may be reached without.
crypto.randomUUID ??= () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

let csrfToken = "";
let onRefused = (): void => {};

/** What goes with every change from now on, so that the box knows that this page asks. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** The token of `setCsrfToken`; empty without a session. */
export function csrf(): string {
  return csrfToken;
}

/** Notes an answer that says that the session has ended. */
export function noteRefusal(): void {
  onRefused();
}

/** Calls `run` whenever an answer says that the session has ended. */
export function whenSignedOut(run: () => void): void {
  onRefused = run;
}

/** The browser's own `fetch` with the session's cookie and CSRF token in place of a key. */
async function pageFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.delete("authorization");
  if (init.method !== "GET" && csrfToken !== "") headers.set("x-csrf-token", csrfToken);
  const response = await fetch(input, { ...init, headers, credentials: "same-origin" });
  noteSignOfLife();
  if (response.status === 401 && !response.url.endsWith("/session")) onRefused();
  return response;
}

/**
 * Every operation of the box's API, typed, as who is signed in. A refusal is thrown as
 * `GatehouseApiError`, a broken connection as `GatehouseConnectionError`; `explain` has words for both.
 */
export const box = new Gatehouse({
  baseUrl: "",
  apiKey: "",
  maxRetries: 1,
  // Somebody looks at a button meanwhile: what takes longer is said at once.
  maxRetryAfterSec: 3,
  timeoutMs: 20_000,
  fetch: pageFetch,
});

/** The address of something of a stream, for elements that load it themselves. */
export function streamAddress(streamId: string, file: string): string {
  return `/api/v1/surveillance/streams/${encodeURIComponent(streamId)}/${file}`;
}

/** By the page's own address, not the signed one: the box may be reached under several names. */
export function incidentAddress(incidentId: string, file: string): string {
  return `/api/v1/surveillance/incidents/${encodeURIComponent(incidentId)}/${file}`;
}
