import { type Clock, systemClock } from "../../base/core/clock.ts";
import { findBox, isoBoxes } from "../../cameras/iso-boxes.ts";
import type { OpusEncoder, OpusRun } from "../../cameras/sound/opus-port.ts";
import type { PlacedSound } from "../../cameras/sound/read-sound.ts";
import { SoundProcess } from "./sound-process.ts";

/** The muxer's ticks of a second: the sample rate. */
const rateHz = 48_000;
/** More than any fragment of one packet: what is no MP4 does not pile up. */
const maxRestBytes = 64 * 1024;
/** Fragments of one packet each, with the times of the input. */
const args = [
  ..."-protocol_whitelist pipe -threads 1 -copyts -f mov -i pipe:0 -map 0:a:0".split(" "),
  ...`-c:a libopus -b:a 32k -frame_duration 20 -ar ${rateHz} -ac 1`.split(" "),
  ..."-avoid_negative_ts disabled -f mp4 -movflags".split(" "),
  "frag_every_frame+empty_moov+default_base_moof+frag_discont",
  ..."-flush_packets 1 pipe:1".split(" "),
];

/** Encodes sound as Opus of one channel with 32 kbit/s, with one ffmpeg per camera. */
export class FfmpegOpusEncoder implements OpusEncoder {
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  open(onFrames: (frames: PlacedSound[]) => void): OpusRun {
    let reader = new OpusReader();
    return new SoundProcess({
      clock: this.#clock,
      args,
      onStart: () => (reader = new OpusReader()),
      onOutput(chunk) {
        const frames = reader.push(chunk);
        if (frames.length > 0) onFrames(frames);
      },
    });
  }
}

/** Takes the packets out of ffmpeg's fragments. */
class OpusReader {
  #rest = Buffer.alloc(0);
  #mediaSec: number | undefined;

  push(chunk: Buffer): PlacedSound[] {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const frames: PlacedSound[] = [];
    let used = 0;
    for (const { type, content } of isoBoxes(bytes)) {
      used += 8 + content.length;
      if (type === "moof") this.#mediaSec = startOf(content);
      else if (type === "mdat" && this.#mediaSec !== undefined) {
        frames.push({ mediaSec: this.#mediaSec, bytes: content });
      }
    }
    const rest = bytes.subarray(used);
    this.#rest = Buffer.from(rest.length > maxRestBytes ? [] : rest);
    return frames;
  }
}

/** The muxer writes 64 bits of time. */
function startOf(moof: Buffer): number | undefined {
  const time = findBox(moof, "traf", "tfdt");
  return time && Number(time.readBigInt64BE(4)) / rateHz;
}
