import type { Gate } from "../gates.ts";

/** Headers of every answer for browsers; the page needs no external resource. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; object-src 'none'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
};

const headersOfAll = { ...securityHeaders, "cache-control": "no-store" };

/** Sets `securityHeaders` on every answer, and `no-store` unless a route sets another value. */
export const saferBrowsers: Gate = (_request, reply) => {
  reply.headers(headersOfAll);
};
