import type { FastifyRequest } from "fastify";
import type { Clock } from "../base/core/clock.ts";
import { AccessWatch } from "./connections/access-watch.ts";
import { Connections } from "./connections/connections.ts";
import { defaultQuotas, type HttpQuotas } from "./connections/quotas.ts";
import { RateLimiter } from "./connections/rate-limiter.ts";
import { WebSockets } from "./connections/web-sockets.ts";
import { countingFailures } from "./plugins/auth.ts";
import { InProcess } from "./in-process.ts";
import { LiveVideos } from "./streaming/live-videos.ts";
import { LiveViews } from "./streaming/live-view.ts";
import { EventStreams } from "./streaming/sse.ts";
import type { EventFeed } from "./streaming/sse-reader.ts";
import { StreamSlots } from "./streaming/stream-slots.ts";

/** Dependencies of `HttpServices`. */
export interface HttpServicesParts {
  clock: Clock;
  events: EventFeed;
  /** Limits that differ from `defaultQuotas`. A whole one is kept as it is, and may change. */
  quotas?: Partial<HttpQuotas>;
  /** Bound of one WebSocket message of a client, in bytes; a longer one closes its connection with 1009. */
  maxMessageBytes: number;
  /**
   * Limit of open files of the process; connections take half of them at most. Unlimited when
   * absent.
   */
  openFiles?: number;
  /** Uniform in [0, 1). */
  random?: () => number;
}

/** Connections besides event streams and live views: long polls and other requests. */
const otherConnections = 1024;
/** Reserve beyond those, for page sessions and for stopping robots. */
const reservedConnections = 64;
function reserveOf(openFiles: number): number {
  return Math.min(reservedConnections, Math.floor(openFiles / 8));
}

/**
 * Returns the bound of connections. Half of the process's files stay for the store, cameras and
 * pictures: `accept` never meets the limit, so a client beyond the bound gets an answer.
 */
function connectionRoom(readers: number, openFiles: number): number {
  const most = 2 * readers + otherConnections;
  return Math.min(most, Math.floor(openFiles / 2) - reserveOf(openFiles));
}

/** Close code "going away" of RFC 6455, section 7.4.1. */
const goingAwayCode = 1001;

/** Parts of the HTTP side that routes share with the server: long-lived answers and limits. */
export class HttpServices {
  readonly quotas: HttpQuotas;
  readonly limiter: RateLimiter;
  readonly access: AccessWatch;
  readonly connections: Connections;
  readonly sockets: WebSockets;
  readonly inProcess = new InProcess();
  readonly events: EventStreams;
  readonly views: LiveViews;
  readonly videos: LiveVideos;

  constructor(parts: HttpServicesParts) {
    const { clock, events: feed, quotas, maxMessageBytes, openFiles = Infinity, random } = parts;
    const own = Object.assign(quotas ?? {}, { ...defaultQuotas, ...quotas });
    this.quotas = own;
    const slotsFor = (what: string): StreamSlots =>
      new StreamSlots({
        get perKey() {
          return own.readersPerKey;
        },
        get perBox() {
          return own.readers;
        },
        message: tooMany(what),
      });
    this.limiter = new RateLimiter(clock);
    this.access = new AccessWatch(clock);
    this.connections = new Connections(clock, {
      get perAddress() {
        return own.connectionsPerAddress;
      },
      get box() {
        return connectionRoom(own.readers, openFiles);
      },
      reserve: reserveOf(openFiles),
    });
    this.sockets = new WebSockets(maxMessageBytes);
    const shared = { clock, access: this.access };
    // Separate from the event streams: a wall of cameras must not keep a page from its events.
    const views = { ...shared, slots: slotsFor("live views"), sockets: this.sockets };
    this.views = new LiveViews(views);
    this.videos = new LiveVideos(views);
    this.events = new EventStreams({
      ...shared,
      slots: slotsFor("event streams"),
      feed,
      quotas: this.quotas,
      random: random ?? Math.random,
    });
  }

  /**
   * Runs `check` and counts wrong keys of the request's address; fails with `rate_limited` beyond
   * the quota.
   */
  countFailures<R>(request: FastifyRequest, check: () => Promise<R>): Promise<R> {
    const { limiter, quotas } = this;
    return countingFailures(request, { limiter, quotas }, check);
  }

  /** Counters for `/api/v1/system` and `/metrics`. */
  counts() {
    return {
      eventStreams: this.events.counts(),
      liveViews: this.views.counts(),
      liveVideos: this.videos.counts(),
      connections: this.connections.counts(),
    };
  }

  /** Ends every long-lived answer. */
  closeAll(): void {
    this.events.closeAll("shutdown");
    this.views.closeAll();
    this.videos.closeAll();
    this.sockets.closeAll(goingAwayCode, "shutting_down");
  }
}

function tooMany(what: string): string {
  return `Too many ${what} are open (limits.readers_per_key, limits.readers)`;
}
