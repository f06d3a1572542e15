/**
 * A signal that aborts with `signal`, or with a `TimeoutError` after `timeoutMs`; it does not keep the process alive, and
 * what it holds is gone by then at the latest. For `AbortSignal.any([signal, AbortSignal.timeout(…)])`: where `signal`
 * is itself composed, Node.js 24 keeps the signal for ever once somebody has listened to it.
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
