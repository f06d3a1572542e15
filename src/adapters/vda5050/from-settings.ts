import type { Vda5050Settings } from "../../robots/driver/robot-document.ts";
import type { Clock } from "../../base/core/clock.ts";
import { placeOf } from "../../robots/driver/command.ts";
import type { Brokers } from "../mqtt-broker/brokers.ts";
import { Vda5050Driver } from "./vda5050-driver.ts";

/** The driver of a robot by its settings, with every default filled in; it has not been opened. */
export function vda5050Driver(
  settings: Vda5050Settings,
  { brokers, clock }: { brokers: Brokers; clock: Clock },
): Vda5050Driver {
  return new Vda5050Driver({
    broker: brokers.named(settings.broker),
    identity: {
      interfaceName: settings.interface_name ?? null,
      majorVersion: settings.major_version ?? null,
      version: settings.version ?? "2.1",
      manufacturer: settings.manufacturer,
      serialNumber: settings.serial_number,
    },
    profile: settings.profile ?? "standard",
    maxUncontrolledM: settings.max_uncontrolled_m ?? null,
    dock: settings.dock ? placeOf(settings.dock) : null,
    corridor: settings.corridor
      ? { leftM: settings.corridor.left_m, rightM: settings.corridor.right_m }
      : null,
    clock,
  });
}
