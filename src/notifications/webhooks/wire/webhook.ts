import { type Static, Type } from "typebox";
import {
  defaultWebhookEvents,
  type WebhookEventType,
  webhookEventTypes,
  webhookLimits,
} from "../webhook-terms.ts";

const url = Type.String({
  minLength: 1,
  maxLength: webhookLimits.urlLength,
  description: "Address of the receiver: https, without user name and password",
});
const secret = Type.String({
  minLength: 8,
  maxLength: 500,
  description: "Key of the signatures, any characters in UTF-8. No answer returns it",
});
const events = Type.Array(
  Type.Unsafe<WebhookEventType>({ type: "string", enum: [...webhookEventTypes] }),
  {
    minItems: 1,
    maxItems: webhookEventTypes.length,
    uniqueItems: true,
    description: `Types of events that the webhook receives. The default is ${defaultWebhookEvents.join(" and ")}`,
  },
);
const description = Type.String({ maxLength: webhookLimits.descriptionLength });
const closed = { additionalProperties: false } as const;

/** Body of `POST /webhooks` (contract section 4.12); `url` is an alias of `endpoint_url`. */
export const webhookCreateSchema = Type.Object(
  {
    endpoint_url: Type.Optional(url),
    url: Type.Optional(url),
    secret,
    events: Type.Optional(events),
    description: Type.Optional(description),
  },
  closed,
);

/** Body of `PATCH /webhooks/<id>`; a `secret` replaces the old one with the default grace. */
export const webhookPatchSchema = Type.Object(
  {
    is_active: Type.Optional(Type.Boolean()),
    endpoint_url: Type.Optional(url),
    url: Type.Optional(url),
    secret: Type.Optional(secret),
    events: Type.Optional(events),
    description: Type.Optional(description),
  },
  { ...closed, minProperties: 1 },
);

/** Body of `POST /webhooks/<id>/rotate-secret`; without a `secret` the box makes one. */
export const webhookRotateSchema = Type.Object(
  {
    secret: Type.Optional(secret),
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: webhookLimits.graceMaxSec,
        default: webhookLimits.graceDefaultSec,
        description: "Seconds for which both the old and the new secret sign",
      }),
    ),
  },
  closed,
);

/** Body of `POST /webhooks/<id>/recover`. */
export const webhookRecoverSchema = Type.Object(
  {
    since: Type.Number({ minimum: 0, description: "Start in Unix seconds, at most 14 days ago" }),
    until: Type.Optional(
      Type.Number({ minimum: 0, description: "End in Unix seconds. The default is now" }),
    ),
  },
  closed,
);

/** Body of `POST /webhooks`. */
export type WebhookCreate = Static<typeof webhookCreateSchema>;
/** Body of `POST /webhooks/<id>/rotate-secret`. */
export type WebhookRotate = Static<typeof webhookRotateSchema>;
/** Body of `PATCH /webhooks/<id>`. */
export type WebhookPatch = Static<typeof webhookPatchSchema>;

/** The job inside an event (contract section 2.2). */
export interface EventJobWire {
  id: string;
  type: string;
  status: string;
  result_url: string | null;
  error_log: string | null;
  payload: {
    phase: string;
    /** Absent, like all but the reference in `input`, for health jobs. */
    image_url?: string | null;
    input: {
      prompt?: string | null;
      reference_image_count?: number;
      client_reference_id: string | null;
      metadata?: Readonly<Record<string, string>>;
    };
  };
}
