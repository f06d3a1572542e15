import type { FastifyInstance } from "fastify";
import { fail } from "../../contract/fail.ts";
import type { HttpQuotas } from "../quotas.ts";
import type { RateLimiter } from "../rate-limiter.ts";

/**
 * Counts every authenticated request against its key (a page session against its own allowance) and
 * sets the contract's three headers, so that errors and event streams carry them too. Reading and
 * writing requests have windows of their own. Runs after authentication.
 */
export function rateLimit(
  app: FastifyInstance,
  limiter: RateLimiter,
  quotas: Pick<HttpQuotas, "readsPerMinute" | "createsPerMinute">,
): void {
  app.addHook("onRequest", async (request, reply) => {
    const { caller } = request;
    if (!caller) return;
    const reads = request.method === "GET" || request.method === "HEAD";
    const holder = `${request.session ? "session" : "key"}:${caller.keyId}`;
    const standing = limiter.take(
      `${holder}:${reads ? "read" : "create"}`,
      reads ? quotas.readsPerMinute : quotas.createsPerMinute,
    );
    reply.headers({
      "x-ratelimit-limit": String(standing.limit),
      "x-ratelimit-remaining": String(standing.remaining),
      "x-ratelimit-reset": String(standing.resetUnixSec),
    });
    if (!standing.allowed) {
      throw fail("rate_limited", `More than ${standing.limit} requests in a minute`, {
        retryAfterSec: standing.retryAfterSec,
      });
    }
  });
}
