const secondMs = 1000;
const minuteSec = 60;
const minuteMs = minuteSec * secondMs;
const hourSec = 60 * minuteSec;

/**
 * Seconds between the attempts of a delivery where its webhook has no schedule of its own: ten
 * attempts in 75 h 35 m (Standard Webhooks 1.0.0).
 */
export const defaultRetryDelaysSec: readonly number[] = [
  5,
  5 * minuteSec,
  30 * minuteSec,
  2 * hourSec,
  5 * hourSec,
  10 * hourSec,
  14 * hourSec,
  20 * hourSec,
  24 * hourSec,
];

/** Shortest delay for receivers that are slow or report overload. */
const overloadMs = minuteMs;
/** Delay before the next attempt while the box has no network. */
const cutMs = minuteMs;
const jitter = 0.2;

/** Facts about the last attempt that decide on the next. */
export interface LastAttempt {
  /** Number of attempts that count. */
  attempts: number;
  /** The webhook's delays between attempts, in seconds. */
  delaysSec?: readonly number[] | undefined;
  isOverloaded: boolean;
  /** `Retry-After` as sent: seconds, or a date. */
  retryAfter: string | null;
  /** True when the box has no network: the attempt does not count. */
  isCut: boolean;
}

/** Returns the milliseconds until the next attempt, ±20 %; null when it was the last. */
export function nextDelayMs(
  last: LastAttempt,
  now: { wallMs: number; random: () => number },
): number | null {
  const spread = 1 + jitter * (2 * now.random() - 1);
  if (last.isCut) return cutMs * spread;
  const delaySec = (last.delaysSec ?? defaultRetryDelaysSec)[last.attempts - 1];
  if (delaySec === undefined) return null;
  const baseMs = Math.max(delaySec * secondMs * spread, last.isOverloaded ? overloadMs : 0);
  const askedMs = retryAfterMs(last.retryAfter, now.wallMs);
  // A receiver may slow its deliveries down, but neither stop nor hurry them.
  return askedMs === null ? baseMs : Math.min(Math.max(askedMs, baseMs), 2 * baseMs);
}

/** RFC 9110 10.2.3; null for a text that is neither a number of seconds nor a date. */
function retryAfterMs(text: string | null, wallMs: number): number | null {
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : date - wallMs;
}
