import { GatehouseApiError } from "./errors.ts";
import { type Args, asError, type Http, type Operation, pause, retryDelayMs } from "./http.ts";

/** One event of a stream of the box. */
export interface ServerEvent {
  /** Position for resuming after this event; absent for `stream.gap` and `server.closing`. */
  id?: string;
  type: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each type of event has a shape of its own
  data: any;
}

/** Options for following a stream of events. */
export interface FollowOptions {
  signal?: AbortSignal | undefined;
  /** Resume right after this event. */
  lastEventId?: string | undefined;
  /** Called after each break, before the client reconnects. */
  onReconnect?: ((error: Error) => void) | undefined;
  /**
   * Silence after which a stream counts as broken, in milliseconds; default 45 000, three
   * heartbeats.
   */
  silenceMs?: number | undefined;
}

/**
 * Yields the events of `operation` without end: after a break it reconnects and resumes after the
 * last event, so that each event comes once and in order. Ends when `signal` aborts; throws
 * permanent errors (wrong key, unknown filter).
 */
export async function* followEvents(
  http: Http,
  operation: Operation,
  request: { args?: Args | undefined; options?: FollowOptions | undefined },
): AsyncGenerator<ServerEvent, void, void> {
  const { signal, onReconnect, lastEventId } = request.options ?? {};
  const place: Place = { id: lastEventId, tries: 0, isOver: false };
  while (!signal?.aborted && !place.isOver) {
    try {
      yield* connection({ http, operation, request }, place);
      if (!place.isOver) await pause(orderlyEndMs * (0.5 + Math.random()), signal);
    } catch (error) {
      if (signal?.aborted) return;
      const waitMs = retryDelayMs(error, { tries: place.tries, isSafe: true });
      if (waitMs === undefined && error instanceof GatehouseApiError) throw error;
      place.tries += 1;
      onReconnect?.(asError(error));
      await pause(waitMs ?? orderlyEndMs, signal).catch(() => undefined);
    }
  }
}

/**
 * Spread of reconnections after a regular end (the box restarts, the hour is over), in
 * milliseconds.
 */
const orderlyEndMs = 500;
const defaultSilenceMs = 45_000;

/** The reader's position. */
interface Place {
  id: string | undefined;
  /** Failures in a row. */
  tries: number;
  /** The key has expired or was revoked: reconnecting is useless. */
  isOver: boolean;
}

type Followed = {
  http: Http;
  operation: Operation;
  request: { args?: Args | undefined; options?: FollowOptions | undefined };
};

/** Yields the events of one connection; returns when the box ends it regularly. */
async function* connection(
  { http, operation, request }: Followed,
  place: Place,
): AsyncGenerator<ServerEvent, void, void> {
  const { signal, silenceMs = defaultSilenceMs } = request.options ?? {};
  const silent = new AbortController();
  const over = AbortSignal.any(signal ? [signal, silent.signal] : [silent.signal]);
  const startWatch = () => setTimeout(() => silent.abort(), silenceMs);
  let watch = startWatch();
  const onBytes = (): void => {
    clearTimeout(watch);
    watch = startWatch();
  };
  try {
    const headers = place.id === undefined ? {} : { "last-event-id": place.id };
    const call = { args: request.args, headers: { ...headers, accept: "text/event-stream" } };
    const response = await http.open(operation, call, { signal: over, endless: true });
    place.tries = 0;
    for await (const event of blocks(response, onBytes)) {
      if (event.id !== undefined) place.id = event.id;
      if (event.type === "server.closing" && event.data?.reason === "key_ended") {
        place.isOver = true;
      }
      if (event.type !== "") yield withoutEmptyId(event);
    }
  } finally {
    clearTimeout(watch);
    silent.abort();
  }
}

interface Block {
  id?: string;
  type: string;
  data: { reason?: string } | undefined;
}

function withoutEmptyId({ id, type, data }: Block): ServerEvent {
  return id === undefined ? { type, data } : { id, type, data };
}

/**
 * Yields the blocks of an event stream (WHATWG HTML 9.2.6); those without data only move the
 * position.
 */
async function* blocks(response: Response, onBytes: () => void): AsyncGenerator<Block, void, void> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let waiting = "";
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    onBytes();
    waiting = (waiting + decoder.decode(chunk, { stream: true })).replaceAll("\r\n", "\n");
    let end = waiting.indexOf("\n\n");
    while (end !== -1) {
      yield blockOf(waiting.slice(0, end));
      waiting = waiting.slice(end + 2);
      end = waiting.indexOf("\n\n");
    }
  }
}

function blockOf(text: string): Block {
  const fields = new Map<string, string>();
  for (const line of text.split("\n")) {
    const match = /^([a-z]+): ?(.*)$/.exec(line);
    if (!match) continue;
    const [, name = "", value = ""] = match;
    const before = name === "data" ? fields.get(name) : undefined;
    fields.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  const id = fields.get("id");
  const data = fields.get("data");
  return {
    ...(id === undefined ? {} : { id }),
    type: data === undefined ? "" : (fields.get("event") ?? "message"),
    data: data === undefined ? undefined : (JSON.parse(data) as Block["data"]),
  };
}
