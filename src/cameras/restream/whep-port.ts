import type { VideoOrigin } from "../../base/core/own-video.ts";
import type { RestreamPath } from "./restream-port.ts";

/** A viewer that asks for a camera's video by WebRTC. */
export interface ViewerRequest {
  org: string;
  path: RestreamPath;
  /** Its session description. */
  offer: string;
  /** Address of the box at which the viewer reached it. */
  localAddress: string | undefined;
  /** Called once after `open` has begun a connection: it is over. */
  onEnd(): void;
}

/** A viewer's connection, from the answer on. */
export interface OpenViewer {
  /** The box's session description. */
  answer: string;
  /** Returns the frame that a packet's time names; undefined for an unknown one. */
  frameOf(rtpTime: number): (VideoOrigin & { mediaTimeSec: number }) | undefined;
  /** Idempotent. */
  close(): void;
}

/** The box as a sender of live video by WebRTC. */
export interface Viewers {
  /**
   * Answers an offer. A connection that is not in use within 8 s ends. Throws `invalid_request_body`, `not_found`,
   * `stream_not_ready`, `codec_not_playable`, `overloaded`, `feature_disabled`, or `conflict` for a masked stream, a
   * file and a missing sub-stream.
   */
  open(request: ViewerRequest): Promise<OpenViewer>;
  /** Returns the viewers with video, and those whose connection is not ready yet. */
  counts(): { connected: number; halfOpen: number };
}
