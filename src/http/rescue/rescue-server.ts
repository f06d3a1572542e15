import { randomBytes } from "node:crypto";
import {
  createServer as createPlain,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";
import { fail } from "../../base/contract/fail.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Part } from "../../base/core/parts.ts";
import { hostAllowed } from "../plugins/host-check.ts";
import { rescuePage } from "./rescue-page.ts";
import type { RescueRestorer } from "./rescue-port.ts";
import { assertSameOrigin } from "../same-origin.ts";
import { shownHost } from "../connections/shown-host.ts";
import type { TlsIdentity } from "../connections/tls-port.ts";
import { toWireError } from "../answers/error-wire.ts";

/** Dependencies of `RescueServer`. */
export interface RescueServerParts {
  host: string;
  port: number;
  /** Host names besides IP addresses that clients may use. */
  allowedHosts: readonly string[];
  /** Plain HTTP when absent. */
  tls?: TlsIdentity;
  /** The reason why there is no store, and the cure; everybody may read it. */
  reason: string;
  restorer: RescueRestorer;
  wallMs(): number;
}

/** Bound of connections, and longest request in milliseconds. */
const maxConnections = 64;
const requestMs = 10_000;
const maxBodyBytes = 4096;

/**
 * Answers in place of the API while the store cannot be opened: the page shows the reason and
 * restores with the rescue code, `GET /rescue` returns the progress, `POST /rescue/restore` begins
 * the restore (JSON or the page's form), `/healthz` answers 200, and every other address `503
 * not_ready`.
 */
export class RescueServer implements Part {
  readonly #parts: RescueServerParts;
  #server: Server | undefined;

  constructor(parts: RescueServerParts) {
    this.#parts = parts;
  }

  /** Listens; fails with `listen_failed`. */
  async start(): Promise<void> {
    const { host, port, tls } = this.#parts;
    const answer = (request: IncomingMessage, reply: ServerResponse): void =>
      void this.#answer(request, reply);
    const server = tls ? createSecure(tls.material(), answer) : createPlain(answer);
    server.maxConnections = maxConnections;
    server.requestTimeout = requestMs;
    server.headersTimeout = requestMs;
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", (cause) =>
        reject(
          fail(
            "listen_failed",
            `${host} port ${port}: the server cannot listen there. Choose another address or port`,
            { cause },
          ),
        ),
      );
      server.listen({ host, port }, resolve);
    });
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server?.listening) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  /** Returns the listening address; valid after `start`. */
  url(): string {
    const { address, port } = this.#server!.address() as AddressInfo;
    return `${this.#parts.tls ? "https" : "http"}://${shownHost(address)}:${port}`;
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { allowedHosts, reason, wallMs } = this.#parts;
    try {
      const names = new Set(allowedHosts.map((name) => name.toLowerCase()));
      if (!hostAllowed(request.headers.host, names)) {
        throw fail(
          "host_not_allowed",
          "Host: the box does not have this name. Use the box's address",
        );
      }
      const route = `${request.method} ${request.url}`;
      if (route === "POST /rescue/restore") return await this.#begin(request, reply);
      if (route === "GET /rescue") return sendJson(reply, 200, this.#state());
      if (request.method === "GET" && request.headers.accept?.includes("text/html"))
        return await this.#sendPage(reply, 200);
      if (request.url !== "/healthz") {
        const details = [{ path: "store", rule: "ready", message: reason }];
        throw fail("not_ready", "box: is not ready. Restore it with the rescue page", { details });
      }
      const alive = { ...this.#head(), object: "system", status: "ok", data: { healthy: true } };
      sendJson(reply, 200, alive);
    } catch (error) {
      const { status, headers, body } = toWireError(error, uuidv7(wallMs()), wallMs());
      for (const [name, value] of Object.entries(headers)) reply.setHeader(name, value);
      if (!isForm(request)) return sendJson(reply, status, body);
      const refusal = String(body.error["message"]);
      await this.#sendPage(reply, status, refusal);
    }
  }

  async #begin(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    assertSameOrigin(request.headers);
    const text = await textOf(request);
    const { code, source } = isForm(request)
      ? Object.fromEntries(new URLSearchParams(text))
      : parsed(text);
    if (typeof code !== "string" || typeof source !== "string") {
      throw fail("invalid_request_body", "body: lacks code or source. Send both as strings");
    }
    const address = request.socket.remoteAddress ?? "unknown";
    await this.#parts.restorer.begin({ code, source, address });
    if (!isForm(request)) return sendJson(reply, 202, this.#state());
    reply.writeHead(303, { location: "/", connection: "close" });
    reply.end();
  }

  async #sendPage(reply: ServerResponse, status: number, refusal?: string): Promise<void> {
    const { reason, restorer } = this.#parts;
    const nonce = randomBytes(16).toString("base64");
    const facts = { reason, nonce, sources: await restorer.sources(), state: restorer.describe() };
    reply.writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      connection: "close",
    });
    reply.end(rescuePage({ ...facts, ...(refusal === undefined ? {} : { refusal }) }));
  }

  #state() {
    return {
      ...this.#head(),
      object: "rescue",
      status: "ok",
      data: this.#parts.restorer.describe(),
    };
  }

  #head() {
    const { wallMs } = this.#parts;
    return { id: uuidv7(wallMs()), created_at: Math.floor(wallMs() / 1000) };
  }
}

function isForm({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // The answer is written below.
  }
  throw fail("invalid_json", "body: is not a JSON object. Send an object");
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) {
      throw fail("request_too_large", `body: is too large. Send at most ${maxBodyBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function sendJson(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
  });
  reply.end(JSON.stringify(body));
}
