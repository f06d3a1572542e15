import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import { fail } from "../../base/contract/fail.ts";
import type { RestreamSource } from "../../cameras/restream/restream-port.ts";
import { RtspConnection } from "./rtsp-connection.ts";
import { SharedVideos } from "./shared-videos.ts";

/** A certificate that may change while the server runs. */
export interface RtspCertificate {
  material(): { cert: string; key: string };
  onChange(listener: () => void): () => void;
}

/** The parts and limits of the server. */
export interface RtspServerOptions {
  source: RestreamSource;
  clock: Clock;
  log: Logger;
  host: string;
  /** Port of RTSP over TLS with its certificate; undefined for none. 0 takes a free port. */
  secure?: { port: number; certificate: RtspCertificate } | undefined;
  /** Port of RTSP in clear; undefined for none. 0 takes a free port. */
  plainPort?: number | undefined;
  /** Sessions at once. */
  maxReaders: number;
}

/** Connections of one address, and of all, that have not proved a key; and all connections beside the readers' own. */
const maxStrangersPerAddress = 16;
const maxStrangers = 128;
const spareConnections = 64;
const handshakeTimeout = 10_000;

/** Serves the cameras' own video by RTSP (RFC 2326), each packed once for all its readers. */
export class RtspServer implements Part {
  readonly #options: RtspServerOptions;
  readonly #videos: SharedVideos;
  readonly #connections = new Set<RtspConnection>();
  /** Addresses of connections without a proven key. */
  readonly #strangers = new Map<RtspConnection, string>();
  #servers: { kind: "rtsp" | "rtsps"; server: Server }[] = [];
  #readers = 0;
  #stopWatching: (() => void) | undefined;

  constructor(options: RtspServerOptions) {
    this.#options = options;
    this.#videos = new SharedVideos(options);
  }

  /** Rejects with `listen_failed` when a port is taken. */
  async start(): Promise<void> {
    const { secure, plainPort } = this.#options;
    if (secure) {
      const { certificate } = secure;
      const material = (): TlsOptions => ({
        ...certificate.material(),
        minVersion: "TLSv1.2",
        handshakeTimeout,
      });
      const server = createTlsServer(material(), (socket) => this.#accept(socket, false));
      server.on("tlsClientError", () => {});
      this.#stopWatching = certificate.onChange(() => server.setSecureContext(material()));
      await this.#listen("rtsps", server, secure.port);
    }
    if (plainPort !== undefined) {
      const server = createServer((socket) => this.#accept(socket, true));
      await this.#listen("rtsp", server, plainPort);
    }
  }

  /** Ends every session. */
  async stop(): Promise<void> {
    this.#stopWatching?.();
    const closed = this.#servers.map(({ server }) => {
      const end = once(server, "close");
      server.close();
      return end;
    });
    this.#servers = [];
    this.#videos.closeAll();
    for (const connection of this.#connections) connection.close();
    await Promise.all(closed);
  }

  /** Returns the ports that listen. */
  ports(): { rtsp?: number; rtsps?: number } {
    return Object.fromEntries(
      this.#servers.map(({ kind, server }) => [kind, (server.address() as AddressInfo).port]),
    );
  }

  /** Returns the number of sessions. */
  readers(): number {
    return this.#readers;
  }

  async #listen(kind: "rtsp" | "rtsps", server: Server, port: number): Promise<void> {
    const { host } = this.#options;
    // Sockets in a TLS handshake count too.
    server.maxConnections = this.#options.maxReaders + maxStrangers + spareConnections;
    server.listen({ host, port });
    try {
      await once(server, "listening");
    } catch (error) {
      const field = kind === "rtsps" ? "rtsp.port" : "rtsp.plain_port";
      throw fail(
        "listen_failed",
        `${field}: the server cannot listen on ${host} port ${port}. Choose another port`,
        { cause: error },
      );
    }
    server.on("error", (error) => this.#options.log.warn({ error: error.message }, "RTSP server"));
    this.#servers.push({ kind, server });
    const { port: actualPort } = server.address() as AddressInfo;
    this.#options.log.info({ scheme: kind, host, port: actualPort }, "RTSP server listens");
  }

  #accept(socket: Socket, isUdpAllowed: boolean): void {
    const address = socket.remoteAddress;
    if (address === undefined || !this.#hasRoom(address)) {
      socket.destroy();
      return;
    }
    const connection = new RtspConnection({
      ...this.#options,
      socket,
      videos: this.#videos,
      isUdpAllowed,
      takePlace: () => this.#takePlace(),
      onAdmitted: () => this.#strangers.delete(connection),
      onClosed: () => {
        this.#strangers.delete(connection);
        this.#connections.delete(connection);
      },
    });
    this.#connections.add(connection);
    this.#strangers.set(connection, address);
    connection.start();
  }

  #hasRoom(address: string): boolean {
    const isFull = this.#connections.size >= this.#options.maxReaders + spareConnections;
    if (isFull || this.#strangers.size >= maxStrangers) return false;
    const same = [...this.#strangers.values()].filter((each) => each === address).length;
    return same < maxStrangersPerAddress;
  }

  #takePlace(): () => void {
    const { maxReaders } = this.#options;
    if (this.#readers >= maxReaders) {
      throw fail(
        "too_many_streams",
        `rtsp.readers: ${maxReaders} readers are connected. Try again later`,
      );
    }
    this.#readers += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.#readers -= 1;
      isTaken = false;
    };
  }
}
