import { randomBytes } from "node:crypto";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { PacketSender } from "./packet-sender.ts";
import { goodbye } from "./rtcp.ts";
import type { RtpFrame } from "./rtp-frame.ts";
import type { TrackKind } from "./session-description.ts";
import type { SoundReader } from "./shared-sound.ts";
import type { FrameReader, SharedVideo } from "./shared-video.ts";
import type { Moment } from "./time-line.ts";

/** The parts that a session is built from. */
export interface RtspSessionParts {
  clock: Clock;
  video: SharedVideo;
  /** False once the reader may no longer read, or gives no sign of life. */
  mayGoOn(): boolean;
  /** The video has ended, or `mayGoOn` was false. */
  onEnd(): void;
}

/** Time between sender reports (RFC 3550 6.2), and between two looks at the reader's state. */
const reportMs = 5000;

/** One reader of a stream: `SETUP` adds its tracks, `PLAY` starts it, `TEARDOWN` or the end of the connection closes it. */
export class RtspSession implements FrameReader, SoundReader {
  /** Session identifier of 64 random bits (RFC 2326 3.4). */
  readonly id = randomBytes(8).toString("hex");
  readonly #parts: RtspSessionParts;
  readonly #senders = new Map<TrackKind, PacketSender>();
  #reports: Timer | undefined;
  #isPlaying = false;
  #isReported = false;
  #isBurst = false;
  #isClosed = false;

  constructor(parts: RtspSessionParts) {
    this.#parts = parts;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** The tracks that the reader has set up, in the order of its requests. */
  get tracks(): TrackKind[] {
    return [...this.#senders.keys()];
  }

  /** Sends a track to `sender` from the next `play` on; the session closes it. */
  addTrack(track: TrackKind, sender: PacketSender): void {
    this.#senders.set(track, sender);
  }

  /** Sends the tracks from the video's newest key frame on. */
  play(): void {
    if (this.#isPlaying || this.#isClosed) return;
    const { clock, video } = this.#parts;
    this.#isPlaying = true;
    this.#isReported = false;
    this.#isBurst = true;
    video.attach(this);
    if (this.#senders.has("sound")) video.sound?.attach(this);
    this.#isBurst = false;
    this.#reports = clock.every(reportMs, () => {
      if (this.#parts.mayGoOn()) this.#report(video.newest);
      else this.onEnd();
    });
  }

  /** Sends nothing until the next `play`, which starts at a key frame again. */
  pause(): void {
    this.#isPlaying = false;
    this.#reports?.cancel();
    this.#parts.video.detach(this);
    this.#parts.video.sound?.detach(this);
  }

  onFrame(frame: RtpFrame): void {
    // Before the first packet, so that players place both tracks right from the start.
    if (!this.#isReported) this.#report(this.#parts.video.start);
    this.#isReported = true;
    this.#senders.get("video")?.sendFrame(frame, this.#isBurst);
  }

  onSound(frame: RtpFrame): void {
    this.#senders.get("sound")?.sendFrame(frame, this.#isBurst);
  }

  onEnd(): void {
    if (this.#isClosed) return;
    for (const [track, sender] of this.#senders) {
      const source = this.#source(track);
      if (source) sender.sendReport(goodbye(source.ssrc));
    }
    this.#parts.onEnd();
  }

  /** Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.pause();
    this.#isClosed = true;
    for (const sender of this.#senders.values()) sender.close();
  }

  /** The same moment in the times of each track: players align them by it (RFC 3550 6.4.1). */
  #report(moment: Moment | undefined): void {
    if (!moment) return;
    for (const [track, sender] of this.#senders) {
      const report = this.#source(track)?.report(moment);
      if (report) sender.sendReport(report);
    }
  }

  #source(track: TrackKind) {
    const { video } = this.#parts;
    return track === "video" ? video : video.sound;
  }
}
