import type { Clock } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { limited } from "../../base/core/limited.ts";
import type { Still, Vision } from "../../perception/core/vision-port.ts";

/** What the vision port's `still` is asked for. */
export type StillRequest = Parameters<Vision["still"]>[0];

/** Made at a time: a flood of incidents leaves room for people who ask. */
const atOnce = 4;
/** How long the vision process may be away; it is restarted within two seconds, on a busy machine later. */
const awayMs = 10_000;

/** What patient stills are made with. */
export interface PatientStillsParts {
  clock: Clock;
  /** Whether the vision process is up. */
  isUp(): boolean;
  make(request: StillRequest): Promise<Still>;
}

/**
 * Stills that wait for their turn, and for a vision process that is being restarted; one that was under way
 * when it died is made once more. Away for 10 s, they fail with its `detector_unavailable` until it is back.
 */
export class PatientStills {
  readonly #parts: PatientStillsParts;
  readonly #waiting = new Set<() => void>();
  #awaySinceMs: number | undefined;
  readonly still = limited(atOnce, (request: StillRequest) => this.#still(request));

  constructor(parts: PatientStillsParts) {
    this.#parts = parts;
  }

  onUp(): void {
    this.#awaySinceMs = undefined;
    this.letGo();
  }

  /** Nobody waits for the vision process any more. */
  letGo(): void {
    for (const wake of this.#waiting) wake();
  }

  async #still(request: StillRequest): Promise<Still> {
    await this.#up();
    try {
      return await this.#parts.make(request);
    } catch (error) {
      if (GatehouseError.find(error)?.code !== "detector_unavailable") throw error;
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
