import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";

/** One entry of a lane, with its due time. */
export interface DueDelivery {
  org: string;
  id: string;
  dueAtMs: number;
}

/** The parts of `DeliveryLanes`. */
export interface DeliveryLanesParts {
  clock: Clock;
  log: Logger;
  /** Returns the next entries of a lane, the longest due first. */
  due(webhookId: string, limit: number): DueDelivery[];
  /** True while the lane may continue. */
  isOpen(webhookId: string): boolean;
  /**
   * Makes one attempt and stores its result; resolves with true when the receiver took it. Rejects
   * when nothing was stored: the entry is tried again.
   */
  attempt(webhookId: string, due: DueDelivery, signal: AbortSignal): Promise<boolean>;
}

interface DeliveryLane {
  /** Entries with a running attempt. */
  running: Set<string>;
  timer: Timer | undefined;
  /** True after a successful attempt: several may run at once. */
  isHealthy: boolean;
  /** True while it waits for a free slot. */
  isWaiting: boolean;
}

/**
 * Bounds of concurrent attempts: of one lane, of all, and of all lanes together whose last attempt
 * failed.
 */
const maxPerLane = 4;
const maxInAll = 32;
const maxUnproven = 16;
/** A lane checks again after this, in case the wall clock jumps, in milliseconds. */
const longestSleepMs = 60_000;
/** Delay after an attempt that could not be stored. */
const troubleMs = 5000;

/**
 * One lane for each webhook, so that a receiver that does not answer delays no other. A lane whose
 * last attempt failed makes one attempt at a time, and such lanes have at most half of all slots.
 */
export class DeliveryLanes {
  readonly #parts: DeliveryLanesParts;
  readonly #lanes = new Map<string, DeliveryLane>();
  readonly #running = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #unproven = 0;
  #isStopped = false;

  constructor(parts: DeliveryLanesParts) {
    this.#parts = parts;
  }

  /** Number of running attempts. */
  get running(): number {
    return this.#running.size;
  }

  /** Starts the due attempts of the lane, and sleeps until the next. */
  wake(webhookId: string): void {
    if (this.#isStopped || !this.#parts.isOpen(webhookId)) return;
    try {
      this.#pump(webhookId);
    } catch (error) {
      this.#parts.log.error(
        { webhookId, error: describeError(error) },
        "a webhook lane stands still",
      );
    }
  }

  /** Removes the lane of a deleted or disabled webhook; running attempts continue. */
  close(webhookId: string): void {
    const lane = this.#lanes.get(webhookId);
    lane?.timer?.cancel();
    if (lane && lane.running.size === 0) this.#lanes.delete(webhookId);
  }

  /** Lets running attempts end for up to `graceMs`, then aborts them: they are repeated later. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    for (const lane of this.#lanes.values()) lane.timer?.cancel();
    const late = this.#parts.clock.after(graceMs, () => this.#abort.abort());
    await Promise.allSettled(this.#running);
    late.cancel();
    this.#abort.abort();
  }

  #pump(webhookId: string): void {
    const lane = this.#laneOf(webhookId);
    lane.timer?.cancel();
    lane.timer = undefined;
    const nowMs = this.#parts.clock.wallMs();
    const waiting = this.#parts
      .due(webhookId, 2 * maxPerLane)
      .filter(({ id }) => !lane.running.has(id));
    for (const due of waiting) {
      if (due.dueAtMs > nowMs) {
        const sleepMs = Math.min(due.dueAtMs - nowMs, longestSleepMs);
        lane.timer = this.#parts.clock.after(sleepMs, () => this.wake(webhookId));
        return;
      }
      if (lane.running.size >= (lane.isHealthy ? maxPerLane : 1)) return;
      if (!this.#hasPlace(lane)) {
        lane.isWaiting = true;
        return;
      }
      this.#start(webhookId, lane, due);
    }
  }

  #laneOf(webhookId: string): DeliveryLane {
    const known = this.#lanes.get(webhookId);
    if (known) return known;
    const lane = {
      running: new Set<string>(),
      timer: undefined,
      isHealthy: false,
      isWaiting: false,
    };
    this.#lanes.set(webhookId, lane);
    return lane;
  }

  #hasPlace(lane: DeliveryLane): boolean {
    if (this.#running.size >= maxInAll) return false;
    return lane.isHealthy || this.#unproven < maxUnproven;
  }

  #start(webhookId: string, lane: DeliveryLane, due: DueDelivery): void {
    const isUnproven = !lane.isHealthy;
    if (isUnproven) this.#unproven += 1;
    lane.running.add(due.id);
    const work = this.#attempt(webhookId, lane, due).finally(() => {
      if (isUnproven) this.#unproven -= 1;
      lane.running.delete(due.id);
      this.#running.delete(work);
      this.#next(webhookId);
    });
    this.#running.add(work);
  }

  async #attempt(webhookId: string, lane: DeliveryLane, due: DueDelivery): Promise<void> {
    const { log, clock } = this.#parts;
    try {
      lane.isHealthy = await this.#parts.attempt(webhookId, due, this.#abort.signal);
    } catch (error) {
      if (this.#isStopped) return;
      lane.isHealthy = false;
      log.error({ webhookId, error: describeError(error) }, "a webhook attempt was not stored");
      await new Promise<void>((resolve) => {
        this.#abort.signal.addEventListener("abort", () => resolve(), { once: true });
        clock.after(troubleMs, resolve);
      });
    }
  }

  /** A slot is free: its lane continues, and so do those that wait for one. */
  #next(webhookId: string): void {
    this.wake(webhookId);
    for (const [id, lane] of this.#lanes) {
      if (!lane.isWaiting) continue;
      lane.isWaiting = false;
      this.wake(id);
    }
  }
}
