import type { Clock, Timer } from "../../base/core/clock.ts";
import type { RestreamCaller } from "../restream/restream-port.ts";
import type { DeviceEvent } from "./device-event.ts";
import type { EventStates } from "./event-states.ts";

/** Reports that wait for a client; beyond it they are dropped, and the states that hold take their place. */
export const maxQueued = 256;

/** The parts of a subscription. */
export interface SubscriptionParts {
  clock: Clock;
  caller: RestreamCaller;
  states: EventStates;
  /** True for topics that the client wants. */
  wants(topic: string): boolean;
  /** Time without a sign of life after which it ends, in milliseconds. */
  lifeMs: number;
  /** Its time is over, or the client ended it. Called once. */
  onEnd(): void;
}

/** One client's pull point: its reports wait here until the client asks (ONVIF Core Specification 9.2). */
export class EventSubscription {
  readonly caller: RestreamCaller;
  readonly states: EventStates;
  readonly #parts: SubscriptionParts;
  #queue: DeviceEvent[] = [];
  #lifeMs: number;
  #timer: Timer;
  #endsAtMs = 0;
  #wake: (() => void) | undefined;
  #isEnded = false;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.caller = parts.caller;
    this.states = parts.states;
    this.#lifeMs = parts.lifeMs;
    this.#timer = this.#start();
  }

  /** Unix milliseconds of its end. */
  get endsAtMs(): number {
    return this.#endsAtMs;
  }

  /** Queues reports; returns how many were dropped because the client did not fetch them. */
  offer(events: readonly DeviceEvent[]): number {
    const news = events.filter(({ topic }) => this.#parts.wants(topic));
    this.#queue.push(...news);
    const isFull = this.#queue.length > maxQueued;
    const dropped = isFull ? this.#queue.length : 0;
    if (isFull) this.synchronise();
    if (this.#queue.length > 0) this.#wake?.();
    return dropped;
  }

  /** Replaces what waits by the states that hold. */
  synchronise(): void {
    const now = this.#parts.clock.wallMs();
    this.#queue = this.states.current(now).filter(({ topic }) => this.#parts.wants(topic));
    if (this.#queue.length > 0) this.#wake?.();
  }

  /**
   * Resolves with the oldest reports, at most `limit`, as soon as there is one; with none after `waitMs`, at the end
   * of `signal` or of the subscription, and when another pull begins. Moves the end of the subscription.
   */
  async pull(limit: number, waitMs: number, signal: AbortSignal): Promise<DeviceEvent[]> {
    this.#wake?.();
    this.renew(this.#lifeMs);
    if (this.#queue.length === 0 && !signal.aborted) await this.#wait(waitMs, signal);
    if (signal.aborted) return [];
    this.renew(this.#lifeMs);
    return this.#queue.splice(0, limit);
  }

  /** Moves the end to `lifeMs` from now. */
  renew(lifeMs: number): void {
    if (this.#isEnded) return;
    this.#lifeMs = lifeMs;
    this.#timer.cancel();
    this.#timer = this.#start();
  }

  /** Idempotent. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#timer.cancel();
    this.#queue = [];
    this.#wake?.();
    this.#parts.onEnd();
  }

  #start(): Timer {
    const { clock } = this.#parts;
    this.#endsAtMs = clock.wallMs() + this.#lifeMs;
    return clock.after(this.#lifeMs, () => this.#expire());
  }

  /** A client that waits for an answer is there. */
  #expire(): void {
    if (this.#wake) this.#timer = this.#start();
    else this.end();
  }

  #wait(waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        timer.cancel();
        signal.removeEventListener("abort", finish);
        if (this.#wake === finish) this.#wake = undefined;
        resolve();
      };
      const timer = this.#parts.clock.after(waitMs, finish);
      signal.addEventListener("abort", finish, { once: true });
      this.#wake = finish;
    });
  }
}
