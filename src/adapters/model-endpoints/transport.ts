import { systemCode } from "../../base/core/errors.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { currentTrace } from "../../base/core/log-context.ts";
import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import {
  type EndpointCall,
  EndpointFailure,
  type CallFigures,
} from "../../uplink/endpoint-port.ts";
import { timeLimit } from "../../base/concurrency/time-limit.ts";

/** Loaded with the first request, not at the start. */
const loadUndici = () => import("undici");

/** The connection to an endpoint. */
export interface TransportOptions {
  /** Base address; requests go to this origin only. */
  url: URL;
  /** Certificate authority (PEM) in place of the public ones. */
  ca?: string;
  /** From the connection to the last byte of the answer. */
  timeoutMs: number;
  /** A larger answer is refused. */
  maxAnswerBytes: number;
}

/** One request. */
export interface HttpRequest {
  method: "GET" | "POST";
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

/** A whole answer, whatever its status. */
export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

const connectMs = 10_000;
const maxHeaderBytes = 32 * 1024;

/**
 * Speaks HTTP to one endpoint. Each request has a connection of its own: so it is known whether anything
 * was sent, and a dead connection from before an outage swallows nothing. Redirects are not followed.
 */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  get host(): string {
    return this.#options.url.host;
  }

  /**
   * Rejects with `EndpointFailure` (`unreachable`, `unknown`, `invalid`), with the reason of the call's
   * signal, or with what `beforeSend` rejects with.
   */
  async request(
    request: HttpRequest,
    call: Omit<EndpointCall, "idempotencyKey">,
  ): Promise<HttpAnswer> {
    call.signal.throwIfAborted();
    if (request.url.origin !== this.#options.url.origin) {
      throw new EndpointFailure("invalid", "it refers to an address of another host");
    }
    const signal = timeLimit(this.#options.timeoutMs, call.signal);
    const socket = await this.#connect(request.url, call.signal);
    let isSent = false;
    try {
      call.connected();
      await call.beforeSend(request.body?.length ?? 0);
      isSent = true;
      return await this.#exchange(socket, request, signal);
    } catch (error) {
      call.signal.throwIfAborted();
      if (!isSent || error instanceof EndpointFailure) throw error;
      const why = signal.aborted
        ? "the answer did not end in time"
        : `the connection broke${codeOf(error)}`;
      throw new EndpointFailure("unknown", why, { cause: error });
    } finally {
      socket.destroy();
    }
  }

  async #connect(url: URL, signal: AbortSignal): Promise<Socket> {
    const { ca } = this.#options;
    const { buildConnector } = await loadUndici();
    const connect = buildConnector({ timeout: connectMs, ...omitUndefined({ ca }) });
    const { hostname, protocol, port, host } = url;
    return await new Promise((resolve, reject) => {
      const abort = (): void => reject(signal.reason as Error);
      signal.addEventListener("abort", abort, { once: true });
      const options = { hostname: hostname.replace(/^\[|\]$/g, ""), host, protocol, port };
      connect(options, (error, socket) => {
        signal.removeEventListener("abort", abort);
        if (error) reject(new EndpointFailure("unreachable", unreachable(error), { cause: error }));
        else if (signal.aborted) {
          socket.destroy();
          reject(signal.reason as Error);
        } else resolve(socket);
      });
    });
  }

  async #exchange(socket: Socket, request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    let isUsed = false;
    const { Client } = await loadUndici();
    const client = new Client(request.url.origin, {
      // A second connection would be a second submission. undici takes no answer before it has asked.
      connect: (_options, callback) => {
        const isSecond = isUsed;
        isUsed = true;
        queueMicrotask(() => {
          if (!isSecond) callback(null, socket);
          else callback(new EndpointFailure("unknown", "the connection was closed"), null);
        });
      },
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    try {
      const answer = await client.request({
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers: { ...traceHeader(), ...request.headers, connection: "close" },
        body: request.body ?? null,
        signal,
      });
      const body = await this.#read(answer.body);
      return { status: answer.statusCode, headers: headersOf(answer.headers), body };
    } finally {
      await client.destroy();
    }
  }

  async #read(body: Dispatcher.ResponseData["body"]): Promise<Buffer> {
    const { maxAnswerBytes } = this.#options;
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      receivedBytes += chunk.length;
      if (receivedBytes > maxAnswerBytes) {
        const received: CallFigures = { receivedBytes, cost: null };
        throw new EndpointFailure("invalid", `its answer exceeds ${maxAnswerBytes} bytes`, {
          received,
        });
      }
    }
    return Buffer.concat(chunks);
  }
}

function headersOf(headers: Dispatcher.ResponseData["headers"]): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) copy.append(name, each);
    }
  }
  return copy;
}

const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$|HOSTNAME_MISMATCH)/;

function unreachable(error: Error): string {
  const code = codeOf(error);
  if (tlsCodes.test(code.slice(2))) return `its certificate or TLS is not accepted${code}`;
  return `it cannot be reached${code}`;
}

/** The system's code of `error` in brackets; empty without one. */
function codeOf(error: unknown): string {
  const code = systemCode(error);
  return code === "" ? "" : ` (${code})`;
}

/** W3C Trace Context, for endpoints that go on with the trace; nothing without tracing. */
function traceHeader(): Record<string, string> {
  const traceparent = currentTrace();
  return traceparent === undefined ? {} : { traceparent };
}
