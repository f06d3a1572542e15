import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";

/** One entry of a lane that is due, or will be. */
export interface DueDelivery {
  org: string;
  id: string;
  dueAtMs: number;
}

/** What the lanes work with. */
export interface DeliveryLanesParts {
  clock: Clock;
  log: Logger;
  /** The next entries of a lane, the longest due first. */
  due(webhookId: string, limit: number): DueDelivery[];
  /** Whether the lane may go on at all. */
  isOpen(webhookId: string): boolean;
  /**
   * Makes one attempt and stores how it ended; resolves with whether the receiver took it. Rejects
   * when nothing was stored: the entry is tried again.
   */
  attempt(webhookId: string, due: DueDelivery, signal: AbortSignal): Promise<boolean>;
}

interface Lane {
  /** Entries that are being attempted. */
  running: Set<string>;
  timer: Timer | undefined;
  /** The last attempt arrived, so several may be made at once. */
  isHealthy: boolean;
  /** It waits for a free place. */
  isWaiting: boolean;
}

/** Attempts at once: of one lane, of all, and of all lanes together whose last attempt failed. */
const maxPerLane = 4;
const maxInAll = 32;
const maxUnproven = 16;
/** A lane looks again after this, should the wall clock have jumped, in milliseconds. */
const longestSleepMs = 60_000;
/** After an attempt that could not be stored. */
const troubleMs = 5000;

/**
 * One lane for each webhook, so that a receiver that does not answer delays no other. A lane whose
 * last attempt failed probes with one attempt at a time, and such lanes have at most half of all places.
 */
export class DeliveryLanes {
  readonly #parts: DeliveryLanesParts;
  readonly #lanes = new Map<string, Lane>();
  readonly #running = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #unproven = 0;
  #isStopped = false;

  constructor(parts: DeliveryLanesParts) {
    this.#parts = parts;
  }

  /** Attempts under way. */
  get running(): number {
    return this.#running.size;
  }

  /** Starts what is due in the lane, and sleeps until the next is. */
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

  /** Forgets the lane of a webhook that is gone or switched off; attempts under way go on. */
  close(webhookId: string): void {
    const lane = this.#lanes.get(webhookId);
    lane?.timer?.cancel();
    if (lane && lane.running.size === 0) this.#lanes.delete(webhookId);
  }

  /** Lets attempts under way end for up to `graceMs`, then breaks them off: they are made again. */
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

  #laneOf(webhookId: string): Lane {
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

  #hasPlace(lane: Lane): boolean {
    if (this.#running.size >= maxInAll) return false;
    return lane.isHealthy || this.#unproven < maxUnproven;
  }

  #start(webhookId: string, lane: Lane, due: DueDelivery): void {
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

  async #attempt(webhookId: string, lane: Lane, due: DueDelivery): Promise<void> {
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

  /** A place is free: the lane that had it goes on, and so do those that wait for one. */
  #next(webhookId: string): void {
    this.wake(webhookId);
    for (const [id, lane] of this.#lanes) {
      if (!lane.isWaiting) continue;
      lane.isWaiting = false;
      this.wake(id);
    }
  }
}
