import type { DeliveryWire, WebhookWire } from "./wire/webhook-answers.ts";
import type {
  WebhookCreate,
  WebhookFilterWire,
  WebhookOptionsWire,
  WebhookPatch,
} from "./wire/webhook.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { IncidentFilter } from "./options/incident-filter.ts";
import type { OptionsOrder } from "./options/webhook-options.ts";
import { defaultRetryDelaysSec } from "./retry-schedule.ts";
import type { WebhookChange, WebhookOrder } from "./webhook-registry.ts";
import type { ShownDelivery } from "./delivery-record.ts";
import type { RotatedWebhook, WebhookState } from "./webhook-record.ts";

/** Returns the order of a request. */
export function webhookOrder(request: WebhookCreate): WebhookOrder {
  const { endpoint_url: endpointUrl, url, secret, events, description, ...options } = request;
  return { url, secret, events, description, endpointUrl, ...optionsOrder(options) };
}

/** Returns the change of a request. */
export function webhookChange(request: WebhookPatch): WebhookChange {
  const {
    endpoint_url: endpointUrl,
    is_active: isActive,
    url,
    secret,
    events,
    description,
    ...options
  } = request;
  const own = omitUndefined({ secret });
  return { url, events, description, ...own, endpointUrl, isActive, ...optionsOrder(options) };
}

function optionsOrder(options: WebhookOptionsWire): OptionsOrder {
  const { headers, filter, ordering, retry_delays_seconds: retryDelaysSec } = options;
  return {
    headers: headers?.map(({ name, value, is_secret: isSecret }) => ({ name, value, isSecret })),
    filter:
      filter &&
      omitUndefined({
        types: filter.types,
        minSeverity: filter.min_severity,
        streamIds: filter.stream_ids,
      }),
    ordering,
    retryDelaysSec,
  };
}

/** Returns the registration on the wire: never a secret. */
export function webhookWire({ record, pending, nowMs }: WebhookState): WebhookWire {
  const { former } = record;
  return {
    id: record.id,
    object: "webhook",
    endpoint_url: record.url,
    is_active: record.isActive,
    created_at: new Date(record.createdAtMs).toISOString(),
    updated_at: new Date(record.updatedAtMs).toISOString(),
    events: [...record.events],
    description: record.description,
    disabled_reason: record.disabledReason,
    disabled_at: seconds(record.disabledAtMs),
    failing_since: seconds(record.failingSinceMs),
    last_success_at: seconds(record.lastSuccessAtMs),
    rotation_expires_at: former && former.untilMs > nowMs ? seconds(former.untilMs) : null,
    pending_deliveries: pending,
    origin: record.isForStreams ? "stream" : "registered",
    headers: (record.headers ?? []).map((header) => ({
      name: header.name,
      value: "sealed" in header ? null : header.value,
      is_secret: "sealed" in header,
    })),
    filter: record.filter ? filterWire(record.filter) : null,
    ordering: record.ordering ?? "none",
    retry_delays_seconds: [...(record.retryDelaysSec ?? defaultRetryDelaysSec)],
  };
}

/** A webhook with a new secret on the wire. */
export function rotatedWire({
  secret,
  ...webhook
}: RotatedWebhook): WebhookWire & { secret?: string } {
  return { ...webhookWire(webhook), ...(secret === undefined ? {} : { secret }) };
}

/** Returns the delivery on the wire. */
export function deliveryWire({ delivery, responseBody }: ShownDelivery): DeliveryWire {
  return {
    id: delivery.id,
    object: "webhook.delivery",
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    webhook_id: delivery.webhookId,
    trigger: delivery.trigger,
    status: delivery.status,
    attempt: delivery.attempts,
    response_status: delivery.responseStatus,
    response_ms: delivery.responseMs,
    response_body: responseBody,
    error_code: delivery.errorCode,
    error_message: delivery.errorMessage,
    created_at: Math.floor(delivery.createdAtMs / 1000),
    attempted_at: seconds(delivery.attemptedAtMs),
    next_attempt_at: seconds(delivery.dueAtMs),
  };
}

function filterWire({ types, minSeverity, streamIds }: IncidentFilter): WebhookFilterWire {
  return omitUndefined({
    types: types && [...types],
    min_severity: minSeverity,
    stream_ids: streamIds && [...streamIds],
  });
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000);
}
