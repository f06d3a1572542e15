import { createHash } from "node:crypto";
import type { TLSSocket } from "node:tls";
import { buildConnector, Pool } from "undici";
import {
  type PeerAddress,
  PeerFailure,
  type PeerHttpAnswer,
  type PeerHttpRequest,
  type PeerTransport,
} from "../../fleet/peers/peer-port.ts";
import { problemOf } from "./box-problems.ts";

/** Longest time for a connection with its handshake, in milliseconds. */
const connectMs = 3000;
/** Connections to one box at once; live video and event streams take one each. */
const maxConnections = 128;
/** Boxes with open connections at once; more than a fleet has. */
const maxPools = 64;
const maxHeaderBytes = 64 * 1024;

/** Requests to other boxes over HTTP/1.1 or HTTPS, with connections that stay open between requests. */
export class BoxClient implements PeerTransport {
  readonly #pools = new Map<string, Pool>();

  async send(address: PeerAddress, request: PeerHttpRequest): Promise<PeerHttpAnswer> {
    const { method, target: path, headers, body, answerMs, idleMs, signal } = request;
    signal?.throwIfAborted();
    const abandoned = new AbortController();
    const follow = (): void => abandoned.abort(signal!.reason);
    const late = new PeerFailure(`no answer within ${answerMs / 1000} s`);
    const timer = setTimeout(() => abandoned.abort(late), answerMs).unref();
    signal?.addEventListener("abort", follow, { once: true });
    const letGo = (): void => signal?.removeEventListener("abort", follow);
    try {
      const answer = await this.#poolOf(address).request({
        path,
        method,
        headers: { ...headers },
        body: body ?? null,
        // The timer bounds the head, a wait for a free connection included.
        headersTimeout: 0,
        bodyTimeout: idleMs,
        signal: abandoned.signal,
      });
      answer.body.once("close", letGo);
      // Who reads it gets its error; who destroys it unread must not end the process with one.
      answer.body.on("error", () => undefined);
      return { status: answer.statusCode, headers: plain(answer.headers), body: answer.body };
    } catch (error) {
      letGo();
      signal?.throwIfAborted();
      throw error instanceof PeerFailure ? error : new PeerFailure(problemOf(error), error);
    } finally {
      clearTimeout(timer);
    }
  }

  async stop(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  #poolOf({ url, certificateSha256 }: PeerAddress): Pool {
    const { origin } = new URL(url);
    const key = `${origin} ${certificateSha256}`;
    const known = this.#pools.get(key);
    // The newest use comes last.
    if (known) this.#pools.delete(key);
    const pool = known ?? new Pool(origin, poolOptions(certificateSha256));
    this.#pools.set(key, pool);
    for (const [oldest, old] of this.#pools) {
      if (this.#pools.size <= maxPools) break;
      this.#pools.delete(oldest);
      void old.close();
    }
    return pool;
  }
}

function poolOptions(certificateSha256: string | null): Pool.Options {
  return {
    connections: maxConnections,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    maxHeaderSize: maxHeaderBytes,
    connect: certificateSha256 === null ? { timeout: connectMs } : pinned(certificateSha256),
  };
}

/** Takes exactly one certificate: most boxes have one of their own authority, which no other box knows. */
function pinned(sha256: string): buildConnector.connector {
  const connect = buildConnector({
    timeout: connectMs,
    rejectUnauthorized: false,
    // A resumed session shows no certificate.
    maxCachedSessions: 0,
  });
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      if (options.protocol !== "https:" || sha256 === shownBy(socket as TLSSocket)) {
        return callback(null, socket);
      }
      socket.destroy();
      callback(new PeerFailure("it shows another certificate than the fleet's table names"), null);
    });
  };
}

function shownBy(socket: TLSSocket): string | undefined {
  const { raw } = socket.getPeerCertificate() as { raw?: Buffer };
  return raw && createHash("sha256").update(raw).digest("hex");
}

function plain(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}
