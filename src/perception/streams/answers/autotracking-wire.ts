import { noAutotracking, type StreamAutotracking } from "../../core/stream-autotracking.ts";
import {
  type AutotrackingSettings,
  defaultAutotracking,
} from "../../settings/autotracking-settings.ts";
import type { AutotrackingWire } from "../../wire/autotracking.ts";

/** The autotracking of a stream on the wire; without a running stream, its state is `off`. */
export function autotrackingWire(
  settings: AutotrackingSettings = defaultAutotracking,
  now: StreamAutotracking = noAutotracking,
): AutotrackingWire {
  const { homePreset, maxSpeed, returnAfterSec, maxSec, holdSec, ...others } = settings;
  const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
  return {
    ...others,
    home_preset: homePreset,
    max_speed: maxSpeed,
    return_after_seconds: returnAfterSec,
    max_seconds: maxSec,
    hold_seconds: holdSec,
    state: now.state,
    since: seconds(now.sinceMs),
    object: now.object,
    person: now.person,
    held_until: seconds(now.heldUntilMs),
    problem: now.problem,
    latency_seconds: seconds(now.latencyMs),
  };
}
