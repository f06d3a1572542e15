import type { Clock, Timer } from "../../../../base/core/clock.ts";

/** Period at which a velocity is repeated while it holds, in milliseconds. */
const repeatMs = 50;
/** The time for which zero is repeated afterwards: a best-effort subscriber may lose one. */
const settleMs = 500;

/** Speeds in m/s and rad/s. */
export interface TwistSpeeds {
  linearMps: number;
  angularRadps: number;
}

const zero: TwistSpeeds = { linearMps: 0, angularRadps: 0 };

/**
 * Moves a robot by hand, with a deadman beside the transport: when a velocity is not renewed in time, zero
 * follows, even after the end of the process that requested it.
 */
export class VelocityPublisher {
  readonly #clock: Pick<Clock, "monoMs" | "after">;
  readonly #publish: (velocity: TwistSpeeds) => void;
  #velocity: TwistSpeeds = zero;
  #untilMs = 0;
  #settledMs = 0;
  #timer: Timer | undefined;

  constructor(clock: Pick<Clock, "monoMs" | "after">, publish: (velocity: TwistSpeeds) => void) {
    this.#clock = clock;
    this.#publish = publish;
  }

  /** True when a velocity holds, or zero is still being repeated. */
  get isBusy(): boolean {
    return this.#timer !== undefined;
  }

  /** Moves for `durationMs` from now, unless it is called again before. */
  drive(velocity: TwistSpeeds, durationMs: number): void {
    this.#velocity = velocity;
    this.#untilMs = this.#clock.monoMs() + durationMs;
    this.#settledMs = this.#untilMs + settleMs;
    this.#speak();
  }

  /** Zero from now on, for a while. */
  halt(): void {
    this.#untilMs = this.#clock.monoMs();
    this.#settledMs = this.#untilMs + settleMs;
    this.#speak();
  }

  /** Leaves the robot to another client: zero once if it was moving, then silence. */
  release(): void {
    if (!this.isBusy) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#publish(zero);
  }

  #speak(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    const nowMs = this.#clock.monoMs();
    const isMoving = nowMs < this.#untilMs;
    if (isMoving || nowMs <= this.#settledMs) {
      const toEndMs = (isMoving ? this.#untilMs : this.#settledMs + 1) - nowMs;
      this.#timer = this.#clock.after(Math.min(repeatMs, toEndMs), () => this.#speak());
      this.#publish(isMoving ? this.#velocity : zero);
    }
  }
}
