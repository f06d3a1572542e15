import { invalidField } from "../../base/contract/fail.ts";
import type { Zones } from "../core/zones.ts";
import type { LookLimits } from "./autotracking-document.ts";

/** How a stream's camera follows objects; plain data that is stored with the stream. */
export type AutotrackingSettings = {
  enabled: boolean;
  objects: string[];
  zones: string[];
  /** Null: the camera's home position. */
  homePreset: string | null;
  zoom: boolean;
  maxSpeed: number;
  returnAfterSec: number;
  maxSec: number;
  holdSec: number;
  limits: LookLimits | null;
};

/** The settings of a stream that names none. */
export const defaultAutotracking: AutotrackingSettings = {
  enabled: false,
  objects: ["person"],
  zones: [],
  homePreset: null,
  zoom: true,
  maxSpeed: 0.6,
  returnAfterSec: 10,
  maxSec: 120,
  holdSec: 60,
  limits: null,
};

/**
 * Refuses with `invalid_request_body`: areas that the stream does not have, a range that is upside down, and
 * autotracking of a stream with masks, which would hide the wrong places.
 */
export function checkAutotracking(
  settings: AutotrackingSettings | undefined,
  zones: Zones,
  masks: readonly unknown[] = [],
): void {
  if (!settings) return;
  if (settings.enabled && masks.length > 0) {
    const what = "turns the camera away from what its masks hide. Remove the masks";
    throw invalidField("autotracking.enabled", what);
  }
  for (const [index, name] of settings.zones.entries()) {
    if (zones.get(name)?.kind === "area") continue;
    const what = "names no area of the stream. Use the name of an area in context.zones";
    throw invalidField(`autotracking.zones[${index}]`, what);
  }
  for (const axis of ["pan", "tilt", "zoom"] as const) {
    const [least, greatest] = settings.limits?.[axis] ?? [0, 1];
    if (least < greatest) continue;
    const what = "has no extent. Give the smaller position first";
    throw invalidField(`autotracking.limits.${axis}`, what);
  }
}
