import { Depacketizer } from "../../cameras/sound/depacketize.ts";
import type { RelaySession } from "../../cameras/relay-port.ts";
import { timescaleOf } from "../../cameras/recording/fragment-boxes.ts";
import { withSoundTrack } from "../../cameras/sound/sound-boxes.ts";
import {
  type SoundFormat,
  soundFormatOf,
  type SoundOffer,
  type SoundPacket,
} from "../../cameras/sound/sound-format.ts";
import { SoundTrack } from "../../cameras/sound/sound-track.ts";
import type { InitSegment } from "../../cameras/source.ts";
import { AacEncoder } from "./aac-encoder.ts";

/** The sound of one connection to a camera, as fragments beside those of its video. */
export class SoundFeed {
  readonly #session: Pick<RelaySession, "sound" | "listen">;
  readonly #format: SoundFormat;
  readonly #track: SoundTrack;
  readonly #depacketizer: Depacketizer | undefined;
  readonly #encoder: AacEncoder | undefined;

  /** `ffmpeg`: the program; default the machine's own. */
  constructor(
    session: Pick<RelaySession, "sound" | "listen">,
    offer: SoundOffer,
    ffmpeg: string | undefined,
  ) {
    this.#session = session;
    this.#format = soundFormatOf(offer);
    this.#track = new SoundTrack(this.#format);
    const { codec, rateHz, channels } = offer;
    if (codec === "pcma" || codec === "pcmu") {
      const options = { law: codec, rateHz, channels, format: this.#format, ffmpeg };
      this.#encoder = new AacEncoder(options, (timed) => this.#track.push(timed));
    } else {
      this.#depacketizer = new Depacketizer(offer, this.#format.frameSamples);
    }
  }

  /** Collects the sound that arrives before ffmpeg has described the video. */
  start(): void {
    this.#session.listen((packet) => this.#onPacket(packet));
  }

  /** Starts the track beside the video that has `header`. */
  begin(header: Uint8Array): NonNullable<InitSegment["sound"]> {
    const { sound } = this.#session;
    if (sound && "lack" in sound) return sound;
    this.#track.begin(timescaleOf(header));
    return { ...this.#format, header: withSoundTrack(header, this.#format) };
  }

  /** Returns the sound that belongs to the frame of video at `ptsSec`; undefined without any. */
  take(ptsSec: number): Buffer | undefined {
    const { sound } = this.#session;
    return sound && "lack" in sound ? undefined : this.#track.take(ptsSec);
  }

  async stop(): Promise<void> {
    await this.#encoder?.stop();
  }

  #onPacket(packet: SoundPacket): void {
    const timed = this.#depacketizer?.push(packet);
    if (timed) this.#track.push(timed);
    this.#encoder?.push(packet);
  }
}
