import type * as Sdk from "@modelcontextprotocol/server";
import { GatehouseError } from "../../base/core/errors.ts";
import type { McpCall, McpPage, McpResource, McpServices } from "../../mcp/mcp-port.ts";
import { instructions } from "./instructions.ts";

/** Version of the box, and what the agent may do. */
export interface ServerParts {
  version: string;
  services: McpServices;
}

/** Returns a server of the SDK for one connection, or for one message of Streamable HTTP. */
export function serverOf(sdk: typeof Sdk, { version, services }: ServerParts): Sdk.Server {
  const server = new sdk.Server(
    { name: "gatehouse", title: "Gatehouse", version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const coded = async <R>(work: () => Promise<R> | R): Promise<R> => {
    try {
      return await work();
    } catch (error) {
      throw protocolError(sdk, error);
    }
  };
  server.setRequestHandler("tools/list", ({ params }) =>
    coded(() => {
      const { items, nextCursor } = services.tools(params?.cursor);
      return { tools: items as Sdk.Tool[], ...(nextCursor === undefined ? {} : { nextCursor }) };
    }),
  );
  server.setRequestHandler("tools/call", ({ params }, context) =>
    coded(async () => {
      const { name, arguments: args = {} } = params;
      const { content, structured, isError } = await services.call(name, args, callOf(context));
      return {
        content: [...content],
        ...(structured ? { structuredContent: structured } : {}),
        ...(isError ? { isError } : {}),
      };
    }),
  );
  server.setRequestHandler("resources/list", ({ params }, context) =>
    coded(async () => {
      const page = await services.resources(params?.cursor, callOf(context));
      const resources = page.items.map(({ address, ...rest }) => ({ uri: address, ...rest }));
      return { resources, ...cursorOf(page) };
    }),
  );
  server.setRequestHandler("resources/templates/list", () =>
    coded(() => {
      const page = services.templates();
      const forms = page.items.map(({ address, ...rest }) => ({ uriTemplate: address, ...rest }));
      return { resourceTemplates: forms, ...cursorOf(page) };
    }),
  );
  server.setRequestHandler("resources/read", ({ params: { uri } }, context) =>
    coded(async () => ({ contents: [{ uri, ...(await services.read(uri, callOf(context))) }] })),
  );
  return server;
}

function cursorOf({ nextCursor }: McpPage<McpResource>): { nextCursor?: string } {
  return nextCursor === undefined ? {} : { nextCursor };
}

function callOf({ mcpReq }: Sdk.ServerContext): McpCall {
  const token = mcpReq._meta?.progressToken;
  return {
    signal: mcpReq.signal,
    progress(report) {
      if (token === undefined) return;
      const params = { progressToken: token, ...report };
      // An agent that has left hears nothing.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
    },
  };
}

/** Codes of JSON-RPC 2.0 and of MCP for what an agent asked wrongly. */
function protocolError(sdk: typeof Sdk, error: unknown): unknown {
  const known = GatehouseError.find(error);
  if (!known) return error;
  const isWrong = known.code === "not_found" || known.code === "invalid_request_body";
  const { InvalidParams, InternalError } = sdk.ProtocolErrorCode;
  return new sdk.ProtocolError(isWrong ? InvalidParams : InternalError, known.message, {
    code: known.code,
  });
}
