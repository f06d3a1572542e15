import type { CommandNote } from "./driver-port.ts";

/** Returns the driver's note about a speed limit that a robot accepted while driving; `when` in words. */
export function limitHolds(when: string): CommandNote {
  return { note: `takes_effect: ${when}` };
}
