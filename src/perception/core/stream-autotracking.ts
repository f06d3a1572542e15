import type { AutotrackingState } from "./autotracking-terms.ts";

/** What a running stream knows about the autotracking of its camera. */
export interface StreamAutotracking {
  state: AutotrackingState;
  /** Begin of the state in Unix milliseconds; null while it is `off`. */
  sinceMs: number | null;
  /** Class of the object that the camera follows or has lost; else null. */
  object: string | null;
  /** Name of the person or the key that holds the camera while the state is `paused`; else null. */
  person: string | null;
  /** Unix milliseconds at which the hold ends if nobody moves the camera again; else null. */
  heldUntilMs: number | null;
  /** The reason of `failed`; else null. */
  problem: { code: string; message: string } | null;
  /** Measured time from a command to the movement in the picture; null until it is known. */
  latencyMs: number | null;
}

/** The autotracking of a stream that has none. */
export const noAutotracking: StreamAutotracking = {
  state: "off",
  sinceMs: null,
  object: null,
  person: null,
  heldUntilMs: null,
  problem: null,
  latencyMs: null,
};
