import type { ProcessorUse } from "../../base/core/processor-time.ts";

/** Time that the child had for itself, running or idle, without a sign: it hangs. With the restart it stays below 2 s. */
const HANG_MS = 1_000;
/** On a crowded box the start of a decoder alone holds the child for longer, and it is idle meanwhile. */
const CROWDED_MS = 5_000;
/** So many processes that want to run, for each processor, make a crowded box. */
const CROWDED_RUNNABLE = 4;
/** Silence that is a hang whatever the reason. */
const LONGEST_MS = 30_000;

/** A silent child, as the kernel shows it. */
export interface SilentChild {
  silentMs: number;
  /** Since shortly after its last sign. */
  use: ProcessorUse;
  /** Its state letter now (`processState`). */
  state: string;
  /** Processes that want to run now, for each processor. */
  runnable: number;
}

/**
 * Whether a child that sends no beat hangs. One that waits for a processor or for a disk is slow, and another
 * child would be as slow: only the time counts that it had, and spent on something else or on nothing.
 */
export function isHung({ silentMs, use, state, runnable }: SilentChild): boolean {
  if (silentMs > LONGEST_MS) return true;
  const patienceMs = runnable > CROWDED_RUNNABLE ? CROWDED_MS : HANG_MS;
  const { elapsedMs, ranMs, waitedMs } = use;
  if (ranMs > patienceMs) return true;
  // The kernel adds a wait to its figures when the wait is over.
  if (state === "R" || state === "D") return false;
  return elapsedMs - ranMs - waitedMs > patienceMs;
}
