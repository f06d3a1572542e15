import { availableParallelism } from "node:os";
import {
  processState,
  ProcessorTime,
  type ProcessorUse,
  ranMsOf,
  runnablePerProcessor,
} from "../../base/core/processor-time.ts";

/** Decides when a child that sends no sign of life hangs. One rule serves one child at a time. */
export interface HangRule {
  /** Call with each sign of life. */
  onSign(): void;
  /** Call when a new child is ready. */
  onReady?(pid: number): void;
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
/** Most processor time for the start of a child on a box that is not slow; 0.4 s on a desktop processor. */
const usualStartMs = 1_000;
const mostSlowness = 20;

/** A silent child, as the kernel shows it. */
export interface SilentChild {
  silentMs: number;
  /** Since shortly after its last sign. */
  use: ProcessorUse;
  /** Its state letter now (`processState`). */
  state: string;
  /** Processes that want to run now, for each processor. */
  runnable: number;
  /** How many times as long as on a usual box its work takes; at least 1. */
  slowness: number;
}

/**
 * True when a child that sends no sign hangs. One that waits for a processor or for a disk is slow, and another child
 * would be as slow: only the time counts that it had, and spent on something else or on nothing.
 */
export function isHung({ silentMs, use, state, runnable, slowness }: SilentChild): boolean {
  if (silentMs > longestMs) return true;
  const patienceMs = slowness * (runnable > crowdedRunnable ? crowdedMs : hangMs);
  const { elapsedMs, ranMs, waitedMs } = use;
  if (ranMs > patienceMs) return true;
  // The kernel adds a wait to its figures when the wait is over.
  if (state === "R" || state === "D") return false;
  return elapsedMs - ranMs - waitedMs > patienceMs;
}

/** How slow a box is on which a child's start took `startMs` of its main thread's processor time. */
export function slownessOf(startMs: number): number {
  return Math.min(mostSlowness, Math.max(1, startMs / usualStartMs));
}

/** Distinguishes a hanging child from a slow one by the kernel's times (`isHung`). */
export function processorTimeRule(): HangRule {
  const time = new ProcessorTime();
  let slowness = 1;
  return {
    onSign: () => time.reset(),
    onReady: (pid) => {
      slowness = slownessOf(ranMsOf(pid) ?? 0);
    },
    isHung: ({ pid, silentMs, nowMs }) =>
      silentMs > shortestMs &&
      isHung({
        silentMs,
        use: time.since(pid, nowMs),
        state: processState(pid),
        runnable: runnablePerProcessor(availableParallelism()),
        slowness,
      }),
  };
}

/** Any silence beyond `maxMs` is a hang, for a child that must not be slow either. */
export function silenceRule(maxMs: number): HangRule {
  return { onSign: () => undefined, isHung: ({ silentMs }) => silentMs > maxMs };
}
