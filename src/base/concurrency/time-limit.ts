/**
 * Returns a signal that aborts with `signal`, or with a `TimeoutError` after `timeoutMs`; it does
 * not keep the process alive and releases everything by then. Replaces `AbortSignal.any([signal,
 * AbortSignal.timeout(…)])`: where `signal` is itself composed, Node.js 24 keeps such a signal
 * forever once it has had a listener.
 */
export function timeLimit(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const limited = new AbortController();
  const end = (reason: unknown): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", follow);
    limited.abort(reason);
  };
  const follow = (): void => end(signal!.reason);
  const late = (): void => end(new DOMException("It took too long", "TimeoutError"));
  const timer = setTimeout(late, timeoutMs).unref();
  if (signal?.aborted) follow();
  else signal?.addEventListener("abort", follow, { once: true });
  return limited.signal;
}
