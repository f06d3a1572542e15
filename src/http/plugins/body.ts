import type { FastifyInstance } from "fastify";
import { fail } from "../../contract/fail.ts";
import { limits } from "../../contract/limits.ts";
import { parseJsonBody } from "../json-body.ts";

/**
 * Bodies are `application/json` and nothing else. Large ones share a budget for the whole box,
 * because a picture in base64 costs several times its size while it is parsed: beyond the budget
 * `overloaded`. A request without a length is counted with its route's limit.
 */
export function body(app: FastifyInstance, bodiesInFlightBytes: number): void {
  let inFlightBytes = 0;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    // Some clients name the type without sending a body; the route's schema decides about that.
    async (_request: unknown, bytes: Buffer) =>
      bytes.length === 0 ? undefined : parseJsonBody(bytes),
  );
  app.addHook("onRequest", async (request, reply) => {
    if (request.method === "GET" || request.method === "HEAD") return;
    const length = request.headers["content-length"];
    const chunked = request.headers["transfer-encoding"] !== undefined;
    const limit = request.routeOptions.bodyLimit ?? limits.bodyBytes;
    const bytes = Math.min(chunked ? limit : Number(length ?? 0), limit);
    if (bytes <= limits.bodyBytes) return;
    if (inFlightBytes + bytes > bodiesInFlightBytes) {
      throw fail("overloaded", "Too many large requests at once", { retryAfterSec: 1 });
    }
    inFlightBytes += bytes;
    reply.raw.once("close", () => {
      inFlightBytes -= bytes;
    });
  });
}
