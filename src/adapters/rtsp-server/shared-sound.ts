import { randomInt } from "node:crypto";
import type { OwnSound } from "../../base/core/own-video.ts";
import { soundFrames } from "../../cameras/sound/read-sound.ts";
import { senderReport } from "./rtcp.ts";
import type { RtpFrame } from "./rtp-frame.ts";
import { packSound, soundRate } from "./rtp-sound.ts";
import { type Moment, RtpTimes, type TimeLine } from "./time-line.ts";

/** Receives a stream's packets of sound in order; must not throw. */
export interface SoundReader {
  onSound(frame: RtpFrame): void;
}

/** Sound since the newest key frame beyond this is not kept: the camera's key frames are minutes apart. */
const maxKeptBytes = 1024 * 1024;

/** The sound of a shared video as RTP for all its readers, on the video's time line. */
export class SharedSound {
  readonly format: OwnSound;
  readonly ssrc = randomInt(2 ** 32);
  readonly #timeLine: TimeLine;
  readonly #times: RtpTimes;
  readonly #readers = new Set<SoundReader>();
  readonly #counts = { packets: 0, payloadBytes: 0 };
  #sequence = randomInt(2 ** 16);
  /** The sound from the newest key frame on. */
  #kept: { atSec: number; frame: RtpFrame }[] = [];
  #keptBytes = 0;
  #startSec = 0;

  constructor(format: OwnSound, timeLine: TimeLine) {
    this.format = format;
    this.#timeLine = timeLine;
    this.#times = new RtpTimes(soundRate(format), randomInt(2 ** 32));
  }

  /** The next frame of video is a key frame: new readers start there. */
  startAt({ atSec }: Moment): void {
    this.#startSec = atSec;
    this.#kept = this.#kept.filter((each) => each.atSec >= atSec);
    this.#keptBytes = this.#kept.reduce((sum, { frame }) => sum + frame.interleaved.length, 0);
  }

  /** Packs the sound that came with a frame of video (`VideoFragment.sound`); `timescale`: its ticks of a second. */
  push(sound: Uint8Array, timescale: number): void {
    for (const { mediaSec, bytes } of soundFrames(sound, timescale)) {
      this.#pack(bytes, this.#timeLine.at(mediaSec));
    }
  }

  /** Adds a reader and gives it the sound since the newest key frame of the video. */
  attach(reader: SoundReader): void {
    for (const { frame } of this.#kept) reader.onSound(frame);
    this.#readers.add(reader);
  }

  detach(reader: SoundReader): void {
    this.#readers.delete(reader);
  }

  /** Returns the packet from which a new reader starts, and the RTP time of `moment`. */
  position({ atSec }: Pick<Moment, "atSec">): { sequence: number; rtpTime: number } {
    const [first] = this.#kept;
    const sequence = first?.frame.firstSequence ?? this.#sequence;
    return { sequence, rtpTime: this.#times.of(atSec) };
  }

  /** Returns a sender report for `moment`. */
  report({ atSec, wallMs }: Moment): Buffer {
    const rtpTime = this.#times.of(atSec);
    return senderReport({ ssrc: this.ssrc, wallMs, rtpTime, ...this.#counts });
  }

  #pack(bytes: Buffer, atSec: number): void {
    if (bytes.length === 0) return;
    const rtpTime = this.#times.of(atSec);
    const numbers = { ssrc: this.ssrc, sequence: this.#sequence, rtpTime };
    const frame = packSound(bytes, this.format.codec, numbers);
    this.#sequence = (this.#sequence + frame.offsets.length) & 0xffff;
    this.#counts.packets += frame.offsets.length;
    this.#counts.payloadBytes += frame.payloadBytes;
    this.#keep(frame, atSec);
    for (const reader of this.#readers) reader.onSound(frame);
  }

  #keep(frame: RtpFrame, atSec: number): void {
    if (atSec < this.#startSec || this.#keptBytes > maxKeptBytes) return;
    this.#kept.push({ atSec, frame });
    this.#keptBytes += frame.interleaved.length;
    if (this.#keptBytes > maxKeptBytes) this.#kept = [];
  }
}
