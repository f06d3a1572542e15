import { type Static, Type } from "typebox";
import { oneOfValues, orNull } from "../../../base/contract/answers.ts";
import { severities } from "../../../base/contract/event-types.ts";
import { streamIdPattern } from "../../../perception/core/stream-terms.ts";
import {
  defaultWebhookEvents,
  deliveryOrders,
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
const items = { minItems: 1, maxItems: webhookLimits.filterItems, uniqueItems: true } as const;

/** Conditions on incidents; an incident must meet all given ones. */
export const webhookFilterSchema = Type.Object(
  {
    types: Type.Optional(
      Type.Array(Type.String({ pattern: "^[a-z_]{1,64}$" }), {
        ...items,
        description: "Types of incidents, for example intrusion",
      }),
    ),
    min_severity: Type.Optional(oneOfValues(severities, "The least severity")),
    stream_ids: Type.Optional(
      Type.Array(Type.String({ pattern: streamIdPattern }), {
        ...items,
        description:
          "Streams. With this field the webhook receives no incidents of robots and rules",
      }),
    ),
  },
  {
    ...closed,
    description: "Conditions on the incidents that the webhook receives. Other events always pass",
  },
);

/** A filter on the wire. */
export type WebhookFilterWire = Static<typeof webhookFilterSchema>;

const options = {
  headers: Type.Optional(
    Type.Array(
      Type.Object(
        {
          // RFC 9110 section 5.1: a token.
          name: Type.String({
            pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
            minLength: 1,
            maxLength: webhookLimits.headerNameLength,
            description: "Name of the header",
          }),
          // RFC 9110 section 5.5, without obsolete bytes.
          value: Type.Optional(
            Type.String({
              pattern: "^[!-~]([ -~]*[!-~])?$",
              minLength: 1,
              maxLength: webhookLimits.headerValueLength,
              description:
                "Printable ASCII. Without it, the webhook keeps the value that it has under this name",
            }),
          ),
          is_secret: Type.Optional(
            Type.Boolean({
              default: true,
              description: "Whether the box encrypts the value, and no answer shows it",
            }),
          ),
        },
        closed,
      ),
      {
        maxItems: webhookLimits.headers,
        description: "All headers that deliveries have besides those of the box",
      },
    ),
  ),
  filter: Type.Optional(orNull(webhookFilterSchema)),
  ordering: Type.Optional(
    oneOfValues(
      deliveryOrders,
      "With camera, a delivery waits until the one before it of the same camera has ended",
    ),
  ),
  retry_delays_seconds: Type.Optional(
    orNull(
      Type.Array(
        Type.Integer({
          minimum: webhookLimits.retryDelayMinSec,
          maximum: webhookLimits.retryDelayMaxSec,
        }),
        {
          maxItems: webhookLimits.retries,
          description: `Seconds between attempts, together at most ${webhookLimits.retryTotalMaxSec}. Null for the default schedule`,
        },
      ),
    ),
  ),
};
const optionsSchema = Type.Object(options);

/** Options of a webhook's deliveries in a request. */
export type WebhookOptionsWire = Static<typeof optionsSchema>;

/** Body of `POST /webhooks` (contract section 4.12); `url` is an alias of `endpoint_url`. */
export const webhookCreateSchema = Type.Object(
  {
    endpoint_url: Type.Optional(url),
    url: Type.Optional(url),
    secret,
    events: Type.Optional(events),
    description: Type.Optional(description),
    ...options,
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
    ...options,
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
