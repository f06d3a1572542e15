import type { Fragment, InitSegment } from "../../cameras/source.ts";
import { soundOf } from "../../cameras/source.ts";
import type { PcmDecoder, PcmRun } from "../../cameras/sound/pcm-port.ts";
import type { HeardSound } from "../core/heard-sound.ts";
import { AlarmListener } from "./alarm-listener.ts";
import { LevelWatch, LoudWatch } from "./level-watch.ts";

/** More than a stream has behaviors. */
const maxLoudWatches = 64;

/** What one stream's microphone hears; decodes only while a behavior needs it. */
export class SoundWatch {
  readonly #decoder: PcmDecoder;
  readonly #isNeeded: () => boolean;
  #run: PcmRun | undefined;
  #init: InitSegment | undefined;
  #alarms = new AlarmListener();
  #level = new LevelWatch();
  /** By decibels above the usual level; at most `maxLoudWatches`. */
  readonly #loud = new Map<number, LoudWatch>();

  /** `isNeeded`: true while a behavior is about sound. */
  constructor(decoder: PcmDecoder, isNeeded: () => boolean) {
    this.#decoder = decoder;
    this.#isNeeded = isNeeded;
  }

  /** What is heard now; null while no behavior needs it, and where the camera's sound is off or absent. */
  heard(): HeardSound | null {
    if (this.#run === undefined) return null;
    const { atSec, levelDb, usualDb, silentSec } = this.#level;
    return {
      alarms: this.#alarms.alarms.map(({ pattern, sinceMs, frequencyHz }) => ({
        pattern,
        ageSec: atSec - sinceMs / 1000,
        frequencyHz,
      })),
      level: usualDb === undefined ? null : { levelDb, usualDb },
      loudness: (overDb) => this.#loudness(overDb),
      silentSec,
    };
  }

  /** Takes the header of another run of video. */
  onInit(init: InitSegment): void {
    this.#init = init;
    const sound = soundOf(init);
    if (sound) this.#run?.begin(sound.header);
    else void this.close();
  }

  /** Takes the next frame. */
  onFragment({ generation, sound }: Fragment): void {
    if (sound === undefined || generation !== this.#init?.generation) return;
    if (!this.#isNeeded()) {
      void this.close();
      return;
    }
    this.#run ??= this.#open();
    this.#run?.push(sound);
  }

  /** Ends the decoder. Idempotent. */
  async close(): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    await run?.close();
  }

  #open(): PcmRun | undefined {
    const sound = this.#init && soundOf(this.#init);
    if (!sound) return undefined;
    this.#alarms = new AlarmListener();
    this.#level = new LevelWatch();
    this.#loud.clear();
    const run = this.#decoder.open((samples) => this.#listen(samples));
    run.begin(sound.header);
    return run;
  }

  #listen(samples: Float32Array): void {
    this.#alarms.push(samples);
    this.#level.push(samples, () => {
      for (const watch of this.#loud.values()) watch.step(this.#level);
    });
  }

  #loudness(overDb: number): { ageSec: number; lengthSec: number } | null {
    const known = this.#loud.get(overDb);
    if (!known) {
      // Thresholds of behaviors that are gone.
      if (this.#loud.size >= maxLoudWatches) this.#loud.clear();
      this.#loud.set(overDb, new LoudWatch(overDb));
    }
    const loud = known?.now;
    if (!loud) return null;
    const { sinceSec, untilSec } = loud;
    return { ageSec: this.#level.atSec - sinceSec, lengthSec: untilSec - sinceSec };
  }
}
