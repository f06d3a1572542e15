import { randomInt } from "node:crypto";
import type { OwnSound } from "../../base/core/own-video.ts";
import { timescaleOf } from "../../cameras/recording/fragment-boxes.ts";
import type { OpusEncoder, OpusRun } from "../../cameras/sound/opus-port.ts";
import { type PlacedSound, soundFrames } from "../../cameras/sound/read-sound.ts";
import { senderReport } from "./rtcp.ts";
import type { RtpFrame } from "./rtp-frame.ts";
import { packSound, soundRate } from "./rtp-sound.ts";
import { type Moment, RtpTimes, type TimeLine } from "./time-line.ts";

/** Receives a stream's packets of sound in order; must not throw. */
export interface SoundReader {
  /** `atSec`: the frame's place on the time line of the video. */
  onSound(frame: RtpFrame, atSec: number): void;
}

/** The parts that a shared sound is built from. */
export interface SharedSoundParts {
  /** The sound of the camera. */
  format: OwnSound;
  timeLine: TimeLine;
  /** For readers that play only Opus: encodes other sound, while there are readers. */
  opus?: OpusEncoder | undefined;
}

/** What an encoder makes. */
const opusFormat: OwnSound = {
  codec: "opus",
  rateHz: 48_000,
  channels: 1,
  config: Buffer.alloc(0),
};

/** Sound since the newest key frame beyond this is not kept: the camera's key frames are minutes apart. */
const maxKeptBytes = 1024 * 1024;

/** The sound of a shared video as RTP for all its readers, on the video's time line. */
export class SharedSound {
  /** The sound of the camera. */
  readonly source: OwnSound;
  /** The sound that readers get. */
  readonly format: OwnSound;
  readonly ssrc = randomInt(2 ** 32);
  readonly #timeLine: TimeLine;
  readonly #opus: OpusEncoder | undefined;
  readonly #times: RtpTimes;
  readonly #readers = new Set<SoundReader>();
  readonly #counts = { packets: 0, payloadBytes: 0 };
  #sequence = randomInt(2 ** 16);
  /** The sound from the newest key frame on. */
  #kept: { atSec: number; frame: RtpFrame }[] = [];
  #keptBytes = 0;
  #startSec = 0;
  #connection: { header: Uint8Array; timescale: number } | undefined;
  #encoding: OpusRun | undefined;

  constructor({ format, timeLine, opus }: SharedSoundParts) {
    this.source = format;
    this.#opus = format.codec === "opus" ? undefined : opus;
    this.format = this.#opus ? opusFormat : format;
    this.#timeLine = timeLine;
    this.#times = new RtpTimes(soundRate(this.format), randomInt(2 ** 32));
  }

  /** Another connection to the camera follows; `header`: `ftyp` + `moov` of both tracks. */
  beginConnection(header: Uint8Array): void {
    this.#connection = { header, timescale: timescaleOf(header) };
    this.#encoding?.begin(header);
  }

  /** The next frame of video is a key frame: new readers start there. */
  startAt({ atSec }: Moment): void {
    this.#startSec = atSec;
    this.#kept = this.#kept.filter((each) => each.atSec >= atSec);
    this.#keptBytes = this.#kept.reduce((sum, { frame }) => sum + frame.interleaved.length, 0);
  }

  /** Takes the sound that came with a frame of video (`VideoFragment.sound`). */
  push(sound: Uint8Array): void {
    if (this.#opus) this.#encoding?.push(sound);
    else this.#packAll(soundFrames(sound, this.#connection!.timescale));
  }

  /** Adds a reader and gives it the sound since the newest key frame of the video, unless that has an encoder. */
  attach(reader: SoundReader): void {
    for (const { frame, atSec } of this.#kept) reader.onSound(frame, atSec);
    this.follow(reader);
  }

  /** Adds a reader of the sound from now on. */
  follow(reader: SoundReader): void {
    this.#readers.add(reader);
    if (!this.#opus || this.#encoding) return;
    this.#encoding = this.#opus.open((frames) => this.#packAll(frames));
    this.#encoding.begin(this.#connection!.header);
  }

  detach(reader: SoundReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0) this.close();
  }

  /** Ends the encoder. Idempotent. */
  close(): void {
    void this.#encoding?.close();
    this.#encoding = undefined;
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

  #packAll(frames: readonly PlacedSound[]): void {
    for (const { mediaSec, bytes } of frames) this.#pack(bytes, this.#timeLine.at(mediaSec));
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
    for (const reader of this.#readers) reader.onSound(frame, atSec);
  }

  #keep(frame: RtpFrame, atSec: number): void {
    if (this.#opus || atSec < this.#startSec || this.#keptBytes > maxKeptBytes) return;
    this.#kept.push({ atSec, frame });
    this.#keptBytes += frame.interleaved.length;
    if (this.#keptBytes > maxKeptBytes) this.#kept = [];
  }
}
