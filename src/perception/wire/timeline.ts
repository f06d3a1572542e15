import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { severities } from "../../base/contract/event-types.ts";
import { lostReasons } from "../coverage/coverage-terms.ts";

const stretch = { from: unixTime, to: unixTime };

/** Recordings, gaps and incidents of one stream in a span of time. */
export const timelineAnswer = named(
  "TimelineStream",
  Type.Object({
    object: kind("surveillance.timeline_stream"),
    stream_id: Type.String(),
    recordings: Type.Array(Type.Object(stretch)),
    gaps: Type.Array(
      Type.Object({
        ...stretch,
        reason: oneOfValues(lostReasons),
        seconds: Type.Number({ minimum: 0, description: "Unobserved seconds in the span" }),
        seconds_backfilled: Type.Number({
          minimum: 0,
          description: "Seconds of it of which the box fetched the camera's own recording later",
        }),
      }),
    ),
    incidents: Type.Array(
      Type.Object({
        ...stretch,
        count: Type.Integer({ minimum: 1 }),
        unacknowledged: Type.Integer({ minimum: 0 }),
        severity: oneOfValues(severities),
        type: orNull(Type.String({ description: "Type of the incidents. Null for several types" })),
        incident_id: Type.String({ description: "Id of the newest incident" }),
      }),
    ),
  }),
);

/** Recordings, gaps and incidents of one stream in a span of time. */
export type TimelineWire = Static<typeof timelineAnswer>;
