import type { StoreKey } from "../../base/core/store.ts";
import type { Verdict } from "./coverage-meter.ts";
import type { LostReason } from "./coverage-terms.ts";

/** Milliseconds of an hour; hours are those of UTC. */
export const hourMs = 3_600_000;

/** The observed and unobserved time of one stream's hour, as stored. */
export interface CoverageRow {
  v: 1;
  /** Milliseconds by verdict; absent ones are 0. */
  ms: Partial<Record<Verdict, number>>;
  /** Frames judged. */
  frames: number;
  /** Milliseconds by which the wall clock stepped in this hour. */
  stepMs: number;
  /** Unix milliseconds up to which the hour is accounted for. */
  untilMs: number;
  /** The spans of unobserved time, at most `maxGaps`; absent in rows of earlier versions. */
  gaps?: CoverageGap[];
}

/** A stretch of unobserved time, in Unix milliseconds. */
export interface CoverageGap {
  fromMs: number;
  toMs: number;
  reason: LostReason;
}

/** Gaps that a row lists; `ms` counts further ones, too. */
const maxGaps = 60;
/** Gaps of one reason that lie closer together are one. */
const joinMs = 1000;

/** The progress of one stream's account, as stored. */
export interface CoverageHead {
  v: 1;
  /** Unix milliseconds up to which the rows hold all time. */
  untilMs: number;
  /** True after a proper end of the stream; nobody expected observation since then. */
  isStopped: boolean;
}

/** Key of a stream's row for the hour that starts at `startMs`. */
export const rowKey = (org: string, streamId: string, startMs: number): StoreKey => [
  ...rowPrefix(org, streamId),
  startMs,
];

/** Prefix of a stream's rows. */
export const rowPrefix = (org: string, streamId: string): StoreKey => [org, "coverage", streamId];

/** Key of a stream's head. */
export const headKey = (org: string, streamId: string): StoreKey => [...headPrefix(org), streamId];

/** Prefix of the heads of an organisation. */
export const headPrefix = (org: string): StoreKey => [org, "coverage-head"];

/** Start of the UTC hour that `wallMs` lies in. */
export function hourOf(wallMs: number): number {
  return Math.floor(wallMs / hourMs) * hourMs;
}

/** An empty row. */
export function emptyRow(startMs: number): CoverageRow {
  return { v: 1, ms: {}, frames: 0, stepMs: 0, untilMs: startMs };
}

/** Cuts `[fromMs, toMs)` at hour borders. */
export function* hoursOf(
  fromMs: number,
  toMs: number,
): Generator<{ startMs: number; ms: number; toMs: number }> {
  for (let at = fromMs; at < toMs;) {
    const startMs = hourOf(at);
    const endMs = Math.min(toMs, startMs + hourMs);
    yield { startMs, ms: endMs - at, toMs: endMs };
    at = endMs;
  }
}

/** Adds `ms` of `verdict` that end at `toMs` to the row. */
export function addTo(
  row: CoverageRow,
  verdict: Verdict,
  span: { ms: number; toMs: number },
): void {
  row.ms[verdict] = (row.ms[verdict] ?? 0) + span.ms;
  row.untilMs = Math.max(row.untilMs, span.toMs);
  if (verdict !== "observed") addGap(row, verdict, span);
}

function addGap(row: CoverageRow, reason: LostReason, span: { ms: number; toMs: number }): void {
  const gaps = (row.gaps ??= []);
  const fromMs = span.toMs - span.ms;
  const last = gaps.at(-1);
  const isNext = last?.reason === reason && Math.abs(fromMs - last.toMs) <= joinMs;
  if (isNext) last.toMs = Math.max(last.toMs, span.toMs);
  else if (gaps.length < maxGaps) gaps.push({ fromMs, toMs: span.toMs, reason });
}
