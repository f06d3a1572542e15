import { availableParallelism } from "node:os";
import {
  processState,
  ProcessorTime,
  type ProcessorUse,
  runnablePerProcessor,
} from "../../base/core/processor-time.ts";

/** Decides when a child that sends no sign of life hangs. One rule serves one child at a time. */
export interface HangRule {
  /** Call with each sign of life. */
  onSign(): void;
  /** True when the child hangs that has been silent for `silentMs` at the monotonic time `nowMs`. */
  isHung(child: { pid: number; silentMs: number; nowMs: number }): boolean;
}

/** Time that the child had for itself, running or idle, without a sign: it hangs. With the restart it stays below 2 s. */
const hangMs = 1_000;
/** On a crowded machine the start of a decoder alone holds the child for longer, and it is idle meanwhile. */
const crowdedMs = 5_000;
/** This many runnable processes for each processor mean a crowded machine. */
const crowdedRunnable = 4;
/** Silence that is a hang whatever the reason. */
const longestMs = 30_000;
/** Shorter silence is the period of the signs. */
const shortestMs = 200;

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
 * True when a child that sends no sign hangs. One that waits for a processor or for a disk is slow, and another child
 * would be as slow: only the time counts that it had, and spent on something else or on nothing.
 */
export function isHung({ silentMs, use, state, runnable }: SilentChild): boolean {
  if (silentMs > longestMs) return true;
  const patienceMs = runnable > crowdedRunnable ? crowdedMs : hangMs;
  const { elapsedMs, ranMs, waitedMs } = use;
  if (ranMs > patienceMs) return true;
  // The kernel adds a wait to its figures when the wait is over.
  if (state === "R" || state === "D") return false;
  return elapsedMs - ranMs - waitedMs > patienceMs;
}

/** Distinguishes a hanging child from a slow one by the kernel's times (`isHung`). */
export function processorTimeRule(): HangRule {
  const time = new ProcessorTime();
  return {
    onSign: () => time.reset(),
    isHung: ({ pid, silentMs, nowMs }) =>
      silentMs > shortestMs &&
      isHung({
        silentMs,
        use: time.since(pid, nowMs),
        state: processState(pid),
        runnable: runnablePerProcessor(availableParallelism()),
      }),
  };
}

/** Any silence beyond `maxMs` is a hang, for a child that must not be slow either. */
export function silenceRule(maxMs: number): HangRule {
  return { onSign: () => undefined, isHung: ({ silentMs }) => silentMs > maxMs };
}
