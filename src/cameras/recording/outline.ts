import type { StoreKey, StoreReader } from "../../base/core/store.ts";
import type { SegmentRecord } from "./segment-record.ts";
import type { StreamRef } from "../../base/core/stream-ref.ts";

/** A stretch of recorded time, in Unix milliseconds. */
export interface OutlineSpan {
  startMs: number;
  endMs: number;
}

/** Gaps in a recording shorter than this are none: the next frame comes a little late. */
const holeMs = 1500;

/**
 * The recorded stretches of a stream at a coarse resolution, oldest first: closes gaps of up to `stepMs`, and
 * reads two records for each step at most. Gives way to others (`inTurns`) after each record.
 */
export function* outlineOf(
  store: StoreReader,
  stream: StreamRef,
  span: { fromMs: number; toMs: number; stepMs: number },
): Generator<undefined, OutlineSpan[]> {
  const spans: OutlineSpan[] = [];
  for (let atMs = span.fromMs; atMs < span.toMs;) {
    const held = segmentBefore(store, stream, atMs);
    extend(spans, held, span.toMs);
    const segment = held && held.endMs > atMs ? held : segmentAfter(store, stream, atMs);
    if (!segment || segment.startMs >= span.toMs) return spans;
    const startMs = Math.max(segment.startMs, span.fromMs);
    const endMs = Math.min(segment.endMs, span.toMs);
    addSpan(spans, { startMs, endMs }, span.stepMs);
    atMs = Math.max(segment.endMs, startMs + span.stepMs, atMs + 1);
    yield;
  }
  extend(spans, segmentBefore(store, stream, span.toMs), span.toMs);
  return spans;
}

/** The last stretch ends where the segment does that a step left out. */
function extend(spans: OutlineSpan[], segment: SegmentRecord | undefined, toMs: number): void {
  const last = spans.at(-1);
  if (last && segment) last.endMs = Math.max(last.endMs, Math.min(segment.endMs, toMs));
}

/** Adds a stretch to the end of the list, or to its last one when the gap is at most `stepMs`. */
export function addSpan(spans: OutlineSpan[], next: OutlineSpan, stepMs: number): void {
  const last = spans.at(-1);
  if (last && next.startMs - last.endMs <= Math.max(holeMs, stepMs)) {
    last.endMs = Math.max(last.endMs, next.endMs);
  } else {
    spans.push({ ...next });
  }
}

/** The finished segment that holds `atMs`; undefined without one. */
export function segmentAt(
  store: StoreReader,
  stream: StreamRef,
  atMs: number,
): SegmentRecord | undefined {
  const segment = segmentBefore(store, stream, atMs);
  return segment && segment.endMs > atMs ? segment : undefined;
}

/** The last finished segment that starts at or before `atMs`. */
function segmentBefore(
  store: StoreReader,
  stream: StreamRef,
  atMs: number,
): SegmentRecord | undefined {
  const prefix = prefixOf(stream);
  const before: StoreKey = [...prefix, atMs + 1];
  const some = store.range<SegmentRecord>({ prefix, before, reverse: true, limit: 2 });
  return some.map(({ value }) => value).find(({ isOpen }) => !isOpen);
}

/** The next finished segment that starts after `atMs`. */
export function segmentAfter(
  store: StoreReader,
  stream: StreamRef,
  atMs: number,
): SegmentRecord | undefined {
  const prefix = prefixOf(stream);
  const after: StoreKey = [...prefix, atMs];
  const some = store.range<SegmentRecord>({ prefix, after, limit: 2 });
  return some.map(({ value }) => value).find(({ isOpen }) => !isOpen);
}

function prefixOf({ org, streamId }: StreamRef): StoreKey {
  return [org, "recording", streamId];
}
