import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import { messagePrefix, type PushMessage } from "./push-record.ts";
import { pushLimits } from "./push-terms.ts";

/** The parts of `PushQueue`. */
export interface PushQueueParts {
  store: Store;
  clock: Clock;
  log: Logger;
  /** Makes one attempt and stores its result by `settleIn`. Rejects when nothing was stored. */
  attempt(message: PushMessage, signal: AbortSignal): Promise<void>;
}

const maxParallel = 4;
/** The queue looks again after this, in case the wall clock jumps. */
const longestSleepMs = 60_000;
/** Delay after an attempt that could not be stored. */
const troubleMs = 5000;

const keyOf = (id: string) => [...messagePrefix, id];

/** The messages that wait for a push service. They survive a restart; stale ones are dropped. */
export class PushQueue {
  readonly #parts: PushQueueParts;
  readonly #waiting = new Map<string, PushMessage>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #abort = new AbortController();
  #timer: Timer | undefined;
  #dropped = 0;
  #isStarted = false;

  constructor(parts: PushQueueParts) {
    this.#parts = parts;
  }

  start(): void {
    const stored = this.#parts.store.range<PushMessage>({ prefix: messagePrefix });
    for (const { value } of stored) this.#waiting.set(value.id, value);
    this.#isStarted = true;
    this.#wake();
  }

  /** Aborts running attempts: they are repeated after the next start. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#timer?.cancel();
    this.#abort.abort();
    await Promise.allSettled(this.#running.values());
  }

  /** Messages that wait, those dropped since the start for age or lack of room. */
  counts(): { waiting: number; dropped: number } {
    return { waiting: this.#waiting.size, dropped: this.#dropped };
  }

  waitingFor(subscriptionId: string): number {
    return this.#of(subscriptionId).length;
  }

  /** Adds a message as part of `tx`, unless it waits already; a full queue drops it. */
  addIn(tx: StoreTransaction, message: PushMessage): void {
    if (this.#waiting.has(message.id)) return;
    if (this.#waiting.size >= pushLimits.waiting) {
      tx.afterCommit(() => (this.#dropped += 1));
      return;
    }
    tx.put(keyOf(message.id), message);
    tx.afterCommit(() => {
      this.#waiting.set(message.id, message);
      this.#wake();
    });
  }

  /** Ends a message as part of `tx`, or delays it to `retryAtMs`; one that is stale by then is dropped. */
  settleIn(tx: StoreTransaction, message: PushMessage, retryAtMs: number | null): void {
    const isDropped = retryAtMs !== null && retryAtMs >= message.expiresAtMs;
    if (retryAtMs === null || isDropped) {
      tx.remove(keyOf(message.id));
      tx.afterCommit(() => {
        this.#waiting.delete(message.id);
        if (isDropped) this.#dropped += 1;
      });
      return;
    }
    const next = { ...message, dueAtMs: retryAtMs, attempts: message.attempts + 1 };
    tx.put(keyOf(message.id), next);
    tx.afterCommit(() => this.#waiting.set(message.id, next));
  }

  /** Removes the messages of a device as part of `tx`. */
  removeOfIn(tx: StoreTransaction, subscriptionId: string): void {
    for (const message of this.#of(subscriptionId)) this.settleIn(tx, message, null);
  }

  #of(subscriptionId: string): PushMessage[] {
    return [...this.#waiting.values()].filter((each) => each.subscriptionId === subscriptionId);
  }

  #wake(): void {
    this.#timer?.cancel();
    if (!this.#isStarted) return;
    const nowMs = this.#parts.clock.wallMs();
    const idle = [...this.#waiting.values()]
      .filter(({ id }) => !this.#running.has(id))
      .toSorted((a, b) => a.dueAtMs - b.dueAtMs);
    for (const message of idle) {
      if (this.#running.size >= maxParallel) return;
      if (message.dueAtMs > nowMs) {
        const sleepMs = Math.min(message.dueAtMs - nowMs, longestSleepMs);
        this.#timer = this.#parts.clock.after(sleepMs, () => this.#wake());
        return;
      }
      this.#run(message);
    }
  }

  #run(message: PushMessage): void {
    const { attempt, clock, log } = this.#parts;
    const work = attempt(message, this.#abort.signal)
      .catch((error: unknown) => {
        if (this.#abort.signal.aborted) return;
        log.warn({ id: message.id, error: describeError(error) }, "a notification waits");
        const dueAtMs = clock.wallMs() + troubleMs;
        if (this.#waiting.has(message.id)) this.#waiting.set(message.id, { ...message, dueAtMs });
      })
      .finally(() => {
        this.#running.delete(message.id);
        this.#wake();
      });
    this.#running.set(message.id, work);
  }
}
