import { uuidv7 } from "../../base/core/ids.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { StoreKey } from "../../base/core/store.ts";
import type { DeliveredEventType, DeliveryStatus } from "./webhook-terms.ts";

/** An event for receivers: the body is made once, and every attempt sends these bytes. */
export interface OutgoingEvent {
  v: 1;
  /** `evt_svc_…`; the same for all receivers and attempts. */
  id: string;
  org: string;
  type: DeliveredEventType;
  atMs: number;
  /** The job of the event; its deletion removes the body. */
  jobId?: string;
  /** JSON text. */
  body: string;
}

/** Delivery of one event to one webhook. Times are Unix milliseconds. */
export interface Delivery {
  v: 1;
  id: string;
  org: string;
  webhookId: string;
  eventId: string;
  eventType: DeliveredEventType;
  eventAtMs: number;
  trigger: "scheduled" | "manual" | "test";
  status: DeliveryStatus;
  /** Attempts that counted. */
  attempts: number;
  createdAtMs: number;
  attemptedAtMs: number | null;
  /** Due time of the next attempt; null without one. */
  dueAtMs: number | null;
  responseStatus: number | null;
  responseMs: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  /** The stream whose deliveries go in order; absent where the order does not matter. */
  camera?: string;
  /** Place behind the deliveries of the camera that it waits for; absent when it waits for none. */
  place?: number;
}

/** Returns a new delivery that is due at once, or one that records a skipped event. */
export function newDelivery(
  event: OutgoingEvent,
  to: Pick<Delivery, "webhookId" | "trigger"> &
    Partial<Pick<Delivery, "camera">> & { wallMs: number; isSkipped?: boolean },
): Delivery {
  const isSkipped = to.isSkipped ?? false;
  return {
    v: 1,
    id: `dlv_svc_${uuidv7(to.wallMs)}`,
    org: event.org,
    webhookId: to.webhookId,
    eventId: event.id,
    eventType: event.type,
    eventAtMs: event.atMs,
    trigger: to.trigger,
    status: isSkipped ? "skipped" : "pending",
    attempts: 0,
    createdAtMs: to.wallMs,
    attemptedAtMs: null,
    dueAtMs: isSkipped ? null : to.wallMs,
    responseStatus: null,
    responseMs: null,
    errorCode: isSkipped ? "webhook_disabled" : null,
    errorMessage: isSkipped ? "the webhook was not active" : null,
    ...omitUndefined({ camera: to.camera }),
  };
}

/**
 * Prefix of an organisation's deliveries to one webhook; below it are delivery ids, oldest first.
 */
export function deliveryPrefix(org: string, webhookId: string): StoreKey {
  return [org, "webhook-delivery", webhookId];
}

/** Key of a delivery. */
export function deliveryKey({ org, webhookId, id }: Pick<Delivery, "org" | "webhookId" | "id">) {
  return [...deliveryPrefix(org, webhookId), id];
}

/** Key of the receiver's last answer. */
export function answerKey({ org, id }: Pick<Delivery, "org" | "id">): StoreKey {
  return [org, "webhook-answer", id];
}

/** Key of an event with its body. */
export function eventKey(org: string, eventId: string): StoreKey {
  return [org, "webhook-event", eventId];
}

/** Prefix of a webhook's due deliveries; below it are due times and delivery ids. */
export function duePrefix(webhookId: string): StoreKey {
  return ["box", "webhook-due", webhookId];
}

/** Key of a delivery in its lane; undefined when it is in none. */
export function dueKey({ webhookId, dueAtMs, id }: Delivery): StoreKey | undefined {
  return dueAtMs === null ? undefined : [...duePrefix(webhookId), Math.floor(dueAtMs), id];
}

/** A delivery with the answer of its receiver; null without one. */
export interface ShownDelivery {
  delivery: Delivery;
  responseBody: string | null;
}
