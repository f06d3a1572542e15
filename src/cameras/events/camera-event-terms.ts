/** The kinds of events that the box reads from cameras. */
export const cameraEventKinds = [
  "motion",
  "line_crossing",
  "intrusion",
  "tamper",
  "digital_input",
  "person",
  "vehicle",
  "animal",
] as const;

/** One kind. */
export type CameraEventKind = (typeof cameraEventKinds)[number];

/** States of a subscription to a camera's events. `retrying` recovers by itself; the other two need a person. */
export const cameraEventStates = [
  "connecting",
  "subscribed",
  "retrying",
  "refused",
  "unsupported",
] as const;

/** One state. */
export type CameraEventState = (typeof cameraEventStates)[number];
