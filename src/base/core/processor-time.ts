import { readFileSync } from "node:fs";

/** A process's use of time since its last sign of life, in milliseconds. */
export interface ProcessorUse {
  elapsedMs: number;
  /** Time on a processor. */
  ranMs: number;
  /** Time ready to run without a processor. */
  waitedMs: number;
}

/**
 * Tells a hanging process from a slow one: the kernel counts how long its main thread ran and how
 * long it waited for a processor (the first two figures of `/proc/<pid>/schedstat`, kernel
 * documentation: sched-stats).
 */
export class ProcessorTime {
  #from: { pid: number; atMs: number; ranMs: number; waitedMs: number } | undefined;

  /** Restarts the measurement; call it at each sign of life. */
  reset(): void {
    this.#from = undefined;
  }

  /**
   * Returns the process's use of time since the first call after `reset`; zeros at that call. Where
   * the kernel has no figures, only `elapsedMs` grows.
   */
  since(pid: number, atMs: number): ProcessorUse {
    const now = schedstatOf(pid);
    if (this.#from?.pid !== pid) this.#from = { pid, atMs, ...now };
    const { atMs: fromMs, ranMs, waitedMs } = this.#from;
    return {
      elapsedMs: atMs - fromMs,
      ranMs: now.ranMs - ranMs,
      waitedMs: now.waitedMs - waitedMs,
    };
  }
}

/**
 * Returns the number of runnable processes per processor (fourth figure of `/proc/loadavg`,
 * proc(5)); 0 where unknown.
 */
export function runnablePerProcessor(processors: number): number {
  try {
    const running = Number.parseInt(readFileSync("/proc/loadavg", "utf8").split(" ")[3]!, 10);
    return Number.isFinite(running) ? running / processors : 0;
  } catch {
    return 0;
  }
}

/**
 * Returns the state letter of a process (proc(5): R runs or is ready, D waits for a disk, T is
 * stopped); "" when it is gone.
 */
export function processState(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before it is in parentheses and may hold anything.
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
  } catch {
    return "";
  }
}

/**
 * Returns how long the main thread of a process has run, in milliseconds; undefined where the
 * kernel does not count.
 */
export function ranMsOf(pid: number): number | undefined {
  const { ranMs } = schedstatOf(pid);
  return ranMs > 0 ? ranMs : undefined;
}

function schedstatOf(pid: number): { ranMs: number; waitedMs: number } {
  try {
    const [ranNs, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ").map(Number);
    if (!Number.isFinite(ranNs) || !Number.isFinite(waitedNs)) return { ranMs: 0, waitedMs: 0 };
    return { ranMs: ranNs! / 1e6, waitedMs: waitedNs! / 1e6 };
  } catch {
    return { ranMs: 0, waitedMs: 0 };
  }
}
