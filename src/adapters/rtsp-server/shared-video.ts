import { randomInt } from "node:crypto";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type {
  OpenVideo,
  OwnSound,
  VideoFragment,
  VideoOrigin,
  VideoSink,
} from "../../base/core/own-video.ts";
import type { OpusEncoder } from "../../cameras/sound/opus-port.ts";
import { senderReport } from "./rtcp.ts";
import { NewestGop } from "./newest-gop.ts";
import { packFrame, type RtpFrame, rtpRate } from "./rtp-frame.ts";
import type { TrackKind } from "./session-description.ts";
import { SharedSound } from "./shared-sound.ts";
import { type Moment, RtpTimes, TimeLine } from "./time-line.ts";
import { nalUnits, type RtpVideoFormat, videoFormat } from "./video-format.ts";

/** Receives a stream's packets; calls come in stream order and must not throw. */
export interface FrameReader {
  onFrame(frame: RtpFrame): void;
  /** The last call: the stream has ended, its video has another codec, or its sound another form. */
  onEnd(): void;
}

/** Where a reader's packets start. */
interface RtpPosition {
  sequence: number;
  rtpTime: number;
}

/** The parts that a shared video is built from. */
export interface SharedVideoParts {
  clock: Clock;
  open(sink: VideoSink): OpenVideo | undefined;
  /** For readers that play only Opus. */
  opus?: OpusEncoder | undefined;
  /** Called once, when no reader is left or the video has ended. */
  onClosed(): void;
}

/** Readers wait this long for a camera that connects again, asked every `retryMs`. */
const patienceMs = 60_000;
const retryMs = 500;
/** Frames whose RTP times are remembered: ten seconds at 50 frames a second. */
const knownFrames = 500;

/**
 * One camera's video as RTP for all its readers: packed once, with one sequence and one time line, which go on when the
 * camera connects again. Its sound goes the same way. Keeps the packets of the newest GOP, so that a new reader starts
 * at once.
 */
export class SharedVideo {
  readonly #parts: SharedVideoParts;
  readonly #readers = new Set<FrameReader>();
  readonly #ssrc = randomInt(2 ** 32);
  readonly #counts = { packets: 0, payloadBytes: 0 };
  readonly #gop = new NewestGop();
  readonly #timeLine = new TimeLine();
  readonly #times = new RtpTimes(rtpRate, randomInt(2 ** 32));
  /** Media times by RTP time, of the present connection. */
  readonly #mediaTimes = new Map<number, number>();
  #sequence = randomInt(2 ** 16);
  #format: RtpVideoFormat | undefined;
  #sound: SharedSound | undefined;
  #video: OpenVideo | undefined;
  #start: Moment | undefined;
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

  /** The sound beside the video; undefined without any. */
  get sound(): SharedSound | undefined {
    return this.#sound;
  }

  /** Opens the video. Throws as `RestreamSource.open`, `not_found`, and `codec_not_playable`. */
  open(): void {
    const video = this.#parts.open(this.#newSink());
    if (!video) throw fail("not_found", "stream: there is none with this id. Choose a listed one");
    const format = videoFormat(video.header);
    const refusal = format ? this.#changeOf(format, video.sound) : neitherCodec;
    if (!format || refusal !== undefined) {
      video.close();
      throw fail("codec_not_playable", refusal!);
    }
    const timeLine = this.#timeLine;
    const { opus } = this.#parts;
    if (!this.#format && video.sound) {
      this.#sound = new SharedSound({ format: video.sound, timeLine, opus });
    }
    this.#format = format;
    this.#video = video;
    this.#mediaTimes.clear();
    timeLine.beginConnection();
    this.#sound?.beginConnection(video.header);
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

  /** The newest frame; undefined before the first. */
  get newest(): Moment | undefined {
    return this.#timeLine.newest;
  }

  /** The newest key frame, where new readers start; undefined before the first. */
  get start(): Moment | undefined {
    return this.#start;
  }

  /** Returns the frame that a packet's time names; undefined for one of an earlier connection, or long ago. */
  frameOf(rtpTime: number): (VideoOrigin & { mediaTimeSec: number }) | undefined {
    const mediaTimeSec = this.#mediaTimes.get(rtpTime);
    if (mediaTimeSec === undefined || !this.#video) return undefined;
    return { ...this.#video.origin, mediaTimeSec };
  }

  /** Adds a reader and gives it the frames since the newest key frame. */
  attach(reader: FrameReader): void {
    for (const frame of this.gop) reader.onFrame(frame);
    this.#readers.add(reader);
  }

  detach(reader: FrameReader): void {
    this.#readers.delete(reader);
  }

  /** Returns the packets from which a new reader starts, and the RTP times of that moment. */
  positions(): Record<TrackKind, RtpPosition | undefined> {
    const [first] = this.gop;
    const moment = (first ? this.#start : this.newest) ?? { atSec: 0 };
    const sequence = first?.firstSequence ?? this.#sequence;
    const video = { sequence, rtpTime: this.#times.of(moment.atSec) };
    return { video, sound: this.#sound?.position(moment) };
  }

  /** Returns a sender report for `moment`. */
  report({ atSec, wallMs }: Moment): Buffer {
    const rtpTime = this.#times.of(atSec);
    return senderReport({ ssrc: this.#ssrc, wallMs, rtpTime, ...this.#counts });
  }

  /** Ends the video and its readers. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#retry?.cancel();
    this.#video?.close();
    this.#sound?.close();
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
    const moment = this.#timeLine.push(fragment);
    const rtpTime = this.#times.of(moment.atSec);
    this.#remember(rtpTime, fragment.ptsSec);
    const numbers = { ssrc: this.#ssrc, sequence: this.#sequence, rtpTime };
    const frame = packFrame(all, { codec, isKey: fragment.key }, numbers);
    this.#sequence = (this.#sequence + frame.offsets.length) & 0xffff;
    this.#counts.packets += frame.offsets.length;
    this.#counts.payloadBytes += frame.payloadBytes;
    this.#gop.keep(frame);
    if (fragment.key) {
      this.#start = moment;
      this.#sound?.startAt(moment);
    }
    for (const reader of this.#readers) reader.onFrame(frame);
    if (fragment.sound) this.#sound?.push(fragment.sound);
  }

  #remember(rtpTime: number, ptsSec: number): void {
    this.#mediaTimes.set(rtpTime, ptsSec);
    if (this.#mediaTimes.size <= knownFrames) return;
    for (const oldest of this.#mediaTimes.keys()) {
      this.#mediaTimes.delete(oldest);
      return;
    }
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

  /** Returns why a later connection cannot go on with the description that the readers have; undefined if it can. */
  #changeOf(video: RtpVideoFormat, sound: OwnSound | undefined): string | undefined {
    if (!this.#format) return undefined;
    const isSame = this.#format.codec === video.codec && isSameSound(this.#sound?.source, sound);
    return isSame ? undefined : "stream: its codec or its sound has changed. Connect again";
  }
}

const neitherCodec = "stream: the camera sends neither H.264 nor H.265. Set it to one of them";

function isSameSound(left: OwnSound | undefined, right: OwnSound | undefined): boolean {
  if (!left || !right) return left === right;
  return (
    left.codec === right.codec &&
    left.rateHz === right.rateHz &&
    left.channels === right.channels &&
    Buffer.compare(left.config, right.config) === 0
  );
}
