import type { Readable, Writable } from "node:stream";
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { instructions } from "./instructions.ts";
import { type BoxAnswer, messagesOf } from "./sse-messages.ts";

/** What the relay needs. */
export interface StdioRelayParts {
  version: string;
  /** Sends one message as JSON to `/mcp`; rejects with an error whose message a person can act on. */
  post(message: string, signal: AbortSignal): Promise<BoxAnswer>;
  input: Readable;
  output: Writable;
}

const methods = [
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
] as const;

/**
 * Serves MCP on `input` and `output` and lets the box carry out every request: tools, rights and limits are the box's.
 * Cancelling a request ends its request to the box. Resolves when `input` ends.
 */
export async function relayStdio(parts: StdioRelayParts): Promise<void> {
  const { input, output, version } = parts;
  const ended = Promise.withResolvers<void>();
  input.once("close", () => ended.resolve()).once("end", () => ended.resolve());
  const transport = new StdioServerTransport(input, output);
  const handle = serveStdio(() => relayServer(version, parts), { transport, maxSubscriptions: 1 });
  await ended.promise;
  await handle.close();
}

function relayServer(version: string, parts: StdioRelayParts): Server {
  const server = new Server(
    { name: "gatehouse", title: "Gatehouse", version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  for (const method of methods) {
    server.setRequestHandler(
      method,
      // The box has checked the form of its own results.
      async ({ params }, context) => (await relay(parts, { method, params, context })) as never,
    );
  }
  return server;
}

interface RelayedRequest {
  method: string;
  params: object | undefined;
  context: ServerContext;
}

async function relay(
  { post }: StdioRelayParts,
  { method, params, context: { mcpReq } }: RelayedRequest,
): Promise<unknown> {
  const progressToken = mcpReq._meta?.progressToken;
  const meta = progressToken === undefined ? {} : { _meta: { progressToken } };
  const message = { jsonrpc: "2.0", id: 1, method, params: { ...params, ...meta } };
  const answer = await post(JSON.stringify(message), mcpReq.signal).catch((error: unknown) => {
    throw new ProtocolError(ProtocolErrorCode.InternalError, messageOf(error));
  });
  for await (const each of messagesOf(answer)) {
    if ("method" in each) await mcpReq.notify(each as { method: string }).catch(() => undefined);
    else if ("result" in each) return each.result;
    else throw refusal(each, answer.status);
  }
  throw new ProtocolError(
    ProtocolErrorCode.InternalError,
    "box: ended its answer too early. Try again",
  );
}

function refusal({ error }: { error?: unknown }, status: number): ProtocolError {
  const { code, message, data } = (error ?? {}) as {
    code?: number | string;
    message?: string;
    data?: unknown;
  };
  const known = typeof code === "number" ? code : ProtocolErrorCode.InternalError;
  return new ProtocolError(known, message ?? `box: answers with status ${status}`, data);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "box: does not answer. Try again";
}
