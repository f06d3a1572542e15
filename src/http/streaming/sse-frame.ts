import type { Event } from "../../base/events/event.ts";

/** Position in one event log, in the parts of its id. */
export interface LogPosition {
  boxId: string;
  epoch: string;
  seq: number;
}

/** Returns the id of a log entry on the wire: `<box>-<epoch>-<seq>`. */
export function formatEventId(position: LogPosition): string {
  return `${position.boxId}-${position.epoch}-${position.seq}`;
}

/** Parses an id; undefined for any other form. The box's name may contain dashes. */
export function parseEventId(text: string): LogPosition | undefined {
  const match = /^([\x21-\x7e]{1,100})-([A-Za-z0-9]{1,40})-(\d{1,15})$/.exec(text);
  return match ? { boxId: match[1]!, epoch: match[2]!, seq: Number(match[3]) } : undefined;
}

/** One block of an event stream (WHATWG HTML 9.2.6). */
export interface SseBlock {
  id?: string;
  event?: string;
  data?: unknown;
  retryMs?: number;
}

/** Returns the bytes of one block. No field can contain a line break or NUL, whatever its value. */
export function sseBlock(block: SseBlock): Buffer {
  let text = "";
  if (block.retryMs !== undefined) text += `retry: ${block.retryMs}\n`;
  if (block.id !== undefined) text += `id: ${oneLine(block.id)}\n`;
  if (block.event !== undefined) text += `event: ${oneLine(block.event)}\n`;
  if (block.data !== undefined) text += `data: ${oneLine(JSON.stringify(block.data))}\n`;
  return Buffer.from(`${text}\n`);
}

/** The contract's heartbeat (section 6.4). */
export const heartbeatBlock = Buffer.from(": heartbeat\n\n");

const entryBlocks = new WeakMap<Event, Buffer>();

/** Returns the block of a log entry, made once for all readers. */
export function entryBlock(event: Event): Buffer {
  let bytes = entryBlocks.get(event);
  if (!bytes) {
    bytes = sseBlock({ id: formatEventId(event), event: event.type, data: event.data });
    entryBlocks.set(event, bytes);
  }
  return bytes;
}

const siteBlocks = new WeakMap<Event, Buffer>();

/** Returns the block of an entry under the id of a reader of the whole site; made once but for the id. */
export function siteEntryBlock(event: Event, id: string): Buffer {
  let rest = siteBlocks.get(event);
  if (!rest) {
    rest = sseBlock({ event: event.type, data: event.data });
    siteBlocks.set(event, rest);
  }
  return Buffer.concat([Buffer.from(`id: ${oneLine(id)}\n`), rest]);
}

function oneLine(value: string): string {
  // oxlint-disable-next-line no-control-regex -- these three are what the format forbids
  return value.replaceAll(/[\r\n\0]/g, " ");
}
