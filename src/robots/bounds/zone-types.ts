import { nearest } from "../../base/contract/nearest.ts";
import { robotZoneTypes } from "../robot-terms.ts";
import type { ZoneArea } from "../driver/areas.ts";

/** True when zones of this type bound robots; some others are places for runs. */
export function isBounding(type: string): type is ZoneArea["type"] {
  return type === "keep_in" || type === "keep_out" || type === "speed_limit";
}

/** Warns of a zone of an unknown type, which bounds nothing; empty for known types. */
export function zoneWarnings(type: string): string[] {
  const known: readonly string[] = robotZoneTypes;
  if (known.includes(type)) return [];
  const meant = nearest(type, known);
  const hint =
    meant === undefined ? `Types with a meaning: ${known.join(", ")}` : `Did you mean ${meant}?`;
  return [`type: the box gives ${type} no meaning, so the zone bounds nothing. ${hint}`];
}
