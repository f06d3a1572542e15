import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull } from "../../base/contract/answers.ts";
import { doorKinds, doorLinks, doorStates } from "../doors/door-terms.ts";

const text = Type.String();

/** A door or lift. */
export const robotDoorAnswer = named(
  "RobotDoor",
  Type.Object({
    id: text,
    object: kind("robot.door"),
    name: text,
    kind: oneOfValues(doorKinds),
    link: oneOfValues(doorLinks),
    levels: Type.Array(text, { description: "Levels of a lift. Empty for a door" }),
    state: oneOfValues(
      doorStates,
      "`unknown`: it says nothing, nothing recent, or nothing that the box understands",
    ),
    level: orNull(Type.String({ description: "Where a lift is. Null where it does not say" })),
    age_seconds: orNull(
      Type.Number({ minimum: 0, description: "Age of what it said last. Null: nothing yet" }),
    ),
    problem: orNull(Type.String({ description: "Why the state is `unknown` or `fault`" })),
    request_problem: orNull(
      Type.String({ description: "Why it did not take the last request. Null after one it took" }),
    ),
    held_by: Type.Array(text, {
      description: "Robots and runs for which the box keeps it open, the first one first",
    }),
    places: Type.Array(text, { description: "Names of the places and corridors that name it" }),
  }),
);

/** A door on the wire. */
export type RobotDoorWire = Static<typeof robotDoorAnswer>;
