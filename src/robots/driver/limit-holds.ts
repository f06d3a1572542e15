import type { CommandNote } from "./driver-port.ts";

/** A driver's note about a speed limit that a robot took while it drives; `when` in words. */
export function limitHolds(when: string): CommandNote {
  return { note: `takes_effect: ${when}` };
}
