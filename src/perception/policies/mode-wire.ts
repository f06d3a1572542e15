import type { ModeWire } from "../wire/policy-answers.ts";
import type { SiteModeState } from "./site-mode.ts";

/** The mode of a site on the wire. */
export function modeWire({ sinceMs, nextChange, keyId, ...state }: SiteModeState): ModeWire {
  return {
    object: "system.mode",
    mode: state.mode,
    source: state.source,
    since: sinceMs === null ? null : sinceMs / 1000,
    set_by: keyId,
    next_change: nextChange && { at: nextChange.atMs / 1000, mode: nextChange.mode },
    schedule: state.schedule,
  };
}
