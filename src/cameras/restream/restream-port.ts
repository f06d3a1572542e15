import type { DigestAnswer } from "../../base/keys/digest.ts";
import type { OpenVideo, VideoSink } from "../../base/core/own-video.ts";

/** A reader with a valid key. */
export interface RestreamCaller {
  org: string;
  keyId: string;
}

/** One of a camera's two videos. */
export interface RestreamPath {
  streamId: string;
  track: "main" | "sub";
}

/** The box as a server of live video sees it. */
export interface RestreamSource {
  /**
   * Returns the caller that a Digest answer proves. Throws `invalid_api_key`, `api_key_revoked`, `api_key_expired`,
   * `key_network_refused`, `insufficient_scope` (`surveillance:read`), or `rate_limited` after too many wrong answers of
   * the address.
   */
  admit(answer: DigestAnswer, address: string | undefined): RestreamCaller;
  /** True while the caller's key is valid. */
  isAdmitted(caller: RestreamCaller): boolean;
  /**
   * Starts a camera's own video, with its sound where that is on, from the newest key frame on; undefined for an unknown stream. Throws
   * `stream_not_ready`, `codec_not_playable`, or `conflict` for a masked stream, a file and a missing sub-stream.
   */
  open(org: string, path: RestreamPath, sink: VideoSink): OpenVideo | undefined;
}
