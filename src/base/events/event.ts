import type { EventType } from "../contract/event-types.ts";

/** One entry of the box's ordered, durable event log. */
export interface Event {
  /** Position in the log: one counter for the whole box, never reused, never goes back. */
  seq: number;
  /** Identity of the log; a restore from backup starts a new one. */
  epoch: string;
  boxId: string;
  org: string;
  type: EventType;
  /** Version of the shape of `data`. */
  v: 1;
  /** Wall time of the event, Unix milliseconds. */
  atMs: number;
  /** Stream of the event; events of one stream keep their order. */
  streamId?: string;
  jobId?: string;
  /** Receivers that the stream chose for its incidents; absent where it chose none. */
  delivery?: readonly ("sse" | "webhook")[];
  /** The one address that receives an incident, in place of the organisation's webhooks. */
  webhookUrl?: string;
  /** The wire payload. For `job.*` only ids and states; readers fetch the job. */
  data: Readonly<Record<string, unknown>>;
}

/** The fields that a writer gives; the log adds the rest. */
export type NewEvent = Pick<Event, "org" | "type" | "data"> &
  Partial<Pick<Event, "atMs" | "streamId" | "jobId" | "delivery" | "webhookUrl">>;

/**
 * True when live readers get the event: they miss an incident's changes without `sse` in its
 * `delivery`.
 */
export function isLive({ type, delivery }: Pick<Event, "type" | "delivery">): boolean {
  return type !== "incident.updated" || (delivery?.includes("sse") ?? true);
}
