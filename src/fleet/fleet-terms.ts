/**
 * Contact of a box with its fleet: `joining` before the first heartbeat after a start, `joined` while heartbeats are
 * acknowledged, `reconnecting` when they stop, `partitioned` when the box must assume that others have given it up, and
 * `refused` when another process has its identity.
 */
export const fleetStates = ["joining", "joined", "reconnecting", "partitioned", "refused"] as const;

/** The contact of a box with its fleet. */
export type FleetState = (typeof fleetStates)[number];

/** What a box knows of another one: `lost` after its heartbeats stopped, `left` after it said goodbye. */
export const memberStates = ["up", "lost", "left"] as const;

/** The state of a member of the fleet. */
export type MemberState = (typeof memberStates)[number];

/** Numbers of NATS servers that may keep the table of a fleet: odd, so that a majority is clear. */
export const voterCounts: readonly number[] = [1, 3, 5];

/** Interval between two heartbeats of a box, in milliseconds. */
export const beatMs = 1000;

/**
 * A box counts on its leases for this long after it sent the last acknowledged heartbeat, in milliseconds. Shorter than
 * `lostMs`, so that a box without contact has stopped commanding before another may begin.
 */
export const holdMs = 4000;

/** A box may still stop its robots for this long after `holdMs`, in milliseconds; both together end before `lostMs`. */
export const stopGraceMs = 700;

/** A box is lost when its heartbeat has not changed for this long, in milliseconds. */
export const lostMs = 5000;

/** Records of boxes that have been silent for this long are removed, in milliseconds. */
export const forgetMs = 7 * 24 * 3_600_000;
