import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../../base/contract/answers.ts";
import {
  deliveryOrders,
  deliveryStatuses,
  webhookEventTypes,
  webhookOrigins,
} from "../webhook-terms.ts";
import { webhookFilterSchema } from "./webhook.ts";

const isoTime = Type.String({ description: "Time in ISO 8601" });
const count = Type.Integer({ minimum: 0 });

const webhookFields = {
  id: Type.String(),
  object: kind("webhook"),
  endpoint_url: Type.String(),
  is_active: Type.Boolean(),
  created_at: isoTime,
  updated_at: isoTime,
  events: Type.Array(oneOfValues(webhookEventTypes)),
  description: orNull(Type.String()),
  disabled_reason: orNull(oneOfValues(["manual", "gone", "failing", "secret_lost"])),
  disabled_at: orNull(unixTime),
  failing_since: orNull(unixTime),
  last_success_at: orNull(unixTime),
  rotation_expires_at: orNull(unixTime),
  pending_deliveries: count,
  origin: oneOfValues(webhookOrigins),
  headers: Type.Array(
    Type.Object({
      name: Type.String(),
      value: orNull(Type.String({ description: "Null for a secret" })),
      is_secret: Type.Boolean(),
    }),
  ),
  filter: orNull(webhookFilterSchema),
  ordering: oneOfValues(deliveryOrders),
  retry_delays_seconds: Type.Array(Type.Integer(), {
    description: "Seconds between attempts, each varied at random by up to 20 %",
  }),
};

/** A registration (contract section 2.3). */
export const webhookAnswer = named("Webhook", Type.Object(webhookFields));

/** A registration on the wire; `created_at` and `updated_at` are ISO 8601, the other times Unix seconds. */
export type WebhookWire = Static<typeof webhookAnswer>;

/** `data` of a rotation: this answer alone has the secret, when the box has made it. */
export const rotatedWebhookAnswer = Type.Object({
  ...webhookFields,
  secret: Type.Optional(Type.String({ description: "The secret. Only this answer shows it" })),
});

/** `data` of a removal. */
export const removedWebhookAnswer = Type.Object({
  id: Type.String(),
  object: kind("webhook"),
  deleted: Type.Boolean(),
});

/** A delivery with the result of its last attempt. */
export const deliveryAnswer = named(
  "WebhookDelivery",
  Type.Object({
    id: Type.String(),
    object: kind("webhook.delivery"),
    event_id: Type.String(),
    event_type: oneOfValues([...webhookEventTypes, "webhook.test"]),
    webhook_id: Type.String(),
    trigger: oneOfValues(["scheduled", "manual", "test"]),
    status: oneOfValues(deliveryStatuses),
    attempt: count,
    response_status: orNull(count),
    response_ms: orNull(count),
    response_body: orNull(Type.String({ description: "The first 4 KiB of the body" })),
    error_code: orNull(Type.String()),
    error_message: orNull(Type.String()),
    created_at: unixTime,
    attempted_at: orNull(unixTime),
    next_attempt_at: orNull(unixTime),
  }),
);

/** A delivery on the wire; times are Unix seconds. */
export type DeliveryWire = Static<typeof deliveryAnswer>;

/** `data` of a recovery. */
export const recoveredAnswer = Type.Object({
  webhook_id: Type.String(),
  queued: Type.Integer({ minimum: 0, description: "Number of deliveries that are now due" }),
});
