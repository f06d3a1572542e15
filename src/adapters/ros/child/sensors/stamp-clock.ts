import type { RosMessage } from "../core/ros-link.ts";

/** The offset follows a drifting clock within two of these periods. */
const windowMs = 60_000;

/**
 * Tells how old a robot's messages are when they arrive. A message can be late but never early, so the least
 * (arrival − stamp) of the last one to two minutes, over all topics, is the offset of the robot's clock; what
 * every message takes at least is not seen. With a synchronized clock the stamp itself says the age.
 */
export class StampClock {
  readonly #isSynchronized: boolean;
  #offsetMs = Infinity;
  #windowMinMs = Infinity;
  #windowStartMs = -Infinity;

  constructor(isSynchronized: boolean) {
    this.#isSynchronized = isSynchronized;
  }

  /**
   * Returns the age of the message in milliseconds, at least 0; 0 without a stamp. `nowMs` is monotonic, `wallMs` Unix
   * time.
   */
  ageMs(message: RosMessage, { nowMs, wallMs }: { nowMs: number; wallMs: number }): number {
    const stampMs = stampOf(message);
    if (stampMs === null) return 0;
    if (this.#isSynchronized) return Math.max(0, wallMs - stampMs);
    const lateMs = nowMs - stampMs;
    if (nowMs - this.#windowStartMs >= windowMs) {
      this.#offsetMs = this.#windowMinMs;
      this.#windowMinMs = Infinity;
      this.#windowStartMs = nowMs;
    }
    this.#windowMinMs = Math.min(this.#windowMinMs, lateMs);
    this.#offsetMs = Math.min(this.#offsetMs, lateMs);
    return lateMs - this.#offsetMs;
  }
}

/** Milliseconds of `header.stamp`; null for the stamp 0, which says nothing. */
function stampOf(message: RosMessage): number | null {
  const header = message["header"] as { stamp?: { sec?: unknown; nanosec?: unknown } } | undefined;
  const ms = Number(header?.stamp?.sec) * 1000 + Number(header?.stamp?.nanosec) / 1e6;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
