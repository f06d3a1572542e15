import { NewestGop } from "../../rtsp-server/newest-gop.ts";
import type { RtpFrame } from "../../rtsp-server/rtp-frame.ts";

/** Receives the frames of a video and its sound in order; calls must not throw. */
export interface FrameFollower {
  onFrame(frame: RtpFrame): void;
  /** `wallMs`: wall time of the sound. */
  onSound(frame: RtpFrame, wallMs: number): void;
}

/** One camera's packets in the child, once for all its viewers. */
export class RelayedVideo {
  readonly #gop = new NewestGop();
  readonly #followers = new Set<FrameFollower>();
  #newest: { wallMs: number; rtpTime: number } | undefined;

  /** The frames since the newest key frame; valid until the next frame. */
  get gop(): readonly RtpFrame[] {
    return this.#gop.frames;
  }

  /** The newest frame's wall time and RTP time; undefined before the first. */
  get newest(): { wallMs: number; rtpTime: number } | undefined {
    return this.#newest;
  }

  /** Adds a follower, which gets the frames from the next one on. */
  follow(follower: FrameFollower): void {
    this.#followers.add(follower);
  }

  detach(follower: FrameFollower): void {
    this.#followers.delete(follower);
  }

  push(frame: RtpFrame, wallMs: number): void {
    this.#newest = { wallMs, rtpTime: frame.rtpTime };
    this.#gop.keep(frame);
    for (const follower of this.#followers) follower.onFrame(frame);
  }

  pushSound(frame: RtpFrame, wallMs: number): void {
    for (const follower of this.#followers) follower.onSound(frame, wallMs);
  }
}
