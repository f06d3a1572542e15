import { createServer as createPlain, type RequestListener, type Server } from "node:http";
import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";
import { fail } from "../base/contract/fail.ts";
import { uuidv7 } from "../base/core/ids.ts";
import type { Part } from "../base/core/parts.ts";
import { shownHost } from "./connections/shown-host.ts";
import type { TlsIdentity } from "./connections/tls-port.ts";

/** What the rescue server listens with and says. */
export interface RescueServerParts {
  host: string;
  port: number;
  /** Plain HTTP when absent. */
  tls?: TlsIdentity;
  /** Why there is no store, and what to do; shown to everybody who asks. */
  reason: string;
  wallMs(): number;
}

/** Connections at once, and how long a request may take, in milliseconds. */
const maxConnections = 64;
const requestMs = 10_000;

/**
 * Answers in place of the API while the store cannot be opened: the page says what is wrong and how to
 * restore a backup, `/healthz` answers 200, and every other address `503 not_ready`.
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
    const answer: RequestListener = (request, reply) => {
      const isPage = request.method === "GET" && request.headers.accept?.includes("text/html");
      const isAlive = request.url === "/healthz";
      const body = isPage
        ? this.#page()
        : JSON.stringify(isAlive ? this.#alive() : this.#refusal());
      reply.writeHead(isPage || isAlive ? 200 : 503, {
        "content-type": isPage ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        "cache-control": "no-store",
        connection: "close",
      });
      reply.end(body);
    };
    const server = tls ? createSecure(tls.material(), answer) : createPlain(answer);
    server.maxConnections = maxConnections;
    server.requestTimeout = requestMs;
    server.headersTimeout = requestMs;
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", (cause) =>
        reject(fail("listen_failed", `Cannot listen on ${host} port ${port}`, { cause })),
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

  /** Where it listens; valid after `start`. */
  url(): string {
    const { address, port } = this.#server!.address() as AddressInfo;
    return `${this.#parts.tls ? "https" : "http"}://${shownHost(address)}:${port}`;
  }

  #alive() {
    return { ...this.#head(), object: "system", status: "ok", data: { healthy: true } };
  }

  #refusal() {
    const { reason } = this.#parts;
    const details = [{ path: "store", rule: "ready", message: reason }];
    const error = { code: "not_ready", message: "The box is not ready", details, retryable: true };
    return { ...this.#head(), object: "error", status: "failed", data: null, error };
  }

  #head() {
    const { wallMs } = this.#parts;
    return { id: uuidv7(wallMs()), created_at: Math.floor(wallMs() / 1000) };
  }

  #page(): string {
    const reason = this.#parts.reason.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gatehouse: no store</title>
<style>body{font:1.1rem/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem}</style>
<h1>The box has no store that it can open</h1>
<p>${reason}</p>
<p>Cameras, robots and the API are off, and nothing in the data directory is changed. The box starts
by itself once a backup has been restored.</p></html>`;
  }
}
