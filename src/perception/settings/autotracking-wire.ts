import type { AutotrackingRequest } from "./autotracking-document.ts";
import { type AutotrackingSettings, defaultAutotracking } from "./autotracking-settings.ts";

/** Returns `before` with the values of `change`. */
export function changedAutotracking(
  before: AutotrackingSettings | undefined,
  change: AutotrackingRequest | undefined,
): { autotracking?: AutotrackingSettings } {
  if (change === undefined) return before ? { autotracking: before } : {};
  const old = before ?? defaultAutotracking;
  const { home_preset: homePreset, limits } = change;
  return {
    autotracking: {
      enabled: change.enabled ?? old.enabled,
      objects: change.objects ?? old.objects,
      zones: change.zones ?? old.zones,
      homePreset: homePreset === undefined ? old.homePreset : homePreset,
      zoom: change.zoom ?? old.zoom,
      maxSpeed: change.max_speed ?? old.maxSpeed,
      returnAfterSec: change.return_after_seconds ?? old.returnAfterSec,
      maxSec: change.max_seconds ?? old.maxSec,
      holdSec: change.hold_seconds ?? old.holdSec,
      limits: limits === undefined ? old.limits : limits,
    },
  };
}
