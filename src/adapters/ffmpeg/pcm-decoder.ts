import type { PcmDecoder, PcmRun } from "../../cameras/sound/pcm-port.ts";
import { type Clock, systemClock } from "../../base/core/clock.ts";
import { SoundProcess } from "./sound-process.ts";

const args =
  "-protocol_whitelist pipe -threads 1 -f mov -i pipe:0 -map 0:a:0 -f s16le -ar 16000 -ac 1 -flush_packets 1 pipe:1";

/** Decodes sound with one ffmpeg per camera. */
export class FfmpegPcmDecoder implements PcmDecoder {
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  open(onSamples: (samples: Float32Array) => void): PcmRun {
    let rest = Buffer.alloc(0);
    return new SoundProcess({
      clock: this.#clock,
      args: args.split(" "),
      onStart: () => (rest = Buffer.alloc(0)),
      onOutput(chunk) {
        const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        const samples = new Float32Array(bytes.length >> 1);
        for (let at = 0; at < samples.length; at += 1) {
          samples[at] = bytes.readInt16LE(2 * at) / 32_768;
        }
        rest = Buffer.from(bytes.subarray(2 * samples.length));
        onSamples(samples);
      },
    });
  }
}
