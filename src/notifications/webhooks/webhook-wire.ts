import type { DeliveryWire, WebhookWire } from "./wire/webhook-answers.ts";
import type { WebhookCreate, WebhookPatch } from "./wire/webhook.ts";
import type { WebhookChange, WebhookOrder } from "./webhook-registry.ts";
import type { ShownDelivery } from "./delivery-record.ts";
import type { RotatedWebhook, WebhookState } from "./webhook-record.ts";

/** Returns the order of a request. */
export function webhookOrder({ endpoint_url: endpointUrl, ...rest }: WebhookCreate): WebhookOrder {
  return { ...rest, endpointUrl };
}

/** Returns the change of a request. */
export function webhookChange(request: WebhookPatch): WebhookChange {
  const { endpoint_url: endpointUrl, is_active: isActive, ...rest } = request;
  return { ...rest, endpointUrl, isActive };
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

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000);
}
