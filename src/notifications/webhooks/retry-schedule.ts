const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/**
 * Delays before each attempt after the former one; 75 h 35 m together (Standard Webhooks 1.0.0).
 */
const delaysMs = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const;

/** Counted attempts of a delivery before it is given up. */
export const maxAttempts: number = delaysMs.length;
/** Shortest delay for receivers that are slow or report overload. */
const overloadMs = minuteMs;
/** Delay before the next attempt while the box has no network. */
const cutMs = minuteMs;
const jitter = 0.2;

/** Facts about the last attempt that decide on the next. */
export interface LastAttempt {
  /** Number of attempts that count. */
  attempts: number;
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
  const delayMs = delaysMs[last.attempts];
  if (delayMs === undefined) return null;
  const baseMs = Math.max(delayMs * spread, last.isOverloaded ? overloadMs : 0);
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
