/** A timer; `cancel` is idempotent. */
export interface Timer {
  cancel(): void;
}

/**
 * The only source of time for everything but adapters. Use wall time for people and persisted
 * deadlines, age time for retention, and monotonic time for durations inside one process. Media
 * time (PTS) comes from the source and never from here.
 */
export interface Clock {
  /** Unix time in milliseconds. May jump. */
  wallMs(): number;
  /**
   * Unix time in milliseconds for retention. As `wallMs`, but never ahead of a clock that may run
   * too fast.
   */
  ageMs(): number;
  /** Milliseconds since an arbitrary start; never goes back. */
  monoMs(): number;
  /** Calls `run` once after `delayMs`. Does not keep the process alive. */
  after(delayMs: number, run: () => void): Timer;
  /** Calls `run` every `periodMs` until cancelled. Does not keep the process alive. */
  every(periodMs: number, run: () => void): Timer;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  wallMs: () => Date.now(),
  ageMs: () => Date.now(),
  monoMs: () => performance.now(),
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs);
    handle.unref();
    return { cancel: () => clearTimeout(handle) };
  },
  every(periodMs, run) {
    const handle = setInterval(run, periodMs);
    handle.unref();
    return { cancel: () => clearInterval(handle) };
  },
};

/** Resolves after `delayMs`, or as soon as `signal` aborts; never rejects. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const finish = (): void => {
      timer.cancel();
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = clock.after(delayMs, finish);
    signal?.addEventListener("abort", finish, { once: true });
  });
}
