import type { ShownFrame } from "./live-player.ts";

/** The frame that is on the screen, as the box can find it: of live video, or by the time of its packets. */
export type SeenFrame = ShownFrame | { session_id: string; rtp_timestamp: number };
