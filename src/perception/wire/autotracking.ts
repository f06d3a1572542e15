import { type Static, Type } from "typebox";
import { named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { autotrackingStates } from "../core/autotracking-terms.ts";
import { lookLimits } from "../settings/autotracking-document.ts";

/** A stream's autotracking: its settings, and what the camera does now. */
export const autotrackingAnswer = named(
  "StreamAutotracking",
  Type.Object({
    enabled: Type.Boolean(),
    objects: Type.Array(Type.String()),
    zones: Type.Array(Type.String()),
    home_preset: orNull(Type.String()),
    zoom: Type.Boolean(),
    max_speed: Type.Number(),
    return_after_seconds: Type.Number(),
    max_seconds: Type.Number(),
    hold_seconds: Type.Number(),
    limits: orNull(lookLimits),
    state: oneOfValues(
      autotrackingStates,
      "`ready`: the camera shows its home view; `lost`: it waits for the object to appear again; `paused`: a person moves the camera",
    ),
    since: orNull(unixTime),
    object: orNull(Type.String({ description: "Class of the object that the camera follows" })),
    person: orNull(
      Type.String({ description: "Name of the person or the key that holds the camera" }),
    ),
    held_until: orNull(
      Type.Number({ description: "Unix second at which the hold ends if nobody moves the camera" }),
    ),
    problem: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
    latency_seconds: orNull(
      Type.Number({
        description: "Measured seconds from a command to the movement in the picture",
      }),
    ),
  }),
);

/** A stream's autotracking on the wire. */
export type AutotrackingWire = Static<typeof autotrackingAnswer>;
