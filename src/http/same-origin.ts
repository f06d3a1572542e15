import type { IncomingHttpHeaders } from "node:http";
import { fail } from "../base/contract/fail.ts";

/**
 * Refuses, with `csrf_rejected`, requests that a browser sends for another site: `Sec-Fetch-Site`
 * other than `same-origin` or `none`, or an `Origin` whose host is not the request's own.
 */
export function assertSameOrigin(headers: IncomingHttpHeaders): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    throw fail(
      "csrf_rejected",
      "Sec-Fetch-Site: the request comes from another site. Use the box's own page",
    );
  }
  if (headers.origin !== undefined && originHost(headers.origin) !== headers.host?.toLowerCase()) {
    throw fail(
      "csrf_rejected",
      "Origin: the request comes from another origin. Use the box's own page",
    );
  }
}

function originHost(origin: string): string | undefined {
  // Not `new URL`: it would drop a default port that the Host header may carry.
  return /^https?:\/\/([^/?#@\s]+)$/i.exec(origin)?.[1]?.toLowerCase();
}
