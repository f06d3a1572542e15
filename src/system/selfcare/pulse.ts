import { describeError } from "../../base/core/errors.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";

/** A part that must never hang. */
export interface WatchedPart {
  name: string;
  /** Monotonic milliseconds of its last sign of life; null while it is idle. May throw. */
  beatMs(): number | null;
  /** Silence after which it counts as hung, in milliseconds. */
  limitMs: number;
}

/**
 * Watches the parts that all others depend on. It runs in the event loop, so any answer shows that
 * the loop turns.
 */
export class Pulse {
  readonly #parts: { clock: Clock; log: Logger };
  readonly #beating: readonly WatchedPart[];
  #reported = "";

  constructor(parts: { clock: Clock; log: Logger }, beating: readonly WatchedPart[]) {
    this.#parts = parts;
    this.#beating = beating;
  }

  /** Returns the names of hung parts; logs each change of them. */
  stuck(): string[] {
    const names = this.#beating.filter((each) => this.#isStuck(each)).map(({ name }) => name);
    const stuckNames = names.join(", ");
    if (stuckNames !== this.#reported && stuckNames !== "") {
      this.#parts.log.error(
        { parts: names },
        "parts of the box stand still; the watchdog is not fed",
      );
    }
    this.#reported = stuckNames;
    return names;
  }

  #isStuck({ name, beatMs, limitMs }: WatchedPart): boolean {
    try {
      const lastMs = beatMs();
      return lastMs !== null && this.#parts.clock.monoMs() - lastMs > limitMs;
    } catch (error) {
      this.#parts.log.error({ part: name, error: describeError(error) }, "a part cannot be asked");
      return true;
    }
  }
}
