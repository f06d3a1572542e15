import type { RtpFrame } from "./rtp-frame.ts";

/** Frames of a GOP beyond this are not kept. */
const maxGopBytes = 32 * 1024 * 1024;

/** Keeps the packets since the newest key frame, so that a new reader starts at once. */
export class NewestGop {
  #frames: RtpFrame[] = [];
  #bytes = 0;

  /** The frames since the newest key frame; valid until the next `keep`. Empty for a GOP above 32 MiB. */
  get frames(): readonly RtpFrame[] {
    return this.#frames;
  }

  keep(frame: RtpFrame): void {
    if (frame.isKey) {
      this.#frames = [];
      this.#bytes = 0;
    } else if (this.#frames.length === 0) return;
    this.#frames.push(frame);
    this.#bytes += frame.interleaved.length;
    if (this.#bytes > maxGopBytes) this.#frames = [];
  }
}
