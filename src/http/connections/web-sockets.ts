import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex, Writable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { createWebSocketStream, type WebSocket, WebSocketServer } from "ws";
import { fail } from "../../base/contract/fail.ts";

interface PendingUpgrade {
  socket: Duplex;
  head: Buffer;
  response: ServerResponse;
}

/** A WebSocket that differs from the others. */
export interface WebSocketManner {
  /** Subprotocols, the preferred one first: the client gets the first that it offers. */
  protocols: readonly string[];
  /** Bound of one message of the client, in bytes. */
  maxBytes: number;
}

/** Headers that a WebSocket's answer carries too. */
const answerHeader = /^(x-|ratelimit)/;

/**
 * WebSockets behind the checks of every route: an upgrade request passes host, key, rate and scope,
 * and a refusal is an ordinary HTTP answer. Compression is off, messages are bounded.
 */
export class WebSockets {
  readonly #server: WebSocketServer;
  /** Servers of the manners by their bound of messages. */
  readonly #others = new Map<number, WebSocketServer>();
  readonly #protocols = new WeakMap<IncomingMessage, readonly string[]>();
  readonly #pending = new WeakMap<IncomingMessage, PendingUpgrade>();
  readonly #headers = new WeakMap<IncomingMessage, string[]>();
  readonly #open = new Set<WebSocket>();

  /** `maxBytes` bounds one message of a client; a longer one closes its connection with 1009. */
  constructor(maxBytes: number) {
    this.#server = this.#newServer(maxBytes);
  }

  /** Takes upgrade requests of the server and lets fastify route them. */
  attach(app: FastifyInstance): void {
    app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      socket.on("error", () => undefined);
      response.assignSocket(socket as Socket);
      response.once("finish", () => (socket as Socket).destroySoon());
      this.#pending.set(request, { socket, head, response });
      app.routing(request, response);
    });
  }

  /** True when the request asks for a WebSocket. */
  isUpgrade(reply: FastifyReply): boolean {
    return this.#pending.has(reply.request.raw);
  }

  /**
   * Fails with `upgrade_required` for a request without an upgrade, with `malformed_request` for
   * one that no handshake can answer, and with `csrf_rejected` for a session without an Origin
   * header: browsers always send it, and a cookie alone proves nothing.
   */
  assertUpgrade(reply: FastifyReply): void {
    const { raw, headers, session } = reply.request;
    if (!this.#pending.has(raw)) {
      reply.header("upgrade", "websocket");
      throw fail(
        "upgrade_required",
        "Upgrade: this address is a WebSocket. Send a WebSocket handshake",
      );
    }
    const key = headers["sec-websocket-key"];
    const version = headers["sec-websocket-version"];
    if (version !== "13" || typeof key !== "string" || !/^[+/0-9A-Za-z]{22}==$/.test(key)) {
      throw fail(
        "malformed_request",
        "handshake: does not follow RFC 6455. Use a WebSocket client",
      );
    }
    if (session && headers.origin === undefined) {
      throw fail("csrf_rejected", "Origin: is missing. Send the origin of the page");
    }
  }

  /** Answers the upgrade; does not call `onOpen` when the client has disconnected meanwhile. */
  accept(reply: FastifyReply, onOpen: (socket: WebSocket) => void, manner?: WebSocketManner): void {
    const { raw } = reply.request;
    if (manner) this.#protocols.set(raw, manner.protocols);
    const { socket, head, response } = this.#pending.get(raw)!;
    const headers = Object.entries(reply.getHeaders());
    this.#headers.set(
      raw,
      headers.flatMap(([name, value]) =>
        answerHeader.test(name) ? [`${name}: ${String(value)}`] : [],
      ),
    );
    reply.hijack();
    response.detachSocket(socket as Socket);
    this.#serverOf(manner).handleUpgrade(raw, socket, head, (opened) => {
      this.#open.add(opened);
      opened.once("close", () => this.#open.delete(opened));
      // A reset by the client is a regular end; "close" follows.
      opened.on("error", () => undefined);
      onOpen(opened);
    });
  }

  /**
   * Answers the upgrade and sends each write to the stream of `onOpen` as a message. Ignores
   * messages of the client. False when the client has disconnected meanwhile.
   */
  acceptStream(
    reply: FastifyReply,
    onOpen: (socket: WebSocket, stream: Writable) => void,
  ): boolean {
    let isOpen = false;
    this.accept(reply, (socket) => {
      isOpen = true;
      const stream = createWebSocketStream(socket);
      // Unread messages would hide the connection's end until the next write.
      stream.resume();
      socket.once("close", () => stream.destroy());
      onOpen(socket, stream);
    });
    return isOpen;
  }

  #serverOf(manner: WebSocketManner | undefined): WebSocketServer {
    if (!manner) return this.#server;
    const server = this.#others.get(manner.maxBytes) ?? this.#newServer(manner.maxBytes);
    this.#others.set(manner.maxBytes, server);
    return server;
  }

  #newServer(maxBytes: number): WebSocketServer {
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: maxBytes,
      handleProtocols: (offered, request) => this.#chosen(offered, request),
    });
    server.on("headers", (headers: string[], request: IncomingMessage) => {
      headers.push(...(this.#headers.get(request) ?? []));
    });
    return server;
  }

  /** Without a manner the first that the client offers, as `ws` does. */
  #chosen(offered: ReadonlySet<string>, request: IncomingMessage): string | false {
    const ours = this.#protocols.get(request);
    const [first] = ours ? ours.filter((each) => offered.has(each)) : offered;
    return first ?? false;
  }

  /** Closes every connection; the peer has until the server's own deadline to answer. */
  closeAll(code: number, reason: string): void {
    for (const socket of this.#open) socket.close(code, reason);
  }

  /** Drops the open connections. */
  terminateAll(): void {
    for (const socket of this.#open) socket.terminate();
  }
}

/** True when a request asks for a WebSocket; the server ignores any other upgrade. */
export function asksForWebSocket(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === "websocket";
}
