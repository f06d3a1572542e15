import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { Type } from "typebox";
import { fail } from "../../base/contract/fail.ts";
import { closedObject } from "../../http/queries.ts";
import { type Call, type Route, route } from "../../http/route.ts";
import { assertSameOrigin } from "../../http/same-origin.ts";
import type { HttpServices } from "../../http/services.ts";
import { StreamSlots } from "../../http/streaming/stream-slots.ts";
import { Agent } from "../agent.ts";
import { ApiCalls } from "../api-calls-wire.ts";
import { Catalog } from "../catalog.ts";
import type { McpProtocol } from "../mcp-port.ts";

const query = closedObject({
  areas: Type.Optional(
    Type.String({
      pattern: "^[a-z]+(,[a-z]+)*$",
      maxLength: 200,
      description: "Areas whose tools the client wants, such as `robots,surveillance`",
    }),
  ),
});
/** One message of JSON-RPC 2.0; the protocol checks the rest. */
const body = Type.Object({ jsonrpc: Type.Literal("2.0") }, { additionalProperties: true });

interface Parts {
  protocol: McpProtocol;
  withAdministration: boolean;
}

/**
 * `POST /mcp`, the Streamable HTTP transport of MCP. Every message stands for itself: the box keeps no sessions, so there
 * is nothing to bound or to end besides the calls under way, which end with their key or connection.
 */
export function mcpRoute(parts: Parts, http: HttpServices): Route {
  const { inProcess, access, quotas } = http;
  const { protocol, withAdministration } = parts;
  const catalog = new Catalog({ routes: () => inProcess.routes(), withAdministration });
  const slots = new StreamSlots({
    perKey: quotas.readersPerKey,
    perBox: quotas.readers,
    message: "Too many MCP calls are under way (limits.readers_per_key, limits.readers)",
  });
  return route({
    method: "POST",
    path: "/mcp",
    summary: "Carry out a message of an MCP client",
    tag: "agents",
    access: "any",
    cameras: "none",
    query,
    body,
    hidden: true,
    isEnvelope: true,
    streaming: true,
    answers: { 200: { description: "The answer as JSON-RPC, alone or as an event stream" } },
    async handle(call) {
      const { caller, request, reply } = call;
      const { authorization } = request.headers;
      if (authorization === undefined) {
        throw fail(
          "missing_authorization_header",
          "Authorization: is missing. Send an API key as bearer token",
        );
      }
      assertSameOrigin(request.headers);
      const release = slots.take(caller.keyId);
      const over = new AbortController();
      const stopFollowing = access.follow(request, () => over.abort());
      reply.raw.once("close", () => {
        stopFollowing();
        release();
      });
      const calls = new ApiCalls(inProcess, { authorization, address: request.ip });
      const areas = call.query.areas?.split(",");
      const agent = new Agent({ catalog, calls, scopes: caller.scopes, areas });
      const signal = AbortSignal.any([call.signal, over.signal]);
      const answer = await protocol.answer(webRequest(call, signal), call.body, agent);
      return await sendAnswer(call, answer);
    },
  });
}

function webRequest({ request }: Call<unknown, unknown, unknown>, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && !/^(authorization|cookie|content-length)$/.test(name))
      headers.set(name, value);
  }
  return new Request("http://localhost/mcp", { method: "POST", headers, signal });
}

async function sendAnswer(
  { reply }: Call<unknown, unknown, unknown>,
  answer: Response,
): Promise<undefined> {
  reply.code(answer.status).header("cache-control", "no-store");
  for (const name of ["content-type", "x-accel-buffering"]) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  const stream = answer.body && Readable.fromWeb(answer.body as NodeStream);
  // A client that breaks off ends its call; that is no failure.
  stream?.on("error", () => undefined);
  await reply.send(stream ?? "");
  return undefined;
}
