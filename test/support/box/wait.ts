/** Resolves as soon as `condition` holds; rejects when it does not within the deadline. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  options: { deadlineMs?: number; what?: string } = {},
): Promise<void> {
  const { deadlineMs = 45_000, what = "the condition" } = options;
  const end = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`${what} did not come true in ${deadlineMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
