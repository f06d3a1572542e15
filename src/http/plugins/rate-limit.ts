import type { FastifyInstance } from "fastify";
import { fail } from "../../contract/fail.ts";
import type { HttpQuotas } from "../quotas.ts";
import { type RateLimiter, rateWindowMs } from "../rate-limiter.ts";

/**
 * Counts every authenticated request against its key (a page session against its own allowance) and
 * sets the contract's three headers and the two of the IETF draft, so that errors and event streams carry them too. Reading and
 * writing requests have windows of their own. Runs after authentication.
 */
export function rateLimit(
  app: FastifyInstance,
  limiter: RateLimiter,
  quotas: Pick<HttpQuotas, "readsPerMinute" | "createsPerMinute">,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { caller } = request;
    if (!caller) {
      done();
      return;
    }
    const reads = request.method === "GET" || request.method === "HEAD";
    const holder = `${request.session ? "session" : "key"}:${caller.keyId}`;
    const kind = reads ? "read" : "create";
    const standing = limiter.take(
      `${holder}:${kind}`,
      reads ? quotas.readsPerMinute : quotas.createsPerMinute,
    );
    reply.headers({
      "x-ratelimit-limit": String(standing.limit),
      "x-ratelimit-remaining": String(standing.remaining),
      "x-ratelimit-reset": String(standing.resetUnixSec),
      "ratelimit-policy": `"${kind}";q=${standing.limit};w=${rateWindowMs / 1000}`,
      ratelimit: `"${kind}";r=${standing.remaining};t=${standing.retryAfterSec}`,
    });
    if (!standing.allowed && request.routeOptions.config.unlimited !== true) {
      throw fail("rate_limited", `More than ${standing.limit} requests in a minute`, {
        retryAfterSec: standing.retryAfterSec,
      });
    }
    done();
  });
}
