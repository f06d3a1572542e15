import { describeError } from "../../base/core/errors.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";

/** A part that must never stand still. */
export interface Beating {
  name: string;
  /** Monotonic milliseconds of its last sign of life; null while it has nothing to do. May throw. */
  beatMs(): number | null;
  /** Silence of this long is a standstill, in milliseconds. */
  limitMs: number;
}

/**
 * Whether the parts that everything hangs on still move. It is asked from the event loop, so an
 * answer at all says that the loop turns.
 */
export class Pulse {
  readonly #parts: { clock: Clock; log: Logger };
  readonly #beating: readonly Beating[];
  #reported = "";

  constructor(parts: { clock: Clock; log: Logger }, beating: readonly Beating[]) {
    this.#parts = parts;
    this.#beating = beating;
  }

  /** Names of the parts that stand still; each change of them is logged. */
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

  #isStuck({ name, beatMs, limitMs }: Beating): boolean {
    try {
      const lastMs = beatMs();
      return lastMs !== null && this.#parts.clock.monoMs() - lastMs > limitMs;
    } catch (error) {
      this.#parts.log.error({ part: name, error: describeError(error) }, "a part cannot be asked");
      return true;
    }
  }
}
