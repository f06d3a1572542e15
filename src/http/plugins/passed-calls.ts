import type { FastifyInstance } from "fastify";
import type { BoxTokens, PassedCaller } from "../site/box-tokens-port.ts";

/** The scheme of the Authorization header of requests that another box passes on. */
const scheme = /^Box +([\x21-\x7e]+) *$/;

/**
 * Proves the token of a request that another box of the fleet passes on, before all gates: these take its caller as if
 * the request had come with the caller's key. Does nothing for a box that works alone.
 */
export function passedCalls(app: FastifyInstance, tokens: BoxTokens | undefined): void {
  app.decorateRequest("passed", undefined);
  if (!tokens) return;
  app.addHook("onRequest", async (request) => {
    const token = scheme.exec(request.headers.authorization ?? "")?.[1];
    if (token === undefined) return;
    const call = { method: request.method, target: request.raw.url ?? "" };
    request.passed = await tokens.verify(token, call);
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** The caller for whom another box of the fleet sends the request. */
    passed: PassedCaller | undefined;
  }
}
