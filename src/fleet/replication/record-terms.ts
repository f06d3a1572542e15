/** What the boxes of a fleet share, in the order in which a box takes it over. */
export const recordKinds = ["organisation", "key", "person", "policy"] as const;

/** A kind of shared records. */
export type RecordKind = (typeof recordKinds)[number];

/** Longest signed record, in characters; a message of NATS may have 1 MB. */
export const maxRecord = 64 * 1024;

/** Records that a box shares at most. */
export const maxRecords = 10_000;
