import type { LostSpan } from "../coverage/coverage-list.ts";
import type { LostReason } from "../coverage/coverage-terms.ts";

/** A span in Unix milliseconds. */
export interface TimeSpan {
  fromMs: number;
  toMs: number;
}

/** Reasons for which the box had no video, and the camera may have some. */
const outages: ReadonlySet<LostReason> = new Set(["source_down", "box_off"]);
/** Outages this close together are one. */
const joinMs = 2000;
/** Shorter pieces are left: seams, and the way to the next key frame. */
const leastMs = 3000;
/** A gap that lost a smaller share of its span is left: its place within the hour is unknown. */
const placedShare = 0.99;

/** The outages among the unobserved time, oldest first. */
export function outagesOf(gaps: readonly LostSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const { reason, fromMs, toMs, lostMs } of gaps) {
    if (!outages.has(reason) || lostMs < (toMs - fromMs) * placedShare) continue;
    const last = joined.at(-1);
    if (last && fromMs - last.toMs <= joinMs) last.toMs = Math.max(last.toMs, toMs);
    else joined.push({ fromMs, toMs });
  }
  return joined.filter((span) => span.toMs - span.fromMs >= leastMs);
}

/** The pieces of a span that no recording covers. */
export function missingOf(
  { fromMs, toMs }: TimeSpan,
  recorded: readonly { startMs: number; endMs: number }[],
): TimeSpan[] {
  const pieces: TimeSpan[] = [];
  let atMs = fromMs;
  for (const { startMs, endMs } of recorded.toSorted((a, b) => a.startMs - b.startMs)) {
    if (startMs > atMs) pieces.push({ fromMs: atMs, toMs: Math.min(startMs, toMs) });
    atMs = Math.max(atMs, endMs);
  }
  if (atMs < toMs) pieces.push({ fromMs: atMs, toMs });
  return pieces.filter((piece) => piece.toMs - piece.fromMs >= leastMs);
}

/** Milliseconds of `span` that the spans cover; the spans do not overlap. */
export function coveredMs(
  span: TimeSpan,
  covering: readonly { startMs: number; endMs: number }[],
): number {
  return covering.reduce(
    (sum, { startMs, endMs }) =>
      sum + Math.max(0, Math.min(endMs, span.toMs) - Math.max(startMs, span.fromMs)),
    0,
  );
}
