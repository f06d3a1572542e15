import { zoneWarnings } from "../bounds/zone-types.ts";
import type {
  RobotActionWire,
  RobotBehaviorWire,
  RobotZoneWire,
} from "../wire/robot-config-answers.ts";
import type { EnforcedZone } from "./robot-service.ts";
import type { StoredItem, StoredKind } from "./stored-config.ts";

/** A stored zone with its enforcement on the wire. */
export function zoneWire({ zone, enforcement }: EnforcedZone): RobotZoneWire {
  return {
    ...itemWire(zone, "robot.zone"),
    name: zone.name,
    type: zone.type,
    frame: zone.frame,
    polygon: zone.polygon,
    max_speed_mps: zone.max_speed_mps ?? null,
    warnings: zoneWarnings(zone.type),
    enforcement: enforcement.map(({ robotId, ...how }) => ({ robot_id: robotId, ...how })),
  };
}

/** A stored behavior on the wire. */
export function behaviorWire(item: StoredItem<"behavior">): RobotBehaviorWire {
  const { name, type, zone = null, severity = null } = item;
  return { ...itemWire(item, "robot.behavior"), name, type, zone, severity };
}

/** A stored action on the wire. */
export function actionWire(item: StoredItem<"action">): RobotActionWire {
  const { behavior_id = null, name, on, do: steps } = item;
  return { ...itemWire(item, "robot.action"), behavior_id, name, on, do: steps };
}

function itemWire<const K extends string>(item: StoredItem<StoredKind>, object: K) {
  return {
    id: item.id,
    object,
    robot_id: item.robotId,
    created_at: item.createdAtMs / 1000,
    updated_at: item.updatedAtMs / 1000,
  };
}
