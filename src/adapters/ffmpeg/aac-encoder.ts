import type { TimedFrames } from "../../cameras/sound/depacketize.ts";
import type { SoundFormat, SoundPacket } from "../../cameras/sound/sound-format.ts";
import { type Clock, systemClock } from "../../base/core/clock.ts";
import { FfmpegProcess } from "./ffmpeg-process.ts";

/** G.711 that comes in, and AAC that goes out. */
export interface AacEncoderOptions {
  law: "pcma" | "pcmu";
  rateHz: number;
  channels: number;
  /** AAC-LC. */
  format: SoundFormat;
  /** The program; default the machine's own. */
  ffmpeg?: string | undefined;
  clock?: Clock;
}

/** Times that differ by less than this are jitter of the camera's clock. */
const jitterSec = 0.06;
/** The times of the frames follow those of the packets by this part of the difference with each packet. */
const followedPart = 0.02;
/** A gap of up to this length is filled with silence; after a longer one the encoder starts again. */
const maxGapSec = 2;
/** Sound that the process has not taken; beyond it packets are dropped. */
const maxWaitingBytes = 64 * 1024;
/** After ffmpeg has died, packets are dropped for this long before the next one starts. */
const retryMs = 5000;
/** Bytes of silence in G.711. */
const silence = { pcma: 0xd5, pcmu: 0xff } as const;
const inputFormat = { pcma: "alaw", pcmu: "mulaw" } as const;
/** An encoder of AAC puts as many samples of its own before the first (ISO 14496-3 4.B.22). */
const primingSamples = 1024;
/** Bytes of a frame's header without CRC (ISO 14496-3 1.A.2). */
const adtsBytes = 7;

/** Turns the G.711 of one camera into AAC with one ffmpeg, which costs 0.3 % of a core. */
export class AacEncoder {
  readonly #options: AacEncoderOptions;
  readonly #clock: Clock;
  readonly #onFrames: (timed: TimedFrames) => void;
  #child: FfmpegProcess | undefined;
  #retryAtMs = Number.NEGATIVE_INFINITY;
  /** Media time of the first sample given to the process, and how many bytes it got. */
  #startSec = 0;
  #takenBytes = 0;
  /** By how much the packets' times are ahead of the samples that the process got; smoothed. */
  #lateSec = 0;
  #framesOut = 0;
  #rest = Buffer.alloc(0);

  /** `onFrames` receives what the process returns. */
  constructor(options: AacEncoderOptions, onFrames: (timed: TimedFrames) => void) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#onFrames = onFrames;
  }

  /** Takes the next packet; never waits. */
  push({ mediaSec, payload }: SoundPacket): void {
    const { law, rateHz, channels } = this.#options;
    if (this.#child && Math.abs(mediaSec - this.#endSec) > maxGapSec) void this.stop();
    this.#child ??= this.#start(mediaSec);
    const child = this.#child;
    if (child === undefined || child.stdin.writableLength > maxWaitingBytes) return;
    const gapSec = mediaSec - this.#endSec;
    if (gapSec > jitterSec) {
      const gapBytes = Math.round(gapSec * rateHz) * channels;
      this.#write(child, Buffer.alloc(gapBytes, silence[law]));
    } else if (gapSec < -jitterSec) return;
    this.#lateSec += (mediaSec - this.#endSec - this.#lateSec) * followedPart;
    this.#write(child, payload);
  }

  /** Ends the process; the next packet starts another. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    await child?.stop();
  }

  get #endSec(): number {
    const { rateHz, channels } = this.#options;
    return this.#startSec + this.#takenBytes / channels / rateHz;
  }

  #write(child: FfmpegProcess, bytes: Buffer): void {
    this.#takenBytes += bytes.length;
    child.stdin.write(bytes);
  }

  #start(mediaSec: number): FfmpegProcess | undefined {
    if (this.#clock.monoMs() < this.#retryAtMs) return undefined;
    const { law, rateHz, channels, format, ffmpeg } = this.#options;
    const args = [
      ...`-protocol_whitelist pipe -f ${inputFormat[law]} -ar ${rateHz} -ac ${channels}`.split(" "),
      ..."-i pipe:0 -c:a aac -b:a 32k".split(" "),
      ...`-ar ${format.rateHz} -ac ${format.channels} -f adts -flush_packets 1 pipe:1`.split(" "),
    ];
    const child = FfmpegProcess.start({
      ...(ffmpeg ? { program: ffmpeg } : {}),
      args,
      stdin: true,
    });
    this.#startSec = mediaSec;
    this.#takenBytes = 0;
    this.#lateSec = 0;
    this.#framesOut = 0;
    this.#rest = Buffer.alloc(0);
    child.stdout.on("data", (chunk: Buffer) => {
      if (this.#child === child) this.#read(chunk);
    });
    void child.exited.then(() => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#retryAtMs = this.#clock.monoMs() + retryMs;
    });
    return child;
  }

  #read(chunk: Buffer): void {
    const { rateHz, frameSamples } = this.#options.format;
    let bytes = Buffer.concat([this.#rest, chunk]);
    while (bytes.length >= adtsBytes) {
      const size = ((bytes[3]! & 3) << 11) | (bytes[4]! << 3) | (bytes[5]! >> 5);
      if (size < adtsBytes || bytes.length < size) break;
      const frame = Buffer.from(bytes.subarray(adtsBytes, size));
      const atSamples = this.#framesOut * frameSamples - primingSamples;
      this.#framesOut += 1;
      bytes = bytes.subarray(size);
      const mediaSec = this.#startSec + this.#lateSec + atSamples / rateHz;
      this.#onFrames({ mediaSec, frames: [{ bytes: frame, samples: frameSamples }] });
    }
    this.#rest = bytes;
  }
}
