import type { Readable } from "node:stream";
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fail } from "../base/contract/fail.ts";
import type { Meter } from "../base/contract/metrics.ts";
import { limits } from "../base/contract/limits.ts";
import { withLogFields, withTrace } from "../base/core/log-context.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Caller } from "../base/jobs/operation.ts";
import type { Session } from "../base/keys/sessions.ts";
import { type Answer, envelope, ReadyJson, readyEnvelope } from "./answers/envelope-wire.ts";
import { beginSpan } from "./plugins/measure.ts";
import { closedObject, isWholeSite, uuidParameter } from "./queries.ts";
import type { Replays } from "./replays.ts";
import type { Call, Route } from "./route.ts";
import { answerFromSite, isPassedOn, type SiteParts } from "./site/pass-on.ts";
import { listOfSite } from "./site/site-list.ts";
import { schemaCheck } from "./schema-check.ts";

/** Dependencies of every route. */
export interface RouteContext {
  clock: Clock;
  replays: Replays;
  /** Aborts when the server stops. */
  closing: AbortSignal;
  meter: Meter;
  /** The other boxes of the fleet; absent for a box that works alone. */
  site?: SiteParts;
}

type Checks = Record<"params" | "query" | "body", (value: unknown) => unknown>;

const keepNothing = (): void => undefined;
const nothing = closedObject({});

/** Adds `route` to the server: checks, then handler, then envelope. */
export function registerRoute(app: FastifyInstance, route: Route, context: RouteContext): void {
  if (!route.rawBody && !route.streamsBody) {
    addRoute(app, route, context);
    return;
  }
  // Inside it the handler gets the raw bytes of every body, whatever its content type.
  void app.register((inner, _options, done) => {
    inner.removeAllContentTypeParsers();
    if (route.streamsBody)
      inner.addContentTypeParser("*", async (_: unknown, body: Readable) => body);
    else {
      inner.addContentTypeParser(
        "*",
        { parseAs: "buffer" },
        async (_: unknown, bytes: Buffer) => bytes,
      );
    }
    addRoute(inner, route, context);
    done();
  });
}

function addRoute(app: FastifyInstance, route: Route, context: RouteContext): void {
  const checks: Checks = {
    params: schemaCheck("path", route.params ?? nothing),
    query: schemaCheck("query", route.query ?? nothing),
    body: schemaCheck("body", route.body ?? nothing),
  };
  const using = { route, checks, uuids: uuidNamesOf(route), closing: context.closing };
  const handle = handlerOf(route, context.site);
  const answer = (request: FastifyRequest, reply: FastifyReply): unknown => {
    const call = new CheckedCall(request, reply, using);
    if (route.replayable) return context.replays.answer(route, call);
    const send = (result: Answer | undefined): unknown => sent(result, reply, context.clock);
    const result = handle(call);
    return result instanceof Promise ? result.then(send) : send(result);
  };
  app.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: route.method === "GET" && !route.streaming,
    bodyLimit: route.bodyLimitBytes ?? limits.bodyBytes,
    config: configOf(route),
    handler(request, reply) {
      return withLogFields({ request_id: request.id }, () => {
        if (route.streaming) return answer(request, reply);
        const { traceparent } = beginSpan(context.meter, request);
        return withTrace(traceparent, () => answer(request, reply));
      });
    },
  });
}

/** The route's handler, in a fleet with the answers of the other boxes. */
function handlerOf(
  route: Route,
  parts: SiteParts | undefined,
): (call: CheckedCall) => ReturnType<Route["handle"]> {
  // Types of the checked call: the schemas have held it to those of the route.
  const own = (call: CheckedCall) => route.handle(call as never, keepNothing);
  if (!parts) return own;
  if (route.siteList) {
    return (call) => {
      const isWhole = call.caller.boxId === undefined && isWholeSite(call.query);
      return isWhole ? listOfSite(route, call, parts.site) : own(call);
    };
  }
  if (!isPassedOn(route)) return own;
  const local = async (call: CheckedCall) => await own(call);
  return (call) => answerFromSite(route, call, { parts, local: () => local(call) });
}

/** Returns what the gates read of a route. */
function configOf(route: Route): FastifyContextConfig {
  return {
    access: route.access,
    ...(route.unlimited ? { unlimited: true } : {}),
    ...(route.takesExpired ? { takesExpired: true } : {}),
    ...(route.cameras ? { cameras: route.cameras } : {}),
    ...(route.isRobotCommand ? { isRobotCommand: true } : {}),
    ...(route.isEnvelope ? { isEnvelope: true } : {}),
    ...(route.isOpenOnLoopback ? { isOpenOnLoopback: true } : {}),
    ...(route.streaming ? { staysOpen: true } : {}),
    ...(route.streamsBody ? { streamsBody: true } : {}),
    ...(route.blobFields ? { blobFields: route.blobFields } : {}),
    ...(route.isPrivate ? { isPrivate: true } : {}),
  };
}

/** Returns the payload for fastify. */
function sent(answer: Answer | undefined, reply: FastifyReply, clock: Clock): unknown {
  if (answer === undefined) return reply;
  const { id } = reply.request;
  if (!(answer.data instanceof ReadyJson)) return envelope(id, clock.wallMs(), answer);
  reply.type("application/json; charset=utf-8");
  return readyEnvelope(id, clock.wallMs(), answer);
}

/**
 * The request as a handler gets it. A class, because a getter in an object literal costs a hidden
 * class for each request, which keeps the request alive until the old generation is collected.
 */
class CheckedCall implements Call<unknown, unknown, unknown> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly session: Session | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly #closing: AbortSignal;

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    using: { route: Route; checks: Checks; uuids: readonly string[]; closing: AbortSignal },
  ) {
    const { route, checks, uuids, closing } = using;
    this.request = request;
    this.reply = reply;
    // The authentication hook sets it for every route but public ones, which do not read it.
    this.caller = request.caller as Caller;
    this.session = request.session;
    this.params = withPlainUuids(checks.params(request.params), uuids);
    this.query = checks.query(request.query);
    this.body = checkedBody(route, checks, request.body ?? undefined);
    this.#closing = closing;
  }

  get signal(): AbortSignal {
    return goneSignal(this.reply, this.#closing);
  }
}

/**
 * Returns the path parameters that are UUIDs: capital letters mean the same there (RFC 9562,
 * section 4).
 */
function uuidNamesOf({ params }: Route): string[] {
  const { properties = {} } = (params ?? {}) as {
    properties?: Record<string, { pattern?: string }>;
  };
  const { pattern } = uuidParameter as { pattern?: string };
  return Object.keys(properties).filter((name) => properties[name]!.pattern === pattern);
}

function withPlainUuids(params: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const values = params as Record<string, string>;
    values[name] = values[name]!.toLowerCase();
  }
  return params;
}

function checkedBody(route: Route, checks: Checks, body: unknown): unknown {
  if (route.method === "GET") return undefined;
  if (body === undefined) {
    if (!route.streamsBody && (!route.body || route.optionalBody)) return undefined;
    throw fail("invalid_request_body", "body: is missing. Send a JSON body");
  }
  return route.bodyIsCheckedLater || route.streamsBody ? body : checks.body(body);
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
