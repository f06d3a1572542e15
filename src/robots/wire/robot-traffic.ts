import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { areaKinds } from "../traffic/traffic-terms.ts";

const text = Type.String();
const names = Type.Array(text);

/** An area that a robot has. */
const area = named(
  "RobotReservation",
  Type.Object({
    kind: oneOfValues(
      areaKinds,
      "`junction`: an end of corridors where no place is; `door`: the ground of a door or lift",
    ),
    id: orNull(
      Type.String({ description: "Id of the corridor, place or door. Null for a junction" }),
    ),
    name: text,
    robot_id: text,
    fence: Type.Integer({
      minimum: 1,
      description:
        "Rises with every reservation. Of two reservations of an area, the higher counts",
    }),
    since: unixTime,
  }),
);

/** What a robot waits for. */
const wait = named(
  "RobotTrafficWait",
  Type.Object({
    robot_id: text,
    areas: names,
    robots: Type.Array(text, {
      description:
        "Robots that have these areas. Empty: the robot waits for a door, or keeps the way of others free",
    }),
    door: orNull(Type.String({ description: "Id of the door that is not open for it" })),
    seconds: Type.Number({ minimum: 0 }),
  }),
);

/** Reserved areas and waiting robots. */
export const robotTrafficAnswer = named(
  "RobotTraffic",
  Type.Object({
    object: kind("robot.traffic"),
    reservations: Type.Array(area),
    waits: Type.Array(wait),
    deadlocks: Type.Integer({
      minimum: 0,
      description: "Circles of waiting robots that the box found since its start",
    }),
  }),
);

/** The traffic on the wire. */
export type RobotTrafficWire = Static<typeof robotTrafficAnswer>;

/** Freed reservations. */
export const freedReservationsAnswer = named(
  "FreedRobotReservations",
  Type.Object({ object: kind("robot.reservations"), robot_id: text, freed: names }),
);

/** Body of `POST /robots/<id>/reservations/free`. */
export const freeReservationsSchema = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: 200,
        description: "Why nobody is there any more. The record keeps it",
      }),
    ),
  },
  { additionalProperties: false, title: "FreeRobotReservations" },
);
