import { type AlarmPattern, startOfGroups, temporalFour, temporalThree } from "./alarm-pattern.ts";
import { SoundSpectrum, windowSamples } from "./spectrum.ts";
import { TonePulses } from "./tone-pulses.ts";

/** Samples per second that the listener takes. */
export const soundHz = 16_000;
/** Samples between two spectra: 10 ms. */
const hopSamples = 160;
const binHz = soundHz / windowSamples;
/**
 * Tones of alarms: 520 Hz within a tenth (NFPA 72 18.4.6.3), and the piezo sounders of 3.1 kHz, which makers place
 * between 2.3 and 4 kHz.
 */
const tonesHz = [
  [460, 580],
  [2300, 4000],
] as const;
/** Groups of pulses that make an alarm. */
const neededGroups = 2;
const patterns: readonly AlarmPattern[] = [temporalThree, temporalFour];
/** The level of digital silence, so that logarithms stay finite. */
const leastPower = 1e-9;

/** An alarm that sounds. */
export interface SoundingAlarm {
  pattern: AlarmPattern["name"];
  /** Milliseconds of the sound: the first pulse, and the end of the newest group. */
  sinceMs: number;
  lastMs: number;
  frequencyHz: number;
}

/** Finds the alarm patterns T3 and T4 in sound, by their tone and their times. */
export class AlarmListener {
  readonly #spectrum = new SoundSpectrum();
  readonly #window = new Float32Array(windowSamples);
  readonly #db = new Float64Array(windowSamples / 2);
  readonly #sums = new Float64Array(windowSamples / 2 + 1);
  readonly #tones = tonesHz.flatMap(([from, to]) => tonesBetween(from, to));
  readonly #alarms = new Map<AlarmPattern["name"], SoundingAlarm>();
  #filled = 0;
  #samples = 0;

  /** Alarms that sound now; at most one of each pattern. */
  get alarms(): readonly SoundingAlarm[] {
    return [...this.#alarms.values()];
  }

  /** Takes the next samples, from −1 to 1. */
  push(samples: Float32Array): void {
    for (let at = 0; at < samples.length;) {
      const start = windowSamples - hopSamples + this.#filled;
      const size = Math.min(hopSamples - this.#filled, samples.length - at);
      this.#window.set(samples.subarray(at, at + size), start);
      this.#filled += size;
      at += size;
      if (this.#filled < hopSamples) continue;
      this.#samples += hopSamples;
      this.#step((this.#samples / soundHz) * 1000);
      this.#window.copyWithin(0, hopSamples);
      this.#filled = 0;
    }
  }

  #step(atMs: number): void {
    const powers = this.#spectrum.powersOf(this.#window);
    let sum = 0;
    for (const [bin, power] of powers.entries()) {
      const db = 10 * Math.log10(power + leastPower);
      this.#db[bin] = db;
      sum += db;
      this.#sums[bin + 1] = sum;
    }
    for (const { pulses, frequencyHz } of this.#tones) {
      if (pulses.step(this.#db, this.#sums, atMs)) this.#match(pulses, frequencyHz, atMs);
    }
    for (const { name, endsAfterMs } of patterns) {
      const alarm = this.#alarms.get(name);
      if (alarm && atMs - alarm.lastMs > endsAfterMs) this.#alarms.delete(name);
    }
  }

  #match({ pulses }: TonePulses, frequencyHz: number, atMs: number): void {
    for (const pattern of patterns) {
      const known = this.#alarms.get(pattern.name);
      // One group continues an alarm that two have started.
      const sinceMs = startOfGroups(pulses, pattern, known ? 1 : neededGroups);
      if (sinceMs === undefined) continue;
      if (known) known.lastMs = atMs;
      else {
        const alarm = { pattern: pattern.name, sinceMs, lastMs: atMs, frequencyHz };
        this.#alarms.set(pattern.name, alarm);
      }
    }
  }
}

function tonesBetween(fromHz: number, toHz: number) {
  const first = Math.round(fromHz / binHz);
  const count = Math.round(toHz / binHz) - first + 1;
  return Array.from({ length: count }, (_, at) => ({
    pulses: new TonePulses(first + at),
    frequencyHz: Math.round((first + at) * binHz),
  }));
}
