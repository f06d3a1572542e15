import type { Clock } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { limited } from "../../base/concurrency/limited.ts";
import type { Still, Vision } from "../../perception/core/vision-port.ts";

/** The request of the vision port's `still`. */
export type StillRequest = Parameters<Vision["still"]>[0];

/** Stills at a time: a flood of incidents leaves room for requests of people. */
const atOnce = 4;
/** The longest absence of the vision process; its restart takes two seconds, on a busy machine more. */
const awayMs = 10_000;

/** The parts that `RetryingStills` works with. */
export interface RetryingStillsParts {
  clock: Clock;
  /** True while the vision process runs. */
  isUp(): boolean;
  make(request: StillRequest): Promise<Still>;
}

/**
 * Stills that wait for their turn, and for a vision process that is being restarted. One that was under way
 * when it died, or that found the box overloaded, is made once more. Away for 10 s, they fail with its `detector_unavailable` until it is back.
 */
export class RetryingStills {
  readonly #parts: RetryingStillsParts;
  readonly #waiting = new Set<() => void>();
  #awaySinceMs: number | undefined;
  readonly still = limited(atOnce, (request: StillRequest) => this.#still(request));

  constructor(parts: RetryingStillsParts) {
    this.#parts = parts;
  }

  onUp(): void {
    this.#awaySinceMs = undefined;
    this.wakeAll();
  }

  /** Ends the waits for the vision process; each still then tries at once. */
  wakeAll(): void {
    for (const wake of this.#waiting) wake();
  }

  async #still(request: StillRequest): Promise<Still> {
    await this.#up();
    try {
      return await this.#parts.make(request);
    } catch (error) {
      const code = GatehouseError.find(error)?.code;
      if (code !== "detector_unavailable" && code !== "overloaded") throw error;
      await this.#up();
      return await this.#parts.make(request);
    }
  }

  #up(): Promise<void> {
    const { clock, isUp } = this.#parts;
    if (isUp()) return Promise.resolve();
    this.#awaySinceMs ??= clock.monoMs();
    const leftMs = this.#awaySinceMs + awayMs - clock.monoMs();
    if (leftMs <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        timer.cancel();
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = clock.after(leftMs, wake);
      this.#waiting.add(wake);
    });
  }
}
