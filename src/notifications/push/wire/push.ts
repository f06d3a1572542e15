import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../../base/contract/answers.ts";
import { severities, type Severity } from "../../../base/contract/event-types.ts";
import { scheduleSchema } from "../../../perception/core/schedule-document.ts";
import { streamIdPattern } from "../../../perception/core/stream-terms.ts";
import { pushLanguages, pushLimits } from "../push-terms.ts";

const closed = { additionalProperties: false } as const;
const base64url = (bytes: number, description: string) => {
  const length = Math.ceil((bytes * 4) / 3);
  return Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}=*$`, description });
};

/** Body of `POST /push/subscriptions`. */
export const pushSubscribeSchema = Type.Object(
  {
    endpoint: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: "Address that the browser's push service gave to this device",
    }),
    keys: Type.Object(
      {
        p256dh: base64url(65, "Public key of the device"),
        auth: base64url(16, "Authentication secret of the device"),
      },
      closed,
    ),
    device_name: Type.String({ minLength: 1, maxLength: 100 }),
    language: Type.Optional(
      Type.Unsafe<(typeof pushLanguages)[number]>({ type: "string", enum: [...pushLanguages] }),
    ),
    min_severity: Type.Optional(
      Type.Unsafe<Severity>({
        type: "string",
        enum: [...severities],
        description:
          "Least severity of the incidents that the device gets. The default is `warning`",
      }),
    ),
    camera_ids: Type.Optional(
      orNull(
        Type.Array(Type.String({ pattern: streamIdPattern }), {
          minItems: 1,
          maxItems: pushLimits.cameras,
          uniqueItems: true,
          description:
            "Streams whose incidents the device gets. Null or absent means all streams, and robots",
        }),
      ),
    ),
    quiet_hours: Type.Optional(orNull(scheduleSchema)),
    critical_in_quiet_hours: Type.Optional(
      Type.Boolean({
        description:
          "True if the device gets critical incidents in quiet hours too. The default is true",
      }),
    ),
  },
  { ...closed, title: "PushSubscribe" },
);

/** The wishes of a device, with its address. */
export type PushSubscribe = Static<typeof pushSubscribeSchema>;

/** A device that gets notifications. */
export const pushSubscriptionAnswer = named(
  "PushSubscription",
  Type.Object({
    id: Type.String(),
    object: kind("push.subscription"),
    device_name: Type.String(),
    owner_id: Type.String({ description: "The person or key that subscribed" }),
    owner_name: Type.String(),
    service: Type.String({ description: "Host of the push service" }),
    language: oneOfValues(pushLanguages),
    min_severity: oneOfValues(severities),
    camera_ids: orNull(Type.Array(Type.String())),
    quiet_hours: orNull(scheduleSchema),
    critical_in_quiet_hours: Type.Boolean(),
    created_at: unixTime,
    last_success_at: orNull(unixTime),
    last_error: orNull(Type.String()),
    waiting: Type.Integer({ minimum: 0, description: "Number of messages that wait" }),
  }),
);

/** A device on the wire; times are Unix seconds. */
export type PushSubscriptionWire = Static<typeof pushSubscriptionAnswer>;

/** `data` of `GET /push`. */
export const pushAnswer = named(
  "Push",
  Type.Object({
    enabled: Type.Boolean({ description: "True if `push.contact` is set" }),
    public_key: orNull(Type.String({ description: "VAPID key for `PushManager.subscribe`" })),
    services: Type.Array(Type.String(), {
      description: "Hosts of push services that the site allows",
    }),
    pictures: Type.Boolean({
      description: "True if notifications have the address of the incident's picture",
    }),
  }),
);

/** The settings on the wire. */
export type PushWire = Static<typeof pushAnswer>;

/** `data` of a test. */
export const pushTestAnswer = named(
  "PushTest",
  Type.Object({
    id: Type.String(),
    object: kind("push.test"),
    delivered: Type.Boolean(),
    error: orNull(Type.String()),
  }),
);

/** `data` of a removal. */
export const removedPushAnswer = Type.Object({
  id: Type.String(),
  object: kind("push.subscription"),
  deleted: Type.Boolean(),
});

/** The text that a device decrypts; it asks the box for everything else. */
export interface PushPayload {
  v: 1;
  kind: "incident" | "test" | "summary";
  language: (typeof pushLanguages)[number];
  site: string;
  /** Unix seconds. */
  at: number;
  incident_id?: string;
  type?: string;
  severity?: Severity;
  /** How many incidents came in the site's quiet hours, in a `summary`. */
  count?: number;
  /** Nobody has acknowledged the incident in time. */
  escalated?: true;
  /** Id of the stream or robot. */
  source?: string;
  /** Id of the robot, for incidents of robots: the page shows these with the robot. */
  robot?: string;
  /** Path of the picture on the box; only where the site allows pictures. */
  image?: string;
}
