/**
 * States of autotracking on the wire. `ready`: the camera shows its home view and waits for an object; `lost`: it
 * waits for the object to appear again; `paused`: a person moves the camera.
 */
export const autotrackingStates = [
  "off",
  "ready",
  "following",
  "lost",
  "returning",
  "paused",
  "failed",
] as const;

/** One state of autotracking. */
export type AutotrackingState = (typeof autotrackingStates)[number];
