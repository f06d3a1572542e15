import type { Clock, Timer } from "../core/clock.ts";

/** A job that waits for a worker. */
export interface WaitingJob {
  org: string;
  id: string;
  /** Key of the gate that it waits for besides a worker. */
  gateKey?: string;
  /** What it needs of the box that does it, where other boxes may. */
  need?: string;
}

/**
 * Queued jobs of one type in memory: ready ones, oldest first, and delayed ones. Bounded by the
 * queue limits of the organisations.
 */
export class ReadyLine {
  readonly #clock: Clock;
  readonly #onReady: () => void;
  readonly #ready: WaitingJob[] = [];
  readonly #delayed = new Map<string, Timer>();

  /** Calls `onReady` when a delayed job may start. */
  constructor(clock: Clock, onReady: () => void) {
    this.#clock = clock;
    this.#onReady = onReady;
  }

  /** Adds the job after `delayMs`; ids sort by creation. */
  add(job: WaitingJob, delayMs: number): void {
    this.remove(job.id);
    if (delayMs > 0) {
      const timer = this.#clock.after(delayMs, () => {
        this.#delayed.delete(job.id);
        this.#insert(job);
        this.#onReady();
      });
      this.#delayed.set(job.id, timer);
    } else this.#insert(job);
  }

  remove(id: string): void {
    this.#delayed.get(id)?.cancel();
    this.#delayed.delete(id);
    const at = this.#place(id);
    if (this.#ready[at]?.id === id) this.#ready.splice(at, 1);
  }

  /** Removes and returns the oldest ready job that is not held back, or undefined. */
  shift(isHeld: (job: WaitingJob) => boolean): WaitingJob | undefined {
    const at = this.#ready.findIndex((job) => !isHeld(job));
    return at === -1 ? undefined : this.#ready.splice(at, 1)[0];
  }

  /** Returns the number of jobs that start before this one; null when it does not wait. */
  position(id: string): number | null {
    const at = this.#place(id);
    return this.#ready[at]?.id === id ? at : null;
  }

  /** Returns the oldest ready jobs, at most `limit`. */
  ready(limit: number): WaitingJob[] {
    return this.#ready.slice(0, limit);
  }

  clear(): void {
    this.#ready.length = 0;
    for (const timer of this.#delayed.values()) timer.cancel();
    this.#delayed.clear();
  }

  #insert(job: WaitingJob): void {
    this.#ready.splice(this.#place(job.id), 0, job);
  }

  /** Returns the index of `id`, or where it belongs, by binary search. */
  #place(id: string): number {
    let low = 0;
    let high = this.#ready.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ready[middle]!.id < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
