import { healthAnswer, readyAnswer } from "../wire/liveness.ts";
import { fail } from "../../base/contract/fail.ts";
import { type Route, route } from "../../http/route.ts";

/** Returns the parts that keep the appliance from being ready; empty when it is. */
export type Readiness = () => readonly { part: string; reason: string }[];

/**
 * Liveness and readiness for supervisors; without a key and without details that help an attacker.
 */
export function livenessRoutes(readiness: Readiness): Route[] {
  return [
    route({
      method: "GET",
      path: "/healthz",
      summary: "Answer 200 while the process runs",
      tag: "system",
      access: "public",
      answers: { 200: { description: "The process answers", schema: healthAnswer } },
      handle: () => ({ object: "system", status: "ok", data: { healthy: true } }),
    }),
    route({
      method: "GET",
      path: "/readyz",
      summary:
        "Answer 200 when the box accepts work, otherwise 503 `not_ready` with the missing parts",
      tag: "system",
      access: "public",
      answers: { 200: { description: "The box accepts work", schema: readyAnswer } },
      errors: ["not_ready"],
      handle() {
        const missing = readiness();
        if (missing.length > 0) {
          throw fail("not_ready", "appliance: is not ready. Try again", {
            retryAfterSec: 1,
            details: missing.map(({ part, reason }) => ({
              path: part,
              rule: "ready",
              message: reason,
            })),
          });
        }
        return { object: "system", status: "ok", data: { ready: true } };
      },
    }),
  ];
}
