import type * as Sdk from "@modelcontextprotocol/server";
import type { Logger } from "../../base/core/logger.ts";
import { describeError } from "../../base/core/errors.ts";
import type { McpProtocol, McpServices } from "../../mcp/mcp-port.ts";
import { serverOf } from "./sdk-server.ts";

/**
 * MCP by the SDK: revision 2026-07-28, and without sessions the ones from 2024-11-05 on. Loads the SDK with the first
 * message, because few boxes have agents and it costs a third of a second and 30 MB.
 */
export class SdkProtocol implements McpProtocol {
  readonly #version: string;
  readonly #log: Logger;
  #handler: Promise<Sdk.McpHttpHandler> | undefined;

  constructor({ version, log }: { version: string; log: Logger }) {
    this.#version = version;
    this.#log = log;
  }

  async answer(request: Request, body: unknown, services: McpServices): Promise<Response> {
    this.#handler ??= this.#load();
    const handler = await this.#handler;
    // Only the factory below reads it: the server has checked the key.
    const authInfo = { token: "", clientId: "", scopes: [], extra: { services } };
    return await handler.fetch(request, { authInfo, parsedBody: body });
  }

  async #load(): Promise<Sdk.McpHttpHandler> {
    const sdk = await import("@modelcontextprotocol/server");
    const version = this.#version;
    return sdk.createMcpHandler(
      ({ authInfo }) =>
        serverOf(sdk, { version, services: authInfo!.extra!["services"] as McpServices }),
      {
        // Nothing tells of changes, so a subscription would wait for ever.
        maxSubscriptions: 1,
        onerror: (error) => this.#log.debug({ error: describeError(error) }, "MCP message refused"),
      },
    );
  }
}
