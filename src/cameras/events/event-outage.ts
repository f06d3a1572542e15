import type { CameraEventState } from "./camera-event-terms.ts";

/** A camera that restarts, or a network that fails for a moment, is no fault of the subscription. */
const longMs = 300_000;
/** A subscription that ends sooner, without an event, did not show that it works. */
const provenMs = 60_000;

/** How long a camera's events have not arrived. All times are monotonic milliseconds. */
export class EventOutage {
  #sinceMs: number | null = null;
  #subscribedAtMs: number | null = null;

  onState(state: CameraEventState, nowMs: number): void {
    if (state === "subscribed") {
      this.#subscribedAtMs ??= nowMs;
      return;
    }
    if (this.#isProven(nowMs)) this.#sinceMs = null;
    this.#sinceMs ??= nowMs;
    this.#subscribedAtMs = null;
  }

  /** An event has arrived, so the subscription works. */
  onEvent(): void {
    this.#sinceMs = null;
  }

  /** True once no subscription has held for 5 minutes, until one has had an event or has held for a minute. */
  isLong(nowMs: number): boolean {
    return !this.#isProven(nowMs) && this.#sinceMs !== null && nowMs - this.#sinceMs >= longMs;
  }

  #isProven(nowMs: number): boolean {
    return this.#subscribedAtMs !== null && nowMs - this.#subscribedAtMs >= provenMs;
  }
}
