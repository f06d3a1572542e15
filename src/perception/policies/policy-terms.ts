/** Bounds of policies; what exceeds them is refused. */
export const policyLimits = {
  /** Policies of one organisation. */
  policies: 200,
  /** Longest time that a replay covers, in seconds: a week. */
  replaySec: 7 * 86_400,
  /** Incidents that a replay lists; all are counted. */
  replayIncidents: 200,
} as const;
