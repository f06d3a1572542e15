import { randomBytes } from "node:crypto";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { PacketSender } from "./packet-sender.ts";
import { goodbye } from "./rtcp.ts";
import type { RtpFrame } from "./rtp-frame.ts";
import type { FrameReader, SharedVideo } from "./shared-video.ts";

/** The parts that a session is built from. */
export interface RtspSessionParts {
  clock: Clock;
  video: SharedVideo;
  sender: PacketSender;
  /** False once the reader may no longer read, or gives no sign of life. */
  mayGoOn(): boolean;
  /** The video has ended, or `mayGoOn` was false. */
  onEnd(): void;
}

/** Time between sender reports (RFC 3550 6.2), and between two looks at the reader's state. */
const reportMs = 5000;

/** One reader of a video: `SETUP` made it, `PLAY` starts it, `TEARDOWN` or the end of the connection closes it. */
export class RtspSession implements FrameReader {
  /** Session identifier of 64 random bits (RFC 2326 3.4). */
  readonly id = randomBytes(8).toString("hex");
  readonly #parts: RtspSessionParts;
  #reports: Timer | undefined;
  #isPlaying = false;
  #isBurst = false;
  #isClosed = false;

  constructor(parts: RtspSessionParts) {
    this.#parts = parts;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Frames that the reader was too slow for. */
  get dropped(): number {
    return this.#parts.sender.dropped;
  }

  /** Sends the video from the newest key frame on. */
  play(): void {
    if (this.#isPlaying || this.#isClosed) return;
    const { clock, video } = this.#parts;
    this.#isPlaying = true;
    this.#isBurst = true;
    video.attach(this);
    this.#isBurst = false;
    this.#report();
    this.#reports = clock.every(reportMs, () => {
      if (this.#parts.mayGoOn()) this.#report();
      else this.onEnd();
    });
  }

  /** Sends nothing until the next `play`, which starts at a key frame again. */
  pause(): void {
    this.#isPlaying = false;
    this.#reports?.cancel();
    this.#parts.video.detach(this);
  }

  onFrame(frame: RtpFrame): void {
    this.#parts.sender.sendFrame(frame, this.#isBurst);
  }

  onEnd(): void {
    if (this.#isClosed) return;
    this.#parts.sender.sendReport(goodbye(this.#parts.video.ssrc));
    this.#parts.onEnd();
  }

  /** Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.pause();
    this.#isClosed = true;
    this.#parts.sender.close();
  }

  #report(): void {
    const report = this.#parts.video.report();
    if (report) this.#parts.sender.sendReport(report);
  }
}
