/** Kinds of doors. */
export const doorKinds = ["door", "lift"] as const;

/** A kind of door. */
export type DoorKind = (typeof doorKinds)[number];

/** States that a door reports. */
export const reportedDoorStates = [
  "closed",
  "opening",
  "open",
  "closing",
  "moving",
  "fault",
] as const;

/** A state that a door reports. */
export type ReportedDoorState = (typeof reportedDoorStates)[number];

/** States of a door: those that it reports, and `unknown` for one that says nothing or nothing recent. */
export const doorStates = [...reportedDoorStates, "unknown"] as const;

/** A state of a door. */
export type DoorState = (typeof doorStates)[number];

/** Ways to talk to a door. */
export const doorLinks = ["mqtt", "http", "modbus"] as const;

/** A way to talk to a door. */
export type DoorLinkKind = (typeof doorLinks)[number];

/** Bounds and periods of doors. */
export const doorLimits = {
  /** Of the site. */
  doors: 100,
  levels: 50,
  wordLength: 100,
  /** Of an answer or a message of a door, in bytes. */
  messageBytes: 65_536,
  /** From a request to the answer of a door, in milliseconds. */
  requestMs: 3000,
  /** Between two looks at a door, in milliseconds. */
  lookMs: 250,
  /** A request that the door did not carry out is repeated after this, in milliseconds. */
  retryMs: 1000,
  /** A door is requested when its robot is this close to its ground, in metres. */
  requestM: 8,
  /** A door that a mission has opened stays open for this time, until the robot reserves its ground, in milliseconds. */
  missionHoldMs: 30_000,
  /** A robot that a lift has taken to another level has this long to find its place there, in milliseconds. */
  arriveMs: 30_000,
} as const;
