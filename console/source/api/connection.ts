import { signal } from "@preact/signals";

/** The box is asked for a sign of life when nothing else has come from it for so long. */
const probeAfterMs = 1000;
/** Without a sign of life for this long the box counts as away, so that the page says so within 3 s. */
const silentMs = 2250;

/** Whether the box answers: `connecting` until its first answer, `retrying` while it is away. */
export type Connection = "connecting" | "live" | "retrying";

const state = signal<Connection>("connecting");
let heardAtMs = performance.now();
let probedAtMs = 0;

/** Whether the box answers; kept current by `checkConnection`. */
export const connection = {
  get value(): Connection {
    return state.value;
  },
} as const;

/** True while the box is away: what the page shows of it is out of date. */
export function isAway(): boolean {
  return state.value === "retrying";
}

/** To be called for everything that comes from the box: an answer, an event, a picture. */
export function noteSignOfLife(): void {
  heardAtMs = performance.now();
  state.value = "live";
}

/** Lets the next sign of life take its time again, after the page was hidden and nobody looked. */
export function restartSilence(): void {
  heardAtMs = performance.now();
}

/**
 * To be called several times a second while the page is looked at: asks the box for a sign of life when
 * nothing else comes from it, at most once a second, and notices its silence.
 */
export function checkConnection(): void {
  const nowMs = performance.now();
  if (nowMs - heardAtMs > silentMs) state.value = "retrying";
  if (nowMs - heardAtMs < probeAfterMs || nowMs - probedAtMs < probeAfterMs) return;
  probedAtMs = nowMs;
  fetch("/healthz", { signal: AbortSignal.timeout(silentMs), cache: "no-store" }).then(
    noteSignOfLife,
    () => {
      if (performance.now() - heardAtMs >= probeAfterMs) state.value = "retrying";
    },
  );
}
