import { type Static, Type } from "typebox";
import { kind, named, unixTime } from "../../base/contract/answers.ts";
import { type LostReason, lostReasons } from "../coverage/coverage-terms.ts";

const seconds = (description: string) => Type.Number({ minimum: 0, description });

const meanings: Readonly<Record<LostReason, string>> = {
  source_down: "The camera was unreachable, or connected without sending video",
  frozen: "The camera sent the same picture for 10 s or more",
  detector_down: "The vision process or the model of the stream did not work",
  undecodable: "The box could not decode the video",
  moved: "The camera looked elsewhere than at the home view of its autotracking",
  overload: "Video arrived, but the box was too busy to analyse it",
  stopped: "The stream was stopped",
  box_off: "The box was off or starting, or it crashed",
};

const notObserved = Type.Object(
  Object.fromEntries(lostReasons.map((reason) => [reason, seconds(meanings[reason])])) as Record<
    LostReason,
    ReturnType<typeof seconds>
  >,
  { description: "Unobserved seconds by reason" },
);

/** The observed time of one stream in one hour (decisions section 5). */
export const coverageAnswer = named(
  "Coverage",
  Type.Object({
    object: kind("surveillance.coverage"),
    stream_id: Type.String(),
    from: Type.Number({ description: "Start of the hour (UTC), Unix seconds" }),
    to: Type.Number({ description: "End of the hour, Unix seconds" }),
    accounted_until: unixTime,
    seconds_observed: seconds("Seconds in which the box observed the stream"),
    seconds_not_observed: seconds(
      "Seconds in which the box did not observe the stream: the sum of `not_observed`",
    ),
    not_observed: notObserved,
    seconds_backfilled: seconds(
      "Unobserved seconds of which the box fetched the camera's own recording later",
    ),
    observed_ratio: Type.Number({ minimum: 0, maximum: 1 }),
    frames_judged: Type.Integer({ minimum: 0 }),
    clock_step_seconds: Type.Number({
      description:
        "Seconds by which the box's clock was set forward in this hour. Negative if it was set back",
    }),
  }),
);

/** The observed time of one stream in one hour. */
export type CoverageWire = Static<typeof coverageAnswer>;
