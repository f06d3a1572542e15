/** States of a stream's backfill on the wire. */
export const backfillStates = ["off", "idle", "fetching", "failed"] as const;

/** What a running stream knows about the video that its camera has kept of outages. */
export interface StreamBackfill {
  state: (typeof backfillStates)[number];
  /** The reason of `failed`; else null. */
  problem: { code: string; message: string } | null;
}
