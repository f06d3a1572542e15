import type { PcmDecoder, PcmRun } from "../../cameras/sound/pcm-port.ts";
import { onlySoundTrack } from "../../cameras/sound/sound-boxes.ts";
import { type Clock, systemClock } from "../../base/core/clock.ts";
import { FfmpegProcess } from "./ffmpeg-process.ts";

/** Sound that the process has not taken; beyond it sound is dropped. */
const maxWaitingBytes = 64 * 1024;
/** After ffmpeg has died, sound is dropped for this long before the next one starts. */
const retryMs = 5000;

const args =
  "-protocol_whitelist pipe -threads 1 -f mov -i pipe:0 -map 0:a:0 -f s16le -ar 16000 -ac 1 -flush_packets 1 pipe:1";

/** Decodes sound with one ffmpeg per camera, so that hostile sound cannot end the main process. */
export class FfmpegPcmDecoder implements PcmDecoder {
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  open(onSamples: (samples: Float32Array) => void): PcmRun {
    return new DecoderRun(this.#clock, onSamples);
  }
}

class DecoderRun implements PcmRun {
  readonly #clock: Clock;
  readonly #onSamples: (samples: Float32Array) => void;
  #header: Uint8Array | undefined;
  #child: FfmpegProcess | undefined;
  #retryAtMs = Number.NEGATIVE_INFINITY;
  #rest = Buffer.alloc(0);

  constructor(clock: Clock, onSamples: (samples: Float32Array) => void) {
    this.#clock = clock;
    this.#onSamples = onSamples;
  }

  begin(header: Uint8Array): void {
    this.#header = onlySoundTrack(header);
    const child = this.#child;
    this.#child = undefined;
    void child?.stop();
  }

  push(sound: Uint8Array): void {
    this.#child ??= this.#start();
    const child = this.#child;
    if (child && child.stdin.writableLength <= maxWaitingBytes) child.stdin.write(sound);
  }

  async close(): Promise<void> {
    this.#header = undefined;
    const child = this.#child;
    this.#child = undefined;
    await child?.stop();
  }

  #start(): FfmpegProcess | undefined {
    if (this.#header === undefined || this.#clock.monoMs() < this.#retryAtMs) return undefined;
    const child = FfmpegProcess.start({ args: args.split(" "), stdin: true });
    this.#rest = Buffer.alloc(0);
    child.stdin.write(this.#header);
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
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const samples = new Float32Array(bytes.length >> 1);
    for (let at = 0; at < samples.length; at += 1) samples[at] = bytes.readInt16LE(2 * at) / 32_768;
    this.#rest = Buffer.from(bytes.subarray(2 * samples.length));
    this.#onSamples(samples);
  }
}
