/** The reasons for unobserved time, in the order in which the wire lists them. */
export const lostReasons = [
  "source_down",
  "frozen",
  "detector_down",
  "undecodable",
  "overload",
  "moved",
  "stopped",
  "box_off",
] as const;

/** A reason for unobserved time. */
export type LostReason = (typeof lostReasons)[number];
