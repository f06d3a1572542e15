import type { DoorSettings } from "../../../src/robots/doors/door-settings.ts";

/** A robot on the ground of the door, or not. */
export interface Stander {
  id: string;
  isInside: boolean;
}

/**
 * What the box can know of one door, told once more without its code: the words that reached the present process, and
 * which of them cannot be true. Times are in milliseconds of the clock.
 */
export class DoorTruth {
  readonly #settings: DoorSettings;
  #word: string | null = null;
  #heardMs = -Infinity;
  #closedMs = -Infinity;
  #isLie = false;
  #shutSinceMs: number;
  /** False states so far, one for each time that the door began to lie. */
  lies = 0;

  constructor(settings: DoorSettings, nowMs: number) {
    this.#settings = settings;
    this.#shutSinceMs = nowMs;
  }

  get isLie(): boolean {
    return this.#isLie;
  }

  /** The door said this to the box. */
  heard(word: string, nowMs: number, standers: readonly Stander[]): void {
    const before = this.#word;
    this.#word = word;
    this.#heardMs = nowMs;
    if (word === "closed") {
      this.#closedMs = nowMs;
      const isEmpty = standers.every(({ isInside }) => !isInside);
      if (isEmpty) this.#isLie = false;
      else if (before !== null && before !== "closed" && before !== "OPEN!") this.#lie();
    }
    if (word === "open" && nowMs - this.#closedMs < this.#settings.leastOpenMs) this.#lie();
    this.look(nowMs);
  }

  /** For how long no robot may have driven in, in milliseconds; 0 while one may. */
  shutForMs(nowMs: number): number {
    this.look(nowMs);
    return this.#mayEnter(nowMs) ? 0 : nowMs - this.#shutSinceMs;
  }

  /** Takes the time. */
  look(nowMs: number): void {
    if (this.#mayEnter(nowMs)) this.#shutSinceMs = nowMs;
  }

  #lie(): void {
    if (!this.#isLie) this.lies += 1;
    this.#isLie = true;
  }

  #mayEnter(nowMs: number): boolean {
    const isFresh = nowMs - this.#heardMs <= this.#settings.mostAgeMs;
    return this.#word === "open" && isFresh && !this.#isLie;
  }
}
