import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { Alarm, AlarmStore } from "./alarm-store.ts";
import type { Switch } from "./ports.ts";

/** The parts of `RelayNotifier`. */
export interface RelayNotifierParts {
  alarms: AlarmStore;
  store: Store;
  relay: Switch;
  /** True when a command switches it off. */
  hasOff: boolean;
  clock: Clock;
  log: Logger;
  /** Shortest time for which it is on. */
  minOnMs: number;
  /** Shortest time between the beginnings of two commands. */
  minIntervalMs: number;
}

const stateKey: StoreKey = ["box", "alarm-relay"];
/** Failures after which an alarm no longer switches the relay. */
const maxAttempts = 5;

interface RelayState {
  v: 1;
  isOn: boolean;
  onAtMs: number;
}

/**
 * Keeps a relay on while there is an alarm: one command for each new alarm, at a bounded rate, and
 * one when all have cleared. After a restart it switches on again what was on before, because
 * boards lose their state.
 */
export class RelayNotifier {
  readonly #parts: RelayNotifierParts;
  #timer: Timer | undefined;
  #work: Promise<void> | undefined;
  #lastRunMonoMs = Number.NEGATIVE_INFINITY;
  #lastRunMs: number | null = null;
  #lastError: string | null = null;
  #lastOutput = "";
  /** True until the state before the start is restored. */
  #mustRepeat = false;
  #isStopped = false;

  constructor(parts: RelayNotifierParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#mustRepeat = this.#stored().isOn;
    this.#parts.alarms.subscribe(() => this.wake());
    this.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#work;
  }

  describe() {
    return {
      on: this.#stored().isOn,
      last_run_at: this.#lastRunMs === null ? null : this.#lastRunMs / 1000,
      last_error: this.#lastError,
      last_output: this.#lastOutput,
    };
  }

  wake(): void {
    if (this.#isStopped || this.#work) return;
    this.#timer?.cancel();
    const next = this.#nextCommand();
    if (!next) return;
    const { clock, minIntervalMs } = this.#parts;
    const waitMs = Math.max(next.inMs, this.#lastRunMonoMs + minIntervalMs - clock.monoMs());
    if (waitMs > 0) {
      this.#timer = clock.after(waitMs, () => this.wake());
      return;
    }
    this.#work = this.#run(next.command)
      .catch((error: unknown) => {
        this.#lastError = describeError(error);
      })
      .finally(() => {
        this.#work = undefined;
        this.wake();
      });
  }

  /** Returns the next command, and its earliest time from now in milliseconds. */
  #nextCommand(): { command: "on" | "off"; inMs: number } | undefined {
    const all = this.#parts.alarms.all();
    const isAlarm = all.some(({ relay, clearedAtMs }) => relay && clearedAtMs === null);
    if (this.#pending(all).length > 0 || (isAlarm && this.#mustRepeat)) {
      return { command: "on", inMs: 0 };
    }
    const { isOn, onAtMs } = this.#stored();
    if (isAlarm || !isOn || !this.#parts.hasOff) return undefined;
    const onForMs = this.#parts.clock.wallMs() - onAtMs;
    // A time in the future comes from a clock that has since been set back.
    const leftMs = onForMs < 0 ? 0 : this.#parts.minOnMs - onForMs;
    return { command: "off", inMs: leftMs };
  }

  #pending(all: readonly Alarm[]): Alarm[] {
    return all.filter(({ relay }) => relay?.state === "pending");
  }

  #stored(): RelayState {
    return this.#parts.store.get<RelayState>(stateKey) ?? { v: 1, isOn: false, onAtMs: 0 };
  }

  async #run(command: "on" | "off"): Promise<void> {
    const { alarms, store, relay, clock, log, hasOff } = this.#parts;
    const notified = command === "on" ? this.#pending(alarms.all()) : [];
    this.#lastRunMonoMs = clock.monoMs();
    this.#lastRunMs = clock.wallMs();
    // Stored before switching, so that a relay that a crash left on is known.
    if (command === "on" && hasOff) await this.#store(store, true);
    const { failure, output } = await relay.run(command);
    this.#lastOutput = output;
    if (failure !== null && failure !== this.#lastError) {
      log.warn({ command, problem: failure }, "the alarm command failed");
    }
    this.#lastError = failure;
    if (failure === null) this.#mustRepeat = false;
    // The shortest time counts from the real switching.
    if (failure === null && hasOff) await this.#store(store, command === "on");
    await alarms.update(notified, ({ relay: before }) => {
      const attempts = (before?.attempts ?? 0) + 1;
      const isGivenUp = attempts >= maxAttempts;
      const state = failure === null ? "done" : isGivenUp ? "failed" : "pending";
      return { relay: { state, attempts, lastError: failure, atMs: clock.wallMs() } };
    });
  }

  async #store(store: Store, isOn: boolean): Promise<void> {
    const onAtMs = isOn ? this.#parts.clock.wallMs() : 0;
    await store.transact((tx) => tx.put(stateKey, { v: 1, isOn, onAtMs } satisfies RelayState), {
      essential: true,
    });
  }
}
