import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { Alarm, AlarmStore } from "./alarm-store.ts";
import type { Switch } from "./ports.ts";

/** What the relay is switched with. */
export interface RelayNotifierParts {
  alarms: AlarmStore;
  store: Store;
  relay: Switch;
  /** Whether there is a command that switches it off. */
  hasOff: boolean;
  clock: Clock;
  log: Logger;
  /** On for at least so long. */
  minOnMs: number;
  /** Between the beginnings of two commands. */
  minIntervalMs: number;
}

const stateKey: StoreKey = ["box", "alarm-relay"];
/** After so many failures an alarm is no longer tried here. */
const maxAttempts = 5;

interface Stored {
  v: 1;
  isOn: boolean;
  onAtMs: number;
}

/**
 * Keeps a relay on while there is an alarm: a command for each new alarm, at a bounded rate, and one when
 * all are over. What it left on before a restart it finds again, and switches it on once more, for boards forget.
 */
export class RelayNotifier {
  readonly #parts: RelayNotifierParts;
  #timer: Timer | undefined;
  #work: Promise<void> | undefined;
  #lastRunMonoMs = Number.NEGATIVE_INFINITY;
  #lastRunMs: number | null = null;
  #lastError: string | null = null;
  #lastOutput = "";
  /** What was on before the start is switched on again. */
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

  /** The next command, and in how many milliseconds at the earliest. */
  #nextCommand(): { command: "on" | "off"; inMs: number } | undefined {
    const all = this.#parts.alarms.all();
    const isAlarm = all.some(({ relay, clearedAtMs }) => relay && clearedAtMs === null);
    if (this.#pending(all).length > 0 || (isAlarm && this.#mustRepeat)) {
      return { command: "on", inMs: 0 };
    }
    const { isOn, onAtMs } = this.#stored();
    if (isAlarm || !isOn || !this.#parts.hasOff) return undefined;
    const onForMs = this.#parts.clock.wallMs() - onAtMs;
    // One that was switched on in the future was so by a clock that was set since.
    const leftMs = onForMs < 0 ? 0 : this.#parts.minOnMs - onForMs;
    return { command: "off", inMs: leftMs };
  }

  #pending(all: readonly Alarm[]): Alarm[] {
    return all.filter(({ relay }) => relay?.state === "pending");
  }

  #stored(): Stored {
    return this.#parts.store.get<Stored>(stateKey) ?? { v: 1, isOn: false, onAtMs: 0 };
  }

  async #run(command: "on" | "off"): Promise<void> {
    const { alarms, store, relay, clock, log, hasOff } = this.#parts;
    const notified = command === "on" ? this.#pending(alarms.all()) : [];
    this.#lastRunMonoMs = clock.monoMs();
    this.#lastRunMs = clock.wallMs();
    // Before it is switched: a relay that was left on by a crash is known to be.
    if (command === "on" && hasOff) await this.#store(store, true);
    const { failure, output } = await relay.run(command);
    this.#lastOutput = output;
    if (failure !== null && failure !== this.#lastError) {
      log.warn({ command, problem: failure }, "the alarm command failed");
    }
    this.#lastError = failure;
    if (failure === null) this.#mustRepeat = false;
    // The least time counts from when it was really on.
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
    await store.transact((tx) => tx.put(stateKey, { v: 1, isOn, onAtMs } satisfies Stored), {
      essential: true,
    });
  }
}
