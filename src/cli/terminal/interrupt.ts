/**
 * Returns a signal that aborts with Ctrl-C, SIGTERM, or when the reader of standard output has gone,
 * for commands that run until then.
 */
export function onInterrupt(): AbortSignal {
  const over = new AbortController();
  const end = (): void => over.abort();
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  process.stdout.once("error", end);
  return over.signal;
}
