import type { DoorSettings } from "../../../src/robots/doors/door-settings.ts";

/**
 * What the box can know of one lift, told once more without its code: at which levels robots may enter or leave it, by
 * the words that reached the present process. Times are in milliseconds of the clock.
 */
export class LiftTruth {
  readonly #settings: DoorSettings;
  readonly #shutSinceMs: Map<string, number>;
  #said: { state: string; level: string | null; atMs: number } | null = null;
  #closedMs = -Infinity;
  #isLie = false;
  /** False states so far, one for each time that the lift began to lie. */
  lies = 0;

  constructor(settings: DoorSettings, nowMs: number) {
    this.#settings = settings;
    this.#shutSinceMs = new Map(settings.levels.map(({ name }) => [name, nowMs]));
  }

  /** The lift said this to the box. */
  heard({ state, floor }: { state: string; floor: string }, nowMs: number): void {
    const { levels, leastOpenMs } = this.#settings;
    const level = levels.find(({ word }) => word === floor)?.name ?? null;
    this.#said = { state, level, atMs: nowMs };
    if (state === "closed") {
      this.#closedMs = nowMs;
      this.#isLie = false;
    }
    if (state === "open" && nowMs - this.#closedMs < leastOpenMs) {
      if (!this.#isLie) this.lies += 1;
      this.#isLie = true;
    }
    this.look(nowMs);
  }

  /** For how long no robot may have entered or left at the level, in milliseconds; 0 while one may. */
  shutForMs(level: string, nowMs: number): number {
    this.look(nowMs);
    return nowMs - this.#shutSinceMs.get(level)!;
  }

  /** Takes the time. */
  look(nowMs: number): void {
    const said = this.#said;
    if (said?.state !== "open" || said.level === null || this.#isLie) return;
    if (nowMs - said.atMs <= this.#settings.mostAgeMs) this.#shutSinceMs.set(said.level, nowMs);
  }
}
