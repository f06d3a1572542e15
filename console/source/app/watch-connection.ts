import { checkConnection, restartSilence } from "../api/connection.ts";

const checkMs = 250;

/** Watches the connection until the returned function is called; not while the page is hidden. */
export function watchConnection(): () => void {
  const stop = new AbortController();
  const timer = setInterval(() => {
    if (!document.hidden) checkConnection();
  }, checkMs);
  document.addEventListener("visibilitychange", restartSilence, { signal: stop.signal });
  return () => {
    stop.abort();
    clearInterval(timer);
  };
}
