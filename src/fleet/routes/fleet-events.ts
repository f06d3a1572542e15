import { Readable } from "node:stream";
import { Type } from "typebox";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Event } from "../../base/events/event.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { closedObject } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import { aliveMs, feedPath, pageEntries } from "../events/feed-lines.ts";

/** Entries that wait for a slow box at most; it then connects again and continues at its position. */
const maxWaiting = 1000;

type Log = Pick<EventLog, "epoch" | "oldestSeq" | "lastSeq" | "read" | "readBox" | "subscribe">;

interface FeedQuery {
  epoch?: string;
  after?: number;
  age_ms?: number;
  org?: string;
  follow?: boolean;
}

/** The event log of this box, for the other boxes of its fleet: a page of it, or what happens from a position on. */
export function fleetEventRoutes(log: Log, clock: Clock): Route[] {
  return [
    route({
      method: "GET",
      path: feedPath,
      cameras: "filtered",
      summary: "Follow the event log of this box, for other boxes of the fleet",
      tag: "system",
      access: "any",
      hidden: true,
      streaming: true,
      query: closedObject({
        epoch: Type.Optional(Type.String({ maxLength: 40 })),
        after: Type.Optional(Type.Integer({ minimum: 0 })),
        age_ms: Type.Optional(Type.Integer({ minimum: 0 })),
        org: Type.Optional(Type.String({ maxLength: 200 })),
        follow: Type.Optional(Type.Boolean({ default: false })),
      }),
      answers: { 200: { description: "Lines of JSON", contentType: "application/x-ndjson" } },
      handle({ caller, query, reply, signal }) {
        if (caller.boxId === undefined) {
          throw fail("not_found", "path: only boxes of the fleet read this. Use the event streams");
        }
        const after = startOf(log, query, clock.wallMs());
        const lines = query.follow
          ? Readable.from(following(log, { after, clock, signal }), { highWaterMark: 16 })
          : Readable.from(pageOf(log, after, query.org ?? ""));
        void reply
          .type("application/x-ndjson")
          .header("cache-control", "no-store")
          .header("x-accel-buffering", "no")
          .send(lines);
        return undefined;
      },
    }),
  ];
}

/** The position before the first entry of the answer. */
function startOf(log: Log, { epoch, after, age_ms: ageMs }: FeedQuery, nowMs: number): number {
  if (ageMs !== undefined) return positionAt(log, nowMs - ageMs);
  if (epoch === log.epoch && after !== undefined && after <= log.lastSeq()) return after;
  return log.lastSeq();
}

/** The position before the first entry at or after this time. */
function positionAt(log: Log, timeMs: number): number {
  let before = log.oldestSeq() - 1;
  let end = log.lastSeq();
  while (before < end) {
    const middle = Math.floor((before + end) / 2);
    const [next] = log.readBox(middle, 1);
    if (next !== undefined && next.atMs < timeMs) before = next.seq;
    else end = middle;
  }
  return before;
}

function headOf(log: Log, after: number): string {
  const head = { epoch: log.epoch, after, last: log.lastSeq(), oldest: log.oldestSeq() };
  return `${JSON.stringify({ head })}\n`;
}

function lineOf({ boxId: _box, epoch: _epoch, webhookUrl: _url, ...event }: Event): string {
  return `${JSON.stringify({ event })}\n`;
}

function* pageOf(log: Log, after: number, org: string): Generator<string> {
  yield headOf(log, after);
  const lastSeq = log.lastSeq();
  const events = log.read(org, after, pageEntries);
  for (const event of events) yield lineOf(event);
  const to = events.length < pageEntries ? lastSeq : events.at(-1)!.seq;
  yield `${JSON.stringify({ to })}\n`;
}

/** First what the log has, then each entry as it comes; ends when the other box does not keep up. */
async function* following(
  log: Log,
  { after, clock, signal }: { after: number; clock: Clock; signal: AbortSignal },
): AsyncGenerator<string> {
  let waiting: Event[] = [];
  let wake = (): void => undefined;
  const stop = log.subscribe((event) => {
    waiting.push(event);
    wake();
  });
  const timer = clock.every(aliveMs, () => wake());
  const onAbort = (): void => wake();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    yield headOf(log, after);
    let at = after;
    for (let page = log.readBox(at, pageEntries); page.length > 0;) {
      for (const event of page) yield lineOf(event);
      at = page.at(-1)!.seq;
      page = log.readBox(at, pageEntries);
    }
    while (!signal.aborted && waiting.length <= maxWaiting) {
      if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const events = waiting.filter(({ seq }) => seq > at);
      waiting = [];
      yield events.length === 0 ? "\n" : events.map(lineOf).join("");
      at = events.at(-1)?.seq ?? at;
    }
  } finally {
    stop();
    timer.cancel();
    signal.removeEventListener("abort", onAbort);
  }
}
