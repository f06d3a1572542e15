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
  /** Version of `data`'s shape. */
  v: 1;
  /** Wall time of the happening, Unix milliseconds. */
  atMs: number;
  /** Stream that the event is about; events of one stream keep their order. */
  streamId?: string;
  jobId?: string;
  /** Where its stream wants its incidents; absent where nobody was asked. */
  delivery?: readonly ("sse" | "webhook")[];
  /** The one address that an incident goes to, in place of the organisation's webhooks. */
  webhookUrl?: string;
  /** The wire payload. For `job.*` ids and states only; readers fetch the job. */
  data: Readonly<Record<string, unknown>>;
}

/** What a writer hands in; the log adds the rest. */
export type NewEvent = Pick<Event, "org" | "type" | "data"> &
  Partial<Pick<Event, "atMs" | "streamId" | "jobId" | "delivery" | "webhookUrl">>;

/** Whether live readers get the event: without `sse` in its `delivery` an incident's changes are left out. */
export function isLive({ type, delivery }: Pick<Event, "type" | "delivery">): boolean {
  return type !== "incident.updated" || (delivery?.includes("sse") ?? true);
}
