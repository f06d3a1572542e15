import type { FastifyReply } from "fastify";
import { type Severity, severities } from "../../base/contract/event-types.ts";
import type { Clock } from "../../base/core/clock.ts";
import { type Event, isLive } from "../../base/events/event.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { AccessWatch } from "../connections/access-watch.ts";
import { Outlet } from "./outlet.ts";
import type { HttpQuotas } from "../connections/quotas.ts";
import {
  type ClosingReason,
  type EventFeed,
  type ReaderParts,
  type ReaderStart,
  SseReader,
} from "./sse-reader.ts";
import { SiteReader } from "../site/site-reader.ts";
import type { SiteFeeds } from "../site/site-feeds-port.ts";
import { formatSitePosition } from "../site/site-position.ts";
import { siteStartOf } from "../site/site-start.ts";
import { formatEventId, parseEventId } from "./sse-frame.ts";
import type { StreamSlots } from "./stream-slots.ts";

/** Filter of a reader of surveillance events. */
export interface EventFilter {
  streamId?: string;
  /** Exactly this severity (contract section 4.10). */
  severity?: Severity;
  /** This severity or a higher one. */
  minSeverity?: Severity;
}

/** Dependencies of `EventStreams`. */
export interface EventStreamsParts {
  feed: EventFeed;
  clock: Clock;
  slots: StreamSlots;
  quotas: Pick<HttpQuotas, "readerQueueEntries" | "readerQueueBytes">;
  access: Pick<AccessWatch, "follow">;
  /** Uniform in [0, 1). */
  random(): number;
}

/** Where a stream begins, and its reader. */
interface StreamStart {
  id: string;
  lost: string | undefined;
  open(parts: ReaderParts): SseReader | SiteReader;
}

/** Age at which a stream ends so that readers spread over restarts; ±10 % (notes, 1.4). */
const maxAgeMs = 3_600_000;
const surveillanceTypes = new Set<string>([
  "incident.created",
  "incident.updated",
  "incident.resolved",
  "stream.status",
]);

/**
 * True when `event` passes `filter`. A severity filter selects incidents, so it excludes
 * `stream.status`, which has no severity.
 */
export function passesFilter(event: Event, filter: EventFilter): boolean {
  if (!surveillanceTypes.has(event.type)) return false;
  if (!isLive(event)) return false;
  if (filter.streamId !== undefined && event.streamId !== filter.streamId) return false;
  if (filter.severity === undefined && filter.minSeverity === undefined) return true;
  const rank = severities.indexOf(event.data["severity"] as Severity);
  if (rank < 0) return false;
  if (filter.severity !== undefined && severities[rank] !== filter.severity) return false;
  return filter.minSeverity === undefined || rank >= severities.indexOf(filter.minSeverity);
}

/** All open event streams of the server. */
export class EventStreams {
  readonly #parts: EventStreamsParts;
  readonly #open = new Set<{ reader: SseReader | SiteReader; outlet: Outlet }>();
  #site: SiteFeeds | undefined;
  #cut = 0;

  constructor(parts: EventStreamsParts) {
    this.#parts = parts;
  }

  /** From now on readers get the events of all boxes of the fleet. */
  joinSite(site: SiteFeeds): void {
    this.#site = site;
  }

  /** Returns the number of open streams, of bytes that wait for them, and of dropped readers. */
  counts(): { open: number; waitingBytes: number; cut: number } {
    let waitingBytes = 0;
    for (const { outlet } of this.#open) waitingBytes += outlet.waitingBytes;
    return { open: this.#open.size, waitingBytes, cut: this.#cut };
  }

  /**
   * Answers with an event stream until the reader disconnects, is dropped, or the server closes it.
   * Takes the reply over from fastify. Fails with `too_many_streams` before anything is sent.
   */
  open(reader: {
    caller: Caller;
    reply: FastifyReply;
    /** True when the reader wants this entry. */
    wants(event: Event): boolean;
    lastEventId: string | undefined;
    /** See `ReaderParts.live`. */
    live?: ReaderParts["live"];
  }): void {
    const { feed, clock, slots, quotas, access, random } = this.#parts;
    const { caller, reply, live } = reader;
    const release = slots.take(caller.keyId);
    const start = this.#startOf(reader.lastEventId);
    const response = reply.raw;
    reply.headers({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-svc-last-event-id": start.lost === undefined ? start.id : "earliest",
    });
    reply.hijack();
    response.writeHead(200, reply.getHeaders() as Record<string, string>);
    response.socket?.setNoDelay(true);
    const outlet = Outlet.open(response, {
      maxEntries: quotas.readerQueueEntries,
      maxBytes: quotas.readerQueueBytes,
    });
    const sse = start.open({
      org: caller.org,
      feed,
      outlet,
      clock,
      wants: (event) => reader.wants(event),
      maxAgeMs: maxAgeMs * (0.9 + 0.2 * random()),
      ...(live ? { live } : {}),
    });
    const entry = { reader: sse, outlet };
    this.#open.add(entry);
    const stopFollowing = access.follow(reply.request, () => sse.close("key_ended"));
    response.once("close", () => {
      if (outlet.wasCut) this.#cut += 1;
      stopFollowing();
      sse.release();
      release();
      this.#open.delete(entry);
    });
    sse.start();
  }

  /** Ends every stream with `server.closing`. */
  closeAll(reason: ClosingReason): void {
    for (const { reader } of this.#open) reader.close(reason);
  }

  #startOf(requested: string | undefined): StreamStart {
    const { feed, clock } = this.#parts;
    const site = this.#site;
    if (!site) {
      const start = startOf(feed, requested);
      const id = formatEventId({ boxId: feed.boxId, epoch: feed.epoch, seq: start.afterSeq });
      return { id, lost: start.lost, open: (parts) => new SseReader(parts, start) };
    }
    const start = siteStartOf(feed, requested, clock.wallMs());
    const id = formatSitePosition(start.position);
    return { id, lost: start.lost, open: (parts) => new SiteReader({ ...parts, site }, start) };
  }
}

function startOf(feed: EventFeed, requested: string | undefined): ReaderStart {
  const lastSeq = feed.lastSeq();
  if (requested === undefined) return { afterSeq: lastSeq };
  const position = parseEventId(requested);
  const known =
    position !== undefined &&
    position.boxId === feed.boxId &&
    position.epoch === feed.epoch &&
    position.seq <= lastSeq;
  if (!known) return { afterSeq: 0, lost: requested };
  const reached = position.seq + 1 >= feed.oldestSeq();
  return { afterSeq: position.seq, ...(reached ? {} : { lost: requested }) };
}
