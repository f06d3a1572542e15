/** Types of events for webhooks (contract section 6.1, decisions sections 5 and 8). */
export const webhookEventTypes = [
  "job.completed",
  "job.failed",
  "job.cancelled",
  "incident.created",
  "incident.resolved",
  "incident.escalated",
  "robot.incident",
  "robot.command",
  "webhook.disabled",
] as const;

/** One type that a webhook can list in `events`. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Types of deliveries: the above, and the test that a caller requests. */
export type DeliveredEventType = WebhookEventType | "webhook.test";

/** Types for a webhook that lists none. */
export const defaultWebhookEvents: readonly WebhookEventType[] = ["job.completed", "job.failed"];

/** States of a delivery; the last three are final. */
export const deliveryStatuses = ["pending", "succeeded", "exhausted", "skipped"] as const;

/** State of a delivery on the wire. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The reason why a registration is not active. */
export type DisabledReason = "manual" | "gone" | "failing" | "secret_lost";

/** Origin of a registration: a caller, or the box for an address that a stream names. */
export const webhookOrigins = ["registered", "stream"] as const;

/** Orders of deliveries: any, or for each camera the order of its events. */
export const deliveryOrders = ["none", "camera"] as const;

/** Order of a webhook's deliveries. */
export type DeliveryOrder = (typeof deliveryOrders)[number];

/** Bounds of registrations. */
export const webhookLimits = {
  urlLength: 2048,
  descriptionLength: 500,
  headers: 16,
  /** Characters of all names and values of headers, below what receivers accept (usually 8 KiB). */
  headersLength: 6000,
  headerNameLength: 64,
  headerValueLength: 2000,
  /** Items of each list of a filter. */
  filterItems: 100,
  /** Attempts after the first. */
  retries: 20,
  /** Bounds of one delay between attempts, in seconds. */
  retryDelayMinSec: 1,
  retryDelayMaxSec: 86_400,
  /** Bound of all delays together, in seconds: the time that a delivery may wait. */
  retryTotalMaxSec: 604_800,
  /** Longest time that both secrets sign after a rotation, in seconds. */
  graceMaxSec: 604_800,
  graceDefaultSec: 86_400,
  /** Longest reach of `recover` into the past, in seconds. */
  recoverMaxSec: 14 * 86_400,
  /** Largest number of deliveries of one `recover`. */
  recoverMax: 10_000,
  /** Addresses of an organisation's streams that no caller registered. */
  streamAddresses: 100,
} as const;
