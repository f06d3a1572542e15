/** Sorts of reserved ground. */
export const areaKinds = ["corridor", "place", "junction", "door"] as const;

/** A sort of reserved ground. */
export type AreaKind = (typeof areaKinds)[number];

/** Lengths and times of traffic control. */
export const trafficLimits = {
  /** Width of a corridor that does not say it, in metres. */
  corridorWidthM: 1,
  /** Radius of a place and of a junction, in metres. */
  placeRadiusM: 0.4,
  /** Ends of corridors, and places, this close to each other are one; in metres. */
  mergeM: 0.5,
  /** A robot and a goal this close to a corridor use the corridors between them, in metres. */
  attachM: 2,
  /** A robot that waits at the end of a corridor may stand this far off, in metres. */
  standM: 0.3,
  /** Distance of a robot that waits to the ground that it waits for, in metres. */
  borderM: 0.1,
  /** Distance of a robot that waits to the ground of a door, in metres. */
  doorBorderM: 0.3,
  /**
   * A robot that drives on after a restart of the box, on a way that nobody knows, is stopped this far from the ground of
   * a door that is not open; in metres.
   */
  attachedBorderM: 1.5,
  /** A robot that leaves a lift, and has come no further than this, stays in it when it is no longer open; in metres. */
  leaveM: 0.3,
  /** The box reserves more when less than this is left of what a robot may drive, in metres. */
  lookaheadM: 3,
  /** A robot that waits this long for one without a command, or that is lost, is reported; milliseconds. */
  blockedMs: 60_000,
  /** Between two looks for deadlocks, in milliseconds. */
  lookMs: 1000,
} as const;

/**
 * How robots get areas: `ways_open` piece by piece, so that no robot loses its way to the end, and circles are resolved;
 * `first_come` piece by piece, whoever asks first; `whole_way` all of a way at once, whoever asks first.
 */
export type TrafficRule = "ways_open" | "first_come" | "whole_way";
