import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import type { ErrorCode } from "../../base/contract/error-codes.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { type BoxAddress, openAnswer } from "../box/api.ts";
import { type BoxFlags, boxOfFlags } from "../box/box-flags.ts";
import { withSiteFlags } from "../box/site.ts";
import { onInterrupt } from "../terminal/interrupt.ts";
import { note, print } from "../terminal/output.ts";
import { parseSince } from "../terminal/since.ts";
import { blocksOf, type EventBlock, eventLine, timeOf } from "./event-blocks.ts";

type Flags = BoxFlags & {
  follow?: boolean;
  type?: string[];
  stream?: string;
  since?: number;
  json?: boolean;
};

/** Without `--follow` the command ends after this long without an event. */
const quietMs = 2000;
/** Silence of three heartbeats: the connection is broken. */
const brokenMs = 45_000;
const firstRetryMs = 500;
const longestRetryMs = 10_000;

/** `gatehouse events`: incidents and states of cameras as they come; continues after a break without a gap. */
export function addEventsCommand(program: Command): void {
  const command = program
    .command("events")
    .description("show incidents and states of cameras as they happen")
    .option("-f, --follow", "continue with new events, until Ctrl-C")
    .option("--type <types...>", "only these types, such as incident.created")
    .option("--stream <id>", "only events of this stream")
    .option("--since <time>", "begin with events since then: 10m, 12h, or ISO 8601", parseSince)
    .option("--key-file <file>", "file with an API key in its first line")
    .option("--url <address>", "address of the box (default: the box on this machine)")
    .option("--ca-file <file>", "the box's certificate authority (gatehouse tls ca prints it)")
    .option("--json", "print one JSON object per line");
  withSiteFlags(command).action(showEvents);
}

async function showEvents(flags: Flags): Promise<void> {
  if (!flags.follow && flags.since === undefined) {
    throw fail("config_invalid", "--follow: is missing. Give it, or --since for past events");
  }
  const over = onInterrupt();
  const box = await boxOfFlags(flags, "viewer");
  // The log's beginning: an id that it never had.
  const place = { lastId: flags.since === undefined ? undefined : "earliest", retryMs: 0 };
  do {
    try {
      if (await follow(box, flags, { place, over })) return;
    } catch (error) {
      if (over.aborted) return;
      if (!isPassing(error) || !flags.follow) throw error;
      note(`gatehouse: ${error.message}`);
    }
    place.retryMs = Math.min(2 * place.retryMs + firstRetryMs, longestRetryMs);
    await wait(place.retryMs, undefined, { signal: over }).catch(() => undefined);
  } while (flags.follow && !over.aborted);
}

/** Prints the events of one connection, and moves the place; resolves with true when no other may follow. */
async function follow(
  box: BoxAddress,
  flags: Flags,
  { place, over }: { place: Place; over: AbortSignal },
): Promise<boolean> {
  for await (const event of connection(box, flags, { lastId: place.lastId, over })) {
    place.retryMs = 0;
    if (event.id !== undefined) place.lastId = event.id;
    if (isWanted(event, flags)) print(flags.json ? JSON.stringify(event) : eventLine(event));
    if (event.data?.["reason"] === "key_ended") return true;
  }
  return !flags.follow;
}

/** The reader's place in the log, and its wait before the next connection. */
interface Place {
  lastId: string | undefined;
  retryMs: number;
}

function isWanted(event: EventBlock, { type: types, since }: Flags): boolean {
  const { type } = event;
  if (type === undefined) return false;
  // What the log no longer has is worth a line, unless nobody asked for that time.
  if (type === "stream.gap") return event.data?.["requested"] !== "earliest";
  if (type === "server.closing" || (types && !types.includes(type))) return false;
  return since === undefined || (timeOf(event) ?? Number.POSITIVE_INFINITY) >= since;
}

/** The box restarts or does not answer, or too many read it. */
function isPassing(error: unknown): error is GatehouseError {
  const code = GatehouseError.find(error)?.code;
  return code === "not_ready" || code === "too_many_streams" || code === "shutting_down";
}

/** Yields the events of one connection, which ends when it breaks, or grows quiet without `--follow`. */
async function* connection(
  box: BoxAddress,
  { follow, stream }: Flags,
  { lastId, over }: { lastId: string | undefined; over: AbortSignal },
): AsyncGenerator<EventBlock> {
  const query = new URLSearchParams();
  if (stream !== undefined) query.set("stream_id", stream);
  if (lastId !== undefined) query.set("last_event_id", lastId);
  const quiet = new AbortController();
  const signal = AbortSignal.any([over, quiet.signal]);
  const path = `/api/v1/surveillance/events?${query.toString()}`;
  const request = { method: "GET", text: undefined, accept: "text/event-stream", signal };
  const answer = await openAnswer(box, path, request);
  const timer = setTimeout(() => quiet.abort(), follow ? brokenMs : quietMs);
  try {
    if (answer.statusCode !== 200) throw await refusal(answer);
    for await (const block of blocksOf(answer)) {
      timer.refresh();
      yield block;
    }
  } catch (error) {
    if (quiet.signal.aborted && !over.aborted) return;
    throw (
      GatehouseError.find(error) ??
      fail("not_ready", `${box.url}: the connection broke. The command connects again`)
    );
  } finally {
    clearTimeout(timer);
    answer.destroy();
  }
}

async function refusal(answer: AsyncIterable<Uint8Array>): Promise<GatehouseError> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  const { error } = JSON.parse(text) as { error?: { code: ErrorCode; message: string } };
  return fail(error?.code ?? "internal_error", error?.message ?? "the box refused the request");
}
