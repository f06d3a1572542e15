/** Samples of one level: 125 ms at 16 kHz, the time constant "fast" of sound level meters (IEC 61672-1 5.8). */
const levelSamples = 2000;
const levelSec = 0.125;
/** Levels of one second, whose loudest counts for the usual level. */
const levelsPerSec = 8;
/** The usual level is that of the last 10 minutes, and known after half a minute. */
const usualSeconds = 600;
const leastSeconds = 30;
/** The usual level is exceeded in a tenth of these seconds. */
const usualShare = 0.9;
/** In a room without any sound, sounds of up to this level are usual; decibels below full scale. */
const quietestUsualDb = -60;
/** A microphone that hears a room has more than this; decibels below full scale. */
const silentDb = -80;
/** Two loud moments this far apart, in seconds, are one. */
const bridgeSec = 2;

/** Loud sound that goes on. */
export interface LoudSound {
  /** Seconds of the sound at its first and after its newest loud moment. */
  sinceSec: number;
  untilSec: number;
}

/** The level of sound: how loud it usually is, how far it is above that, and how long it has been silent. */
export class LevelWatch {
  #sum = 0;
  #count = 0;
  #atSec = 0;
  #levelDb = Number.NEGATIVE_INFINITY;
  /** The loudest level of each second, oldest first. */
  readonly #seconds: number[] = [];
  #second: number[] = [];
  #usualDb: number | undefined;
  #silentSec = 0;

  /** Seconds of sound so far. */
  get atSec(): number {
    return this.#atSec;
  }

  /** Seconds for which nothing was heard at all. */
  get silentSec(): number {
    return this.#silentSec;
  }

  /** The newest level, in decibels below full scale. */
  get levelDb(): number {
    return this.#levelDb;
  }

  /** The usual level, in decibels below full scale; undefined while it is learnt. */
  get usualDb(): number | undefined {
    return this.#usualDb;
  }

  /** Takes the next samples, from −1 to 1; calls `onLevel` after each level. */
  push(samples: Float32Array, onLevel: () => void): void {
    for (const sample of samples) {
      this.#sum += sample * sample;
      this.#count += 1;
      if (this.#count < levelSamples) continue;
      this.#take(10 * Math.log10(this.#sum / levelSamples));
      this.#sum = 0;
      this.#count = 0;
      onLevel();
    }
  }

  #take(levelDb: number): void {
    this.#levelDb = levelDb;
    this.#atSec += levelSec;
    this.#silentSec = levelDb < silentDb ? this.#silentSec + levelSec : 0;
    this.#second.push(Math.max(levelDb, quietestUsualDb));
    if (this.#second.length < levelsPerSec) return;
    this.#seconds.push(Math.max(...this.#second));
    this.#second = [];
    if (this.#seconds.length > usualSeconds) this.#seconds.shift();
    if (this.#seconds.length < leastSeconds) return;
    const sorted = this.#seconds.toSorted((a, b) => a - b);
    this.#usualDb = sorted[Math.floor(usualShare * (sorted.length - 1))];
  }
}

/** Finds sound that is louder than usual by a number of decibels. */
export class LoudWatch {
  readonly #overDb: number;
  #loud: LoudSound | null = null;

  constructor(overDb: number) {
    this.#overDb = overDb;
  }

  /** The loud sound that goes on; null without any. */
  get now(): LoudSound | null {
    return this.#loud;
  }

  /** Takes the newest level. */
  step({ atSec, levelDb, usualDb }: Pick<LevelWatch, "atSec" | "levelDb" | "usualDb">): void {
    const isLoud = usualDb !== undefined && levelDb > usualDb + this.#overDb;
    const sinceSec = this.#loud?.sinceSec ?? atSec - levelSec;
    if (isLoud) this.#loud = { sinceSec, untilSec: atSec };
    else if (this.#loud && atSec - this.#loud.untilSec > bridgeSec) this.#loud = null;
  }
}
