import type { TakenNote } from "./driver-port.ts";

/** What a driver says of a speed limit that a robot took while it drives; `when` in words. */
export function limitHolds(when: string): TakenNote {
  return { note: `takes_effect: ${when}` };
}
