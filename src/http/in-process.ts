import { AsyncLocalStorage } from "node:async_hooks";
import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { AgentChannel } from "../base/contract/agents.ts";
import { fail } from "../base/contract/fail.ts";
import type { Route } from "./route.ts";

/** A request that the box sends to its own API on behalf of a client. */
export interface InProcessRequest {
  method: Route["method"];
  /** Path and query. */
  target: string;
  /** Header names in lower case; the client's `authorization` among them. */
  headers: Readonly<Record<string, string>>;
  /** JSON text. */
  body?: string;
  /** Address of the client, for keys that are bound to networks and for the audit log. */
  address: string;
  /** Abandons the request: the handler sees its client disconnect. */
  signal: AbortSignal;
}

/** The answer; its reader consumes or destroys `body`. */
export interface InProcessAnswer {
  status: number;
  /** Without parameters, such as `application/json`; empty when there is no body. */
  contentType: string;
  body: Readable;
}

const channel = new AsyncLocalStorage<AgentChannel | undefined>();

/** Returns the channel of the request that runs now; undefined for requests from the network. */
export function currentChannel(): AgentChannel | undefined {
  return channel.getStore();
}

/**
 * Sends requests through all gates of the box's own server, without a socket: authentication, rate limits, scopes,
 * checks, audit log and handler are those of the API. The server binds itself when it starts.
 */
export class InProcess {
  #app: FastifyInstance | undefined;
  #routes: readonly Route[] = [];

  /** Called once by the server. */
  bind(app: FastifyInstance, routes: readonly Route[]): void {
    this.#app = app;
    this.#routes = routes;
  }

  /** Returns all routes; empty before the start. */
  routes(): readonly Route[] {
    return this.#routes;
  }

  /**
   * Sends `request`, for an agent over `via`. Rejects with `shutting_down` before the start, and with an abort error on
   * `signal`.
   */
  async send(request: InProcessRequest, via?: AgentChannel): Promise<InProcessAnswer> {
    const app = this.#app;
    if (!app) throw fail("shutting_down", "box: is starting. Try again");
    const { method, target: url, headers, body, address, signal } = request;
    // Awaited inside: the request begins with the wait for it.
    const send = async () =>
      await app.inject({
        method,
        url,
        headers: {
          ...headers,
          host: "localhost",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { payload: body }),
        remoteAddress: address,
        signal,
        payloadAsStream: true,
      });
    const answer = await channel.run(via, send);
    const contentType = String(answer.headers["content-type"] ?? "").split(";", 1)[0]!;
    return { status: answer.statusCode, contentType, body: answer.stream() };
  }
}
