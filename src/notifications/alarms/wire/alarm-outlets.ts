import { type Static, Type } from "typebox";
import { named, oneOfValues, orNull, unixTime } from "../../../base/contract/answers.ts";
import { severities } from "../../../base/contract/event-types.ts";

const count = Type.Integer({ minimum: 0 });
const words = orNull(Type.String({ description: "The error in words. Null if there is none" }));

const deliveryAnswer = orNull(
  named(
    "AlarmDelivery",
    Type.Object({
      state: oneOfValues(["pending", "done", "failed"]),
      attempts: count,
      last_error: words,
      at: orNull(unixTime),
    }),
  ),
);

/** An alarm with its delivery by each channel. */
const alarmDeliveryAnswer = named(
  "RaisedAlarm",
  Type.Object({
    alarm_id: Type.String(),
    type: Type.String(),
    severity: oneOfValues(severities),
    summary: Type.String(),
    raised_at: unixTime,
    cleared_at: orNull(unixTime),
    mail: deliveryAnswer,
    relay: deliveryAnswer,
  }),
);

/** `data.alarm_outlets` of `GET /api/v1/system`; null for a channel that is not configured. */
export const alarmOutletsAnswer = named(
  "AlarmOutlets",
  Type.Object({
    active: count,
    mail: orNull(
      Type.Object({ pending: count, last_sent_at: orNull(unixTime), last_error: words }),
    ),
    relay: orNull(
      Type.Object({
        on: Type.Boolean(),
        last_run_at: orNull(unixTime),
        last_error: words,
        last_output: Type.String({
          description: "Output of the command, at most 2000 characters",
        }),
      }),
    ),
    recent: Type.Array(alarmDeliveryAnswer, { description: "The newest 50, newest first" }),
  }),
);

/** An alarm with the state of its notification by mail and relay. */
export type AlarmDeliveryWire = Static<typeof alarmDeliveryAnswer>;

/** `data.alarm_outlets` of `GET /api/v1/system`. */
export type AlarmOutletsWire = Static<typeof alarmOutletsAnswer>;
