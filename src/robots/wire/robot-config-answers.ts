import { type Static, type TProperties, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { severities } from "../../base/contract/event-types.ts";
import { enforcementLevels } from "../robot-terms.ts";
import {
  robotActionsSchema,
  robotBehaviorsSchema,
  robotZonesSchema,
} from "../fleet/config-document.ts";

const text = Type.String();

function stored<const K extends string, F extends TProperties>(title: string, type: K, fields: F) {
  return named(
    title,
    Type.Object({
      id: text,
      object: kind(type),
      robot_id: orNull(text),
      ...fields,
      created_at: unixTime,
      updated_at: unixTime,
    }),
  );
}

const zone = robotZonesSchema.properties.zones.items.properties;
const behavior = robotBehaviorsSchema.properties.behaviors.items.properties;
const action = robotActionsSchema.properties.actions.items.properties;

/** A stored zone with its enforcement for each robot that it applies to. */
export const robotZoneAnswer = stored("RobotZone", "robot.zone", {
  name: zone.name,
  type: zone.type,
  frame: zone.frame,
  polygon: zone.polygon,
  max_speed_mps: orNull(Type.Number()),
  warnings: Type.Array(text, {
    description: "Reasons why the zone does less than its type suggests",
  }),
  enforcement: Type.Array(
    Type.Object({ robot_id: text, level: oneOfValues(enforcementLevels), reason: text }),
  ),
});

/** A stored zone on the wire. */
export type RobotZoneWire = Static<typeof robotZoneAnswer>;

/** A stored behavior. */
export const robotBehaviorAnswer = stored("RobotBehavior", "robot.behavior", {
  name: behavior.name,
  type: behavior.type,
  zone: orNull(text),
  severity: orNull(oneOfValues(severities)),
});

/** A stored behavior on the wire. */
export type RobotBehaviorWire = Static<typeof robotBehaviorAnswer>;

/** A stored action. */
export const robotActionAnswer = stored("RobotAction", "robot.action", {
  behavior_id: orNull(text),
  name: action.name,
  on: action.on,
  do: action.do,
});

/** A stored action on the wire. */
export type RobotActionWire = Static<typeof robotActionAnswer>;

/** `data` of a removed zone, behavior or action. */
export const removedStoredAnswer = Type.Object({
  id: text,
  object: text,
  deleted: Type.Boolean(),
});
