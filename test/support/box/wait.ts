/**
 * Resolves as soon as `condition` holds; rejects when it does not within the deadline. It is asked
 * every `everyMs`. The only place of the tests that lets time pass (lint rule `house/no-sleep`).
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  options: { deadlineMs?: number; everyMs?: number; what?: string } = {},
): Promise<void> {
  const { deadlineMs = 45_000, everyMs = 5, what = "the condition" } = options;
  const end = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`${what} did not come true in ${deadlineMs} ms`);
    // oxlint-disable-next-line house/no-sleep -- the wait between two looks
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
