import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIPv6, type Socket } from "node:net";
import type { Clock, Timer } from "../../base/core/clock.ts";

/** Bounds of the connections. */
export interface ConnectionLimits {
  /** Connections of one address that have not presented a key. */
  perAddress: number;
  /** Connections of all clients. */
  box: number;
  /**
   * Further connections beyond `box`, for page sessions and for routes that the server never
   * refuses for load.
   */
  reserve: number;
}

/** Longest silence of a connection before it counts against its address, in milliseconds. */
const graceMs = 1000;
/** An address with more connections without a key loses one first; browsers open six. */
const ordinaryCount = 8;

interface Connection {
  readonly socket: Socket;
  readonly peer: string;
  readonly address: string;
  isOpen: boolean;
  /** True once it has carried a valid key or session. */
  isKnown: boolean;
  /** Requests without an answer so far. */
  requests: number;
  /** Monotonic time of its last change of state. */
  sinceMs: number;
}

/**
 * Bounds the connections and keeps room for active ones. Connections without a key have a bound per
 * address (an IPv4 address, or an IPv6 network of 64 bits): beyond it the longest silent ones are
 * dropped, checked every second. At the limit of the box a new connection replaces the longest
 * silent one of the address with the most such connections, or an idle one with a key; else it gets
 * one of the reserve.
 */
export class Connections {
  readonly #clock: Clock;
  readonly #limits: ConnectionLimits;
  readonly #bySocket = new WeakMap<Socket, Connection>();
  /** By the peer's address and port: a TLS socket is a different object from its TCP connection. */
  readonly #byPeer = new Map<string, Connection>();
  /** Connections without a key, the longest unchanged first. */
  readonly #unknown = new Map<string, Set<Connection>>();
  /** Connections with a key and without a request, the longest idle first. */
  readonly #idle = new Set<Connection>();
  #timer: Timer | undefined;
  #dropped = 0;

  constructor(clock: Clock, limits: ConnectionLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Follows the connections of `server` until it closes. Call it before any other listener is
   * added.
   */
  attach(server: Server): void {
    server.prependListener("connection", (socket: Socket) => this.#accept(socket));
    server.prependListener("request", (request: IncomingMessage, response: ServerResponse) =>
      this.#begin(request.socket, response),
    );
    server.prependListener("upgrade", (request: IncomingMessage) => this.#begin(request.socket));
    this.#timer = this.#clock.every(graceMs, () => this.#sweep());
    server.once("close", () => this.#timer?.cancel());
  }

  /** Returns the number of open connections, and of those dropped to make room. */
  counts(): { open: number; dropped: number } {
    return { open: this.#byPeer.size, dropped: this.#dropped };
  }

  /** True when only the reserve is left for connections without a key. */
  isCrowded(socket: Socket): boolean {
    return this.#byPeer.size > this.#limits.box && this.#find(socket)?.isKnown !== true;
  }

  /** Marks the connection as its holder's: it has carried a valid key or session. */
  admit(socket: Socket): void {
    const connection = this.#find(socket);
    if (!connection || connection.isKnown) return;
    this.#take(connection);
    connection.isKnown = true;
    this.#put(connection);
  }

  #accept(socket: Socket): void {
    if (this.#byPeer.size >= this.#limits.box) this.#makeRoom();
    if (this.#byPeer.size >= this.#limits.box + this.#limits.reserve) {
      this.#dropped += 1;
      socket.destroy();
      return;
    }
    const connection: Connection = {
      socket,
      peer: peerOf(socket),
      address: networkOf(socket.remoteAddress ?? ""),
      isOpen: true,
      isKnown: false,
      requests: 0,
      sinceMs: 0,
    };
    this.#bySocket.set(socket, connection);
    this.#byPeer.set(connection.peer, connection);
    this.#put(connection);
    socket.once("close", () => this.#forget(connection));
  }

  #forget(connection: Connection): void {
    connection.isOpen = false;
    this.#take(connection);
    if (this.#byPeer.get(connection.peer) === connection) this.#byPeer.delete(connection.peer);
  }

  #begin(socket: Socket, response?: ServerResponse): void {
    const connection = this.#find(socket);
    if (!connection) return;
    this.#count(connection, 1);
    response?.once("close", () => this.#count(connection, -1));
  }

  #count(connection: Connection, change: 1 | -1): void {
    this.#take(connection);
    connection.requests += change;
    this.#put(connection);
  }

  #find(socket: Socket): Connection | undefined {
    const known = this.#bySocket.get(socket);
    if (known) return known;
    const connection = this.#byPeer.get(peerOf(socket));
    if (connection) this.#bySocket.set(socket, connection);
    return connection;
  }

  /** Adds the connection at the end of its list. */
  #put(connection: Connection): void {
    if (!connection.isOpen) return;
    connection.sinceMs = this.#clock.monoMs();
    if (connection.isKnown) {
      if (connection.requests === 0) this.#idle.add(connection);
      return;
    }
    const group = this.#unknown.get(connection.address);
    if (group) group.add(connection);
    else this.#unknown.set(connection.address, new Set([connection]));
  }

  #take(connection: Connection): void {
    this.#idle.delete(connection);
    const group = this.#unknown.get(connection.address);
    if (group?.delete(connection) && group.size === 0) this.#unknown.delete(connection.address);
  }

  #makeRoom(): void {
    const { box, reserve } = this.#limits;
    let largest: ReadonlySet<Connection> = new Set();
    for (const group of this.#unknown.values()) if (group.size > largest.size) largest = group;
    const [longestIdle] = this.#idle;
    let victim = largest.size > ordinaryCount ? longestSilent(largest) : longestIdle;
    if (this.#byPeer.size >= box + reserve) victim ??= longestSilent(largest);
    if (victim) this.#drop(victim);
  }

  #sweep(): void {
    const beforeMs = this.#clock.monoMs() - graceMs;
    for (const group of this.#unknown.values()) {
      while (group.size > this.#limits.perAddress) {
        const victim = longestSilent(group);
        if (!victim || victim.sinceMs > beforeMs) break;
        this.#drop(victim);
      }
    }
  }

  #drop(connection: Connection): void {
    this.#dropped += 1;
    this.#forget(connection);
    connection.socket.destroy();
  }
}

/** Prefers connections without a request. */
function longestSilent(group: ReadonlySet<Connection>): Connection | undefined {
  for (const connection of group) if (connection.requests === 0) return connection;
  const [longest] = group;
  return longest;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** An IPv6 host can send from a whole network of 64 bits. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = "", tail] = address.split("%")[0]!.split("::", 2);
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...(tail === undefined ? [] : zeros), ...right].slice(0, 4).join(":");
}
