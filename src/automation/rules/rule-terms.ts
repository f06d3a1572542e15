/** Words that paths use in place of a rule's id; no rule may have them as its id. */
export const reservedRuleIds: ReadonlySet<string> = new Set(["chains"]);

/** Bounds of rules; what exceeds them is refused. */
export const ruleLimits = {
  /** Rules of one organisation. */
  rules: 100,
  steps: 20,
  filters: 50,
  /** Chains kept of one organisation; the oldest go first. */
  chains: 2000,
  /** Longest cooldown in seconds: a day. */
  cooldownSec: 86_400,
  cooldownDefaultSec: 60,
  /** The largest standoff of a robot from an incident, in metres. */
  standoffM: 50,
  standoffDefaultM: 1.5,
  /** An incident older than this never moves a robot, in seconds (design, "The state of things"). */
  oldestSec: 5,
  /** Longest wait for a movement to succeed, in seconds. */
  arrivalSec: 600,
  /** Shortest cooldown of a rule about robots' incidents, in seconds: its actions may raise the next one. */
  robotCooldownSec: 10,
} as const;

/** Incidents of robots that may trigger a rule: those that the box raises about a robot itself. */
export const robotTriggers = [
  "battery_low",
  "command_failed",
  "e_stop",
  "geofence_breach",
  "keep_out_entered",
  "lease_expired",
  "pose_lost",
  "robot_offline",
] as const;

/** States of a step in a chain; the last five are final. */
export const chainStepStates = [
  "pending",
  "executing",
  "succeeded",
  "failed",
  "cancelled",
  "refused",
  "not_sent",
] as const;

/** A state of a step in a chain. */
export type ChainStepState = (typeof chainStepStates)[number];
