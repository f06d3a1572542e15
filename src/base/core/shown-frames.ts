import type { VideoOrigin } from "./own-video.ts";

/** The frame of a stream that somebody's screen shows, as the box can find it again. */
export type ShownFrame =
  | (VideoOrigin & {
      by: "video";
      /** On the clock of the video. */
      mediaTimeSec: number;
    })
  | {
      by: "webrtc";
      /** Of the viewer's session. */
      sessionId: string;
      rtpTime: number;
    };

/** When the frames of one stream were taken, on the box's monotonic clock. */
export interface FrameTimes {
  /** Monotonic milliseconds of the newest frame that the box has; null without one. */
  newestMs(): number | null;
  /** Monotonic milliseconds of this frame; null for one that the box has not sent, or long ago. */
  capturedMs(frame: ShownFrame): number | null;
  close(): void;
}

/** The frame times of all streams. */
export interface StreamFrameTimes {
  /** Follows the stream until `close`; one that does not run has no frames until it does. */
  follow(org: string, streamId: string): FrameTimes;
}
