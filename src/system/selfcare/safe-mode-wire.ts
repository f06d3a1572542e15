import type { SafeModeWire } from "../wire/safe-mode.ts";
import type { SafeModeState } from "./safe-mode.ts";

/** Safe mode on the wire. */
export function safeModeWire({ sinceMs, reason }: SafeModeState): SafeModeWire {
  if (sinceMs === null) return { active: false, since: null, reason: null };
  return { active: true, since: Math.floor(sinceMs / 1000), reason };
}
