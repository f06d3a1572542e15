import { type Static, Type } from "typebox";
import { kind, named, unixTime } from "../../base/contract/answers.ts";

/** The reasons for unobserved time, in the order in which the wire lists them. */
export const lostReasons = [
  "source_down",
  "frozen",
  "detector_down",
  "undecodable",
  "overload",
  "stopped",
  "box_off",
] as const;

/** A reason for unobserved time. */
export type LostReason = (typeof lostReasons)[number];

const seconds = (description: string) => Type.Number({ minimum: 0, description });

const meanings: Readonly<Record<LostReason, string>> = {
  source_down: "The camera was away, or connected but silent",
  frozen: "The camera sent the same picture for 10 s or more",
  detector_down: "The vision process or the asked model did not work",
  undecodable: "The pictures could not be decoded",
  overload: "Pictures came, but the box was too busy to look at them",
  stopped: "The stream was stopped",
  box_off: "The box was off, starting, or ended without a last word",
};

const notObserved = Type.Object(
  Object.fromEntries(lostReasons.map((reason) => [reason, seconds(meanings[reason])])) as Record<
    LostReason,
    ReturnType<typeof seconds>
  >,
  { description: "Seconds by reason" },
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
    seconds_observed: seconds("Seconds between frames that were looked at"),
    seconds_not_observed: seconds("Sum of `not_observed`"),
    not_observed: notObserved,
    observed_ratio: Type.Number({ minimum: 0, maximum: 1 }),
    frames_judged: Type.Integer({ minimum: 0 }),
    clock_step_seconds: Type.Number({
      description: "By how much the box's clock was set in this hour; negative for back",
    }),
  }),
);

/** The observed time of one stream in one hour. */
export type CoverageWire = Static<typeof coverageAnswer>;
