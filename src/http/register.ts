import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fail } from "../contract/fail.ts";
import { limits } from "../contract/limits.ts";
import type { Clock } from "../core/clock.ts";
import type { Caller } from "../jobs/operation.ts";
import { envelope } from "./envelope.ts";
import { closedObject } from "./queries.ts";
import type { Replays } from "./replays.ts";
import type { Call, Route } from "./route.ts";
import { schemaCheck } from "./schema-check.ts";

/** What every route shares. */
export interface RouteContext {
  clock: Clock;
  replays: Replays;
  /** Aborts when the server stops. */
  closing: AbortSignal;
}

type Checks = Record<"params" | "query" | "body", (value: unknown) => unknown>;

const nothing = closedObject({});

/** Adds `route` to the server: checks first, then its handler, then the envelope. */
export function registerRoute(app: FastifyInstance, route: Route, context: RouteContext): void {
  const checks: Checks = {
    params: schemaCheck("path", route.params ?? nothing),
    query: schemaCheck("query", route.query ?? nothing),
    body: schemaCheck("body", route.body ?? nothing),
  };
  app.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: route.method === "GET" && !route.streaming,
    bodyLimit: route.bodyLimitBytes ?? limits.bodyBytes,
    config: {
      access: route.access,
      ...(route.blobFields ? { blobFields: route.blobFields } : {}),
    },
    async handler(request, reply) {
      const call = checkedCall(request, reply, { route, checks, context });
      if (route.replayable) return await context.replays.answer(route, call);
      const answer = await route.handle(call);
      if (answer === undefined) return reply;
      return envelope(request.id, context.clock.wallMs(), answer);
    },
  });
}

function checkedCall(
  request: FastifyRequest,
  reply: FastifyReply,
  using: { route: Route; checks: Checks; context: RouteContext },
): Call<unknown, unknown, unknown> {
  const { route, checks, context } = using;
  const body = request.body ?? undefined;
  return {
    request,
    reply,
    // Set by the authentication hook for every route but public ones, which do not read it.
    caller: request.caller as Caller,
    session: request.session,
    params: checks.params(request.params),
    query: checks.query(request.query),
    body: checkedBody(route, checks, body),
    get signal() {
      return goneSignal(reply, context.closing);
    },
  };
}

function checkedBody(route: Route, checks: Checks, body: unknown): unknown {
  if (route.method === "GET") return undefined;
  if (body === undefined) {
    if (!route.body) return undefined;
    throw fail("invalid_request_body", "A JSON body is required");
  }
  return checks.body(body);
}

function goneSignal(reply: FastifyReply, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => gone.abort();
  if (closing.aborted) abort();
  closing.addEventListener("abort", abort, { once: true });
  reply.raw.once("close", () => {
    closing.removeEventListener("abort", abort);
    abort();
  });
  return gone.signal;
}
