import type { Clock, Timer } from "../../base/core/clock.ts";
import type { DoorListener, DoorWords } from "../../robots/doors/door-port.ts";

/** Asks a door for its state again and again, one question after the other. */
export class Polling {
  readonly #clock: Clock;
  readonly #periodMs: number;
  readonly #ask: (signal: AbortSignal) => Promise<DoorWords>;
  readonly #stopped = new AbortController();
  #pause: Timer | undefined;

  constructor(parts: {
    clock: Clock;
    periodMs: number;
    /** Rejects with `door_unreachable`, at the latest after `doorLimits.requestMs`. */
    ask(signal: AbortSignal): Promise<DoorWords>;
  }) {
    this.#clock = parts.clock;
    this.#periodMs = parts.periodMs;
    this.#ask = (signal) => parts.ask(signal);
  }

  start(listener: DoorListener): void {
    void this.#once(listener);
  }

  stop(): void {
    this.#stopped.abort();
    this.#pause?.cancel();
  }

  async #once(listener: DoorListener): Promise<void> {
    const { signal } = this.#stopped;
    try {
      const words = await this.#ask(signal);
      if (!signal.aborted) listener.onWords(words);
    } catch (error) {
      if (!signal.aborted) listener.onProblem((error as Error).message);
    }
    if (!signal.aborted)
      this.#pause = this.#clock.after(this.#periodMs, () => void this.#once(listener));
  }
}
