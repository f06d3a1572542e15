import { readFileSync } from "node:fs";

/**
 * Tells a process that hangs from one that is ready to run and gets no processor: the kernel counts
 * how long its main thread has waited for one (second figure of `/proc/<pid>/schedstat`, kernel
 * documentation: sched-stats).
 */
export class Starvation {
  #from: { pid: number; atMs: number; waitedMs: number } | undefined;

  /** Call with each sign of life: what was before it does not count. */
  reset(): void {
    this.#from = undefined;
  }

  /**
   * Share of the time since the first call after `reset` that the process has waited for a processor, 0–1.
   * 0 at the first call, and where the kernel does not tell.
   */
  share(pid: number, atMs: number): number {
    const waitedMs = waitedMsOf(pid);
    if (waitedMs === undefined) return 0;
    if (this.#from?.pid !== pid) this.#from = { pid, atMs, waitedMs };
    const sinceMs = atMs - this.#from.atMs;
    return sinceMs <= 0 ? 0 : Math.min(1, (waitedMs - this.#from.waitedMs) / sinceMs);
  }
}

function waitedMsOf(pid: number): number | undefined {
  try {
    const waitedNs = Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[1]);
    return Number.isFinite(waitedNs) ? waitedNs / 1e6 : undefined;
  } catch {
    return undefined;
  }
}
