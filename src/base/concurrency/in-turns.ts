import { setImmediate as turn } from "node:timers/promises";

/** Does all steps of a work at once and returns its result. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does a long work step by step; everything else that the process has to do runs in between. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await turn();
  }
}
