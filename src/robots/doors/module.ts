import type { ApplianceContext } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { Brokers } from "../../adapters/mqtt-broker/brokers.ts";
import type { NetworkRules } from "../../base/core/guarded-dial.ts";
import type { Start } from "../../module.ts";
import type { Places } from "../maps/places.ts";
import { doorSettings } from "./door-settings.ts";
import { Doors, type DoorsParts } from "./doors.ts";

/** What doors need of the robots' module. */
interface DoorNeeds {
  networks: NetworkRules;
  brokers(): Promise<Brokers>;
  places: Places;
}

/** The doors and lifts of the site file. */
export async function startDoors(
  start: Start,
  options: ApplianceContext & BaseParts,
  needs: DoorNeeds,
): Promise<Doors> {
  const { store, events, clock, log } = options;
  const links = await doorLinks(options, needs);
  const doors = await start("doors", new Doors({ store, events, clock, log, doors: links }));
  needs.places.useDoors((org) => doors.list(org).map(({ settings }) => settings));
  return doors;
}

/** The doors with their connections; the first one loads the adapters. */
async function doorLinks(
  { config, clock }: ApplianceContext & BaseParts,
  { networks, ...needs }: DoorNeeds,
): Promise<DoorsParts["doors"]> {
  if (config.doors.length === 0) return [];
  const { makeDoorLink } = await import("../../adapters/doors/make-link.ts");
  const brokers = await needs.brokers();
  return config.doors.map((door) => ({
    settings: doorSettings(door),
    link: makeDoorLink(door, { clock, networks, brokers }),
  }));
}
