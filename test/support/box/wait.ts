/** Longest pause between two looks, in milliseconds. */
const mostPauseMs = 250;

/**
 * Resolves as soon as `condition` holds; rejects when it does not within the deadline. It is asked
 * every `everyMs`. A look that takes long, as a request does, is followed by a pause nine times as
 * long: waiting must not take the processor from what it waits for. The only place of the tests
 * that lets time pass (lint rule `house/no-sleep`).
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  options: { deadlineMs?: number; everyMs?: number; what?: string } = {},
): Promise<void> {
  const { deadlineMs = 45_000, everyMs = 5, what = "the condition" } = options;
  const end = performance.now() + deadlineMs;
  for (;;) {
    const beginMs = performance.now();
    if (await condition()) return;
    const nowMs = performance.now();
    if (nowMs > end) throw new Error(`${what} did not come true in ${deadlineMs} ms`);
    const pauseMs = Math.max(everyMs, Math.min(mostPauseMs, 9 * (nowMs - beginMs)));
    // oxlint-disable-next-line house/no-sleep -- the pause between two looks
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
