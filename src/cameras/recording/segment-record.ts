import type { StreamRef } from "../../base/core/stream-ref.ts";
import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";

/** Classes of recordings, the least valuable first: retention removes them in this order. */
export const recordingClasses = ["continuous", "incident", "protected"] as const;

/** One class of recordings. */
export type RecordingClass = (typeof recordingClasses)[number];

/** A key frame of a segment: where decoding can start. */
export interface EntryPoint {
  atBytes: number;
  /** Unix milliseconds of the frame. */
  wallMs: number;
  /** Its decode time in ticks of the track. */
  ticks: number;
}

/** One file of recorded video: a header and fragments of one generation of a source. */
export interface SegmentRecord {
  v: 1;
  id: string;
  org: string;
  streamId: string;
  /** Unix milliseconds of the first frame and of the end of the last one. */
  startMs: number;
  endMs: number;
  /** Decode time of the first frame and of the end of the last one, in ticks. */
  startTicks: number;
  endTicks: number;
  /** Ticks a second. */
  timescale: number;
  /** Media time of the first frame in seconds, from the source's own clock. */
  startPtsSec: number;
  headerBytes: number;
  sizeBytes: number;
  codec: string;
  mimeCodec: string | null;
  widthPx: number;
  heightPx: number;
  /** Equal for equal headers of the video: a player can play such segments as one. */
  format: string;
  /** The sound beside the video; absent without any. Segments with and without sound play as one. */
  sound?: { mimeCodec: string; format: string };
  /** True when privacy masks are painted in, which takes encoding. */
  isMasked: boolean;
  /** True for video that the box fetched from the camera's own storage after an outage; absent otherwise. */
  isBackfilled?: true;
  entries: EntryPoint[];
  class: RecordingClass;
  /** True while the file is open; after a crash the next start finishes it. */
  isOpen: boolean;
}

/** A segment's entry in the index by age. */
export interface AgeEntry extends StreamRef {
  startMs: number;
  endMs: number;
  sizeBytes: number;
}

const recordKey = ({ org, streamId, startMs, id }: SegmentRecord): StoreKey => [
  org,
  "recording",
  streamId,
  startMs,
  id,
];

const ageKey = (record: SegmentRecord): StoreKey => [
  "box",
  "recording-age",
  record.class,
  record.startMs,
  record.id,
];

const openKey = (record: SegmentRecord): StoreKey => ["box", "recording-open", record.id];

/** Stores a segment with its index entries, as part of the caller's transaction. */
export function putSegment(tx: StoreTransaction, record: SegmentRecord): void {
  const before = tx.get<SegmentRecord>(recordKey(record));
  if (before) tx.remove(ageKey(before));
  tx.put(recordKey(record), record);
  if (record.isOpen) {
    tx.put(openKey(record), recordKey(record));
    return;
  }
  const { org, streamId, startMs, endMs, sizeBytes } = record;
  tx.remove(openKey(record));
  tx.put(ageKey(record), { org, streamId, startMs, endMs, sizeBytes } satisfies AgeEntry);
}

/** Removes the record of a segment; the caller removes its file. */
export function removeSegment(tx: StoreTransaction, record: SegmentRecord): void {
  const stored = tx.get<SegmentRecord>(recordKey(record)) ?? record;
  tx.remove(ageKey(stored));
  tx.remove(openKey(stored));
  tx.remove(recordKey(stored));
}

/** Returns the segments that were open when the process ended. */
export function openSegments(store: StoreReader): SegmentRecord[] {
  return store
    .range<StoreKey>({ prefix: ["box", "recording-open"] })
    .map(({ value }) => store.get<SegmentRecord>(value))
    .filter((record) => record !== undefined);
}

/** Returns the segments that overlap the span from `fromMs` (inclusive) to `toMs` (exclusive), oldest first. */
export function segmentsBetween(
  store: StoreReader,
  stream: StreamRef,
  span: { fromMs: number; toMs: number },
): SegmentRecord[] {
  const prefix: StoreKey = [stream.org, "recording", stream.streamId];
  const before: StoreKey = [...prefix, span.fromMs];
  const earlier = store.range<SegmentRecord>({ prefix, before, reverse: true, limit: 1 });
  const later = store.range<SegmentRecord>({
    prefix,
    after: before,
    before: [...prefix, span.toMs],
  });
  return [...earlier, ...later]
    .map(({ value }) => value)
    .filter((record) => record.endMs > span.fromMs && record.startMs < span.toMs);
}

/** Returns the oldest finished segments of a class, by their start. */
export function oldestOfClass(
  store: StoreReader,
  name: RecordingClass,
  limit: number,
): { id: string; entry: AgeEntry }[] {
  return store
    .range<AgeEntry>({ prefix: ["box", "recording-age", name], limit })
    .map(({ key, value }) => ({ id: String(key.at(-1)), entry: value }));
}

/** Returns the segment of an entry of the index by age. */
export function segmentOfEntry(
  store: StoreReader,
  id: string,
  { org, streamId, startMs }: AgeEntry,
): SegmentRecord | undefined {
  return store.get<SegmentRecord>([org, "recording", streamId, startMs, id]);
}
