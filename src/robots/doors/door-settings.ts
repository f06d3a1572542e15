import type { CamelCased } from "../../base/settings/camel-case.ts";
import {
  type DoorKind,
  type DoorLinkKind,
  doorLinks,
  reportedDoorStates,
  type ReportedDoorState,
} from "./door-terms.ts";
import type { DoorYaml } from "./site-settings.ts";

/** A door of the site as configured. */
export type DoorConfig = CamelCased<DoorYaml>;

/** What the box needs to know about a door, whatever it speaks. */
export interface DoorSettings {
  id: string;
  org: string;
  name: string;
  kind: DoorKind;
  link: DoorLinkKind;
  /** Levels of a lift with the lift's words for them. */
  levels: readonly { name: string; word: string }[];
  /** The states that the door's words mean. */
  states: ReadonlyMap<string, ReportedDoorState>;
  mostAgeMs: number;
  timeoutMs: number;
  renewMs: number;
  leastOpenMs: number;
  radiusM: number;
}

/** Returns the settings of a door. */
export function doorSettings(config: DoorConfig): DoorSettings {
  const states = new Map<string, ReportedDoorState>();
  for (const state of reportedDoorStates)
    for (const word of config.states[state] ?? [state]) states.set(word, state);
  return {
    id: config.id,
    org: config.organisation,
    name: config.name ?? config.id,
    kind: config.kind,
    link: doorLinks.find((link) => config[link] !== undefined)!,
    levels: config.levels.map(({ name, word = name }) => ({ name, word })),
    states,
    mostAgeMs: config.maximumStateAgeSeconds * 1000,
    timeoutMs: config.timeoutSeconds * 1000,
    renewMs: config.renewSeconds * 1000,
    leastOpenMs: config.leastOpenSeconds * 1000,
    radiusM: config.radiusM,
  };
}
