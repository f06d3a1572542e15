import { fail } from "../../base/contract/fail.ts";
import type { StoreReader } from "../../base/core/store.ts";
import type { CoverageAccount } from "./coverage-account.ts";
import {
  addTo,
  type CoverageGap,
  type CoverageHead,
  type CoverageRow,
  emptyRow,
  headKey,
  headPrefix,
  hourMs,
  hourOf,
  hoursOf,
  rowKey,
  rowPrefix,
} from "./coverage-record.ts";
import { type LostReason, lostReasons } from "./coverage-terms.ts";

/** Selects the hours that overlap the time between `fromMs` and `toMs`. */
export interface CoverageQuery {
  streamId?: string;
  /** Only of these streams. */
  streamIds?: readonly string[];
  /** Unix milliseconds; a day before `toMs` when absent. */
  fromMs?: number;
  /** Unix milliseconds, exclusive; now when absent. */
  toMs?: number;
}

/** One hour of one stream, which begins at `startMs` (Unix milliseconds). */
export interface CoverageHour {
  streamId: string;
  startMs: number;
  row: CoverageRow;
}

/** The sources of hours. */
export interface CoverageSources {
  store: StoreReader;
  /** Accounts of the organisation whose newest state the store may lack, by stream. */
  accounts: ReadonlyMap<string, CoverageAccount>;
  nowMs: number;
  isLive(streamId: string): boolean;
}

/** Unlisted time of a row below this is rounding. */
const unplacedMs = 2000;
/** Longest time that a query over all streams may span. */
const maxSpanMs = 7 * 24 * hourMs;

/**
 * Rows by stream and hour. A stream that does not run has its time since the end filled in up to
 * now. Fails with `invalid_query_parameter` when `fromMs` is not before `toMs`, or lies more than a
 * week before it without a stream.
 */
export function readCoverage(
  sources: CoverageSources,
  org: string,
  query: CoverageQuery,
): CoverageHour[] {
  const toMs = query.toMs ?? sources.nowMs;
  const fromMs = query.fromMs ?? toMs - 24 * hourMs;
  if (fromMs >= toMs) throw refuse("from: must be before `to`");
  if (query.streamId === undefined && toMs - fromMs > maxSpanMs) {
    throw refuse("from: without stream_id at most 7 days before `to`");
  }
  const heads = new Map(
    sources.store
      .range<CoverageHead>({ prefix: headPrefix(org) })
      .map(({ key, value }) => [String(key.at(-1)), value]),
  );
  const ids = [...new Set([...heads.keys(), ...sources.accounts.keys()])].toSorted();
  return ids
    .filter((id) => query.streamId === undefined || id === query.streamId)
    .filter((id) => query.streamIds === undefined || query.streamIds.includes(id))
    .flatMap((id) => {
      const rows = rowsOf(sources, { org, streamId: id, head: heads.get(id) }, { fromMs, toMs });
      return [...rows]
        .toSorted(([a], [b]) => a - b)
        .map(([startMs, row]) => ({ streamId: id, startMs, row }));
    });
}

/** Unobserved time of a stream, and how much of the stretch it is. */
export interface LostSpan extends CoverageGap {
  lostMs: number;
}

/**
 * The unobserved time of one stream between `fromMs` and `toMs`, oldest first. Time of which the row does not say
 * where it lies stands for the whole hour, with how much of it was lost.
 */
export function readGaps(
  sources: CoverageSources,
  stream: { org: string; streamId: string },
  span: { fromMs: number; toMs: number },
): LostSpan[] {
  const head = sources.store.get<CoverageHead>(headKey(stream.org, stream.streamId));
  const rows = [...rowsOf(sources, { ...stream, head }, span)].toSorted(([a], [b]) => a - b);
  return rows.flatMap(([startMs, row]) => gapsOf(startMs, row)).flatMap((gap) => within(gap, span));
}

function gapsOf(startMs: number, row: CoverageRow): LostSpan[] {
  const known = (row.gaps ?? []).map((gap) => ({ ...gap, lostMs: gap.toMs - gap.fromMs }));
  const rest = lostReasons.flatMap((reason) => {
    const listed = known.filter((gap) => gap.reason === reason);
    const lostMs = (row.ms[reason] ?? 0) - listed.reduce((sum, gap) => sum + gap.lostMs, 0);
    return lostMs < unplacedMs ? [] : [{ fromMs: startMs, toMs: row.untilMs, reason, lostMs }];
  });
  return [...known, ...rest].toSorted((a, b) => a.fromMs - b.fromMs);
}

/** The part of a gap inside the span; undefined time is spread evenly. */
function within(gap: LostSpan, span: { fromMs: number; toMs: number }): LostSpan[] {
  const fromMs = Math.max(gap.fromMs, span.fromMs);
  const toMs = Math.min(gap.toMs, span.toMs);
  if (toMs <= fromMs) return [];
  const share = (toMs - fromMs) / (gap.toMs - gap.fromMs);
  return [{ ...gap, fromMs, toMs, lostMs: Math.round(gap.lostMs * share) }];
}

function rowsOf(
  { store, accounts, nowMs, isLive }: CoverageSources,
  stream: { org: string; streamId: string; head: CoverageHead | undefined },
  span: { fromMs: number; toMs: number },
): Map<number, CoverageRow> {
  const { org, streamId, head } = stream;
  const isAsked = (startMs: number): boolean =>
    startMs + hourMs > span.fromMs && startMs < span.toMs;
  const stored = store.range<CoverageRow>({
    prefix: rowPrefix(org, streamId),
    after: rowKey(org, streamId, hourOf(span.fromMs) - 1),
    before: rowKey(org, streamId, span.toMs),
  });
  const rows = new Map(stored.map(({ key, value }) => [key.at(-1) as number, value]));
  const account = accounts.get(streamId);
  for (const startMs of account?.hoursInMemory() ?? []) {
    if (isAsked(startMs)) rows.set(startMs, account!.row(startMs)!);
  }
  const end = account ?? head;
  if (end && !isLive(streamId)) {
    const fromMs = Math.max(end.untilMs, hourOf(span.fromMs));
    const reason = end.isStopped ? "stopped" : "box_off";
    fill(rows, reason, { fromMs, toMs: Math.min(nowMs, span.toMs) });
  }
  return rows;
}

/** Adds a stretch of time that no run of the stream accounts for. */
function fill(
  rows: Map<number, CoverageRow>,
  reason: LostReason,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): void {
  for (const part of hoursOf(fromMs, toMs)) {
    const row = structuredClone(rows.get(part.startMs)) ?? emptyRow(part.startMs);
    addTo(row, reason, part);
    rows.set(part.startMs, row);
  }
}

function refuse(message: string) {
  return fail("invalid_query_parameter", message, { param: "from" });
}
