import type { Clock } from "../../base/core/clock.ts";
import type { NetworkRules } from "../../base/core/guarded-dial.ts";
import type { DoorLink } from "../../robots/doors/door-port.ts";
import type { DoorConfig } from "../../robots/doors/door-settings.ts";
import type { Brokers } from "../mqtt-broker/brokers.ts";
import { HttpDoor } from "./http-door.ts";
import { ModbusDoor } from "./modbus-door.ts";
import { MqttDoor } from "./mqtt-door.ts";

/** Returns the connection to a door; it has one of `mqtt`, `http` and `modbus`. */
export function makeDoorLink(
  { mqtt, http, modbus }: DoorConfig,
  parts: { clock: Clock; networks: NetworkRules; brokers: Brokers },
): DoorLink {
  if (mqtt) return new MqttDoor(mqtt, parts.brokers.named(mqtt.broker));
  if (http) return new HttpDoor(http, parts);
  return new ModbusDoor(modbus!, parts);
}
