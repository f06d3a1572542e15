import { fail } from "../../base/contract/fail.ts";
import type { Gate } from "../gates.ts";
import type { HttpQuotas } from "../connections/quotas.ts";
import { type RateLimiter, rateWindowMs } from "../connections/rate-limiter.ts";

/**
 * Counts every authenticated request against its key (a page session has its own allowance) and
 * sets the contract's three headers and the two of the IETF draft, so that errors and event streams
 * carry them too. Reads, writes and commands to robots have separate windows. Runs after
 * authentication. Reads `quotas` for each request.
 */
export function rateLimit(
  limiter: RateLimiter,
  quotas: Pick<HttpQuotas, "readsPerMinute" | "createsPerMinute" | "robotCommandsPerMinute">,
): Gate {
  const allowances = {
    read: () => allowanceOf("read", quotas.readsPerMinute, "reads_per_minute"),
    envelope: () => allowanceOf("envelope", quotas.readsPerMinute, "reads_per_minute"),
    create: () => allowanceOf("create", quotas.createsPerMinute, "creates_per_minute"),
    robotCommand: () =>
      allowanceOf("robot-command", quotas.robotCommandsPerMinute, "robot_commands_per_minute"),
  };
  return (request, reply) => {
    const { caller } = request;
    // The box that passes a request on has counted it.
    if (!caller || caller.boxId !== undefined) return;
    const { config } = request.routeOptions;
    const isRead = request.method === "GET" || request.method === "HEAD";
    const own = isRead ? "read" : config.isRobotCommand === true ? "robotCommand" : "create";
    const kind = config.isEnvelope === true ? "envelope" : own;
    const allowance = allowances[kind]();
    const { name } = allowance;
    const standing = limiter.take(
      `${name}:${request.session ? "session" : "key"}:${caller.keyId}`,
      allowance.limit,
    );
    const remaining = String(standing.remaining);
    reply.headers({
      "x-ratelimit-limit": allowance.limitText,
      "x-ratelimit-remaining": remaining,
      "x-ratelimit-reset": String(standing.resetUnixSec),
      "ratelimit-policy": allowance.policy,
      ratelimit: `"${name}";r=${remaining};t=${standing.retryAfterSec}`,
    });
    if (!standing.allowed && config.unlimited !== true) {
      throw fail(
        "rate_limited",
        `limits.${allowance.setting}: more than ${standing.limit} requests of this kind in a minute. Send fewer`,
        {
          retryAfterSec: standing.retryAfterSec,
        },
      );
    }
  };
}

/** Returns the allowance of a kind of request, with its header texts. */
function allowanceOf(
  name: "read" | "create" | "envelope" | "robot-command",
  limit: number,
  setting: string,
) {
  const policy = `"${name}";q=${limit};w=${rateWindowMs / 1000}`;
  return { name, limit, setting, limitText: String(limit), policy };
}
