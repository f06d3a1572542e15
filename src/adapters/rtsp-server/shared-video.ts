import { randomInt } from "node:crypto";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { OpenVideo, VideoFragment, VideoSink } from "../../base/core/own-video.ts";
import { senderReport } from "./rtcp.ts";
import { NewestGop } from "./newest-gop.ts";
import { packFrame, type RtpFrame, rtpRate } from "./rtp-frame.ts";
import { nalUnits, type RtpVideoFormat, videoFormat } from "./video-format.ts";

/** Receives a stream's packets; calls come in stream order and must not throw. */
export interface FrameReader {
  onFrame(frame: RtpFrame): void;
  /** The last call: the stream has ended, or its video has another codec. */
  onEnd(): void;
}

/** The parts that a shared video is built from. */
export interface SharedVideoParts {
  clock: Clock;
  open(sink: VideoSink): OpenVideo | undefined;
  /** Called once, when no reader is left or the video has ended. */
  onClosed(): void;
}

/** Readers wait this long for a camera that connects again, asked every `retryMs`. */
const patienceMs = 60_000;
const retryMs = 500;

/**
 * One camera's video as RTP for all its readers: packed once, with one sequence and one time line, which go on when the
 * camera connects again. Keeps the packets of the newest GOP, so that a new reader starts at once.
 */
export class SharedVideo {
  readonly #parts: SharedVideoParts;
  readonly #readers = new Set<FrameReader>();
  readonly #ssrc = randomInt(2 ** 32);
  readonly #counts = { packets: 0, payloadBytes: 0 };
  readonly #gop = new NewestGop();
  #sequence = randomInt(2 ** 16);
  #format: RtpVideoFormat | undefined;
  #video: OpenVideo | undefined;
  /** The newest frame, and the start of the time line of this connection. */
  #last: { wallMs: number; rtpTime: number } | undefined;
  #origin: { ptsSec: number; rtpTime: number } | undefined;
  #users = 0;
  #retry: Timer | undefined;
  #isClosed = false;

  constructor(parts: SharedVideoParts) {
    this.#parts = parts;
  }

  get ssrc(): number {
    return this.#ssrc;
  }

  /** The video's format; of the last connection while the camera is away. */
  get format(): RtpVideoFormat {
    return this.#format!;
  }

  /** Opens the video. Throws as `RestreamSource.open`, `not_found`, and `codec_not_playable`. */
  open(): void {
    const video = this.#parts.open(this.#newSink());
    if (!video) throw fail("not_found", "stream: there is none with this id. Choose a listed one");
    const format = videoFormat(video.header);
    if (!format || (this.#format && this.#format.codec !== format.codec)) {
      video.close();
      throw fail(
        "codec_not_playable",
        "stream: the camera sends neither H.264 nor H.265. Set it to one of them",
      );
    }
    this.#format = format;
    this.#video = video;
    this.#origin = undefined;
  }

  /** Keeps the video open until `release`. */
  hold(): void {
    this.#users += 1;
  }

  /** Ends one hold; the video closes with the last one. */
  release(): void {
    this.#users -= 1;
    if (this.#users === 0) this.close();
  }

  /** The frames since the newest key frame; valid until the next frame. */
  get gop(): readonly RtpFrame[] {
    return this.#gop.frames;
  }

  /** The newest frame's wall time and RTP time; undefined before the first. */
  get newest(): { wallMs: number; rtpTime: number } | undefined {
    return this.#last;
  }

  /** Adds a reader and gives it the frames since the newest key frame. */
  attach(reader: FrameReader): void {
    for (const frame of this.gop) reader.onFrame(frame);
    this.#readers.add(reader);
  }

  detach(reader: FrameReader): void {
    this.#readers.delete(reader);
  }

  /** Returns the packet from which a new reader starts; the next one before the first frame. */
  position(): { sequence: number; rtpTime: number } {
    const [first] = this.gop;
    if (first) return { sequence: first.firstSequence, rtpTime: first.rtpTime };
    return { sequence: this.#sequence, rtpTime: this.#last?.rtpTime ?? 0 };
  }

  /** Returns a sender report of the newest frame; undefined before the first. */
  report(): Buffer | undefined {
    return this.#last && senderReport({ ssrc: this.#ssrc, ...this.#last, ...this.#counts });
  }

  /** Ends the video and its readers. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#retry?.cancel();
    this.#video?.close();
    for (const reader of this.#readers) reader.onEnd();
    this.#parts.onClosed();
  }

  /** A sink for one connection to the camera. */
  #newSink(): VideoSink {
    let hasEnded = false;
    return {
      onFragment: (fragment) => {
        if (!hasEnded) this.#pack(fragment);
      },
      onEnd: () => {
        if (!hasEnded) this.#awaitConnection();
        hasEnded = true;
      },
    };
  }

  /** Packs a frame for all readers. */
  #pack(fragment: VideoFragment): void {
    if (this.#isClosed) return;
    const units = nalUnits(fragment.bytes, this.format);
    if (units.length === 0) return;
    const { codec, parameterSets } = this.format;
    // In front of every key frame, so that a decoder follows a change of them.
    const all = fragment.key ? [...parameterSets, ...units] : units;
    const rtpTime = this.#rtpTime(fragment);
    const numbers = { ssrc: this.#ssrc, sequence: this.#sequence, rtpTime };
    const frame = packFrame(all, { codec, isKey: fragment.key }, numbers);
    this.#sequence = (this.#sequence + frame.offsets.length) & 0xffff;
    this.#counts.packets += frame.offsets.length;
    this.#counts.payloadBytes += frame.payloadBytes;
    this.#last = { wallMs: fragment.wallMs, rtpTime };
    this.#gop.keep(frame);
    for (const reader of this.#readers) reader.onFrame(frame);
  }

  /** The camera's connection has ended: tries for a while to go on with the next one. */
  #awaitConnection(): void {
    if (this.#isClosed) return;
    this.#video?.close();
    this.#video = undefined;
    this.#reopen(this.#parts.clock.monoMs() + patienceMs);
  }

  #reopen(untilMs: number): void {
    const { clock } = this.#parts;
    this.#retry = clock.after(retryMs, () => {
      try {
        this.open();
      } catch (error) {
        const isAway = GatehouseError.find(error)?.code === "stream_not_ready";
        if (isAway && clock.monoMs() < untilMs) this.#reopen(untilMs);
        else this.close();
      }
    });
  }

  /** A later connection's times follow the earlier one's by the wall time that passed. */
  #rtpTime({ ptsSec, wallMs }: VideoFragment): number {
    if (!this.#origin) {
      const sinceMs = this.#last ? Math.max(1, wallMs - this.#last.wallMs) : 0;
      const start = this.#last?.rtpTime ?? randomInt(2 ** 32);
      this.#origin = { ptsSec, rtpTime: start + Math.round((sinceMs / 1000) * rtpRate) };
    }
    const ticks = Math.round((ptsSec - this.#origin.ptsSec) * rtpRate);
    return (this.#origin.rtpTime + ticks) >>> 0;
  }
}
