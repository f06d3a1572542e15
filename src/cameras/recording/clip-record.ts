import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { StreamRef } from "../../base/core/stream-ref.ts";

/** Longest clip of one incident without its pre- and post-roll, because a condition may hold for days. */
export const maxClipMs = 10 * 60_000;

/** The recorded span that belongs to an incident. */
export interface ClipRecord {
  v: 1;
  org: string;
  streamId: string;
  incidentId: string;
  /** Unix milliseconds: where the pre-roll begins. */
  fromMs: number;
  /** The end of the post-roll; null while the incident is open. */
  toMs: number | null;
  /** True while the clip is protected: neither its age nor a full disk removes it. */
  isProtected: boolean;
}

/** Longest span of a clip, with the longest pre- and post-roll of a stream. */
const longestMs = maxClipMs + 660_000;

/** Returns the end of a clip, or the latest end that it may have. */
export function clipEndMs({ fromMs, toMs }: Pick<ClipRecord, "fromMs" | "toMs">): number {
  return toMs ?? fromMs + longestMs;
}

const recordKey = (org: string, incidentId: string): StoreKey => [org, "clip", incidentId];

const timeKey = ({ org, streamId, fromMs, incidentId }: ClipRecord): StoreKey => [
  org,
  "clip-time",
  streamId,
  fromMs,
  incidentId,
];

const openKey = ({ org, streamId, incidentId }: ClipRecord): StoreKey => [
  org,
  "clip-open",
  streamId,
  incidentId,
];

/** Index of clips by their start, without protected ones. */
const ageKey = ({ org, fromMs, incidentId }: ClipRecord): StoreKey => [
  "box",
  "clip-age",
  fromMs,
  org,
  incidentId,
];

/** Returns the clip of an incident, or undefined. */
export function getClip(
  store: StoreReader,
  org: string,
  incidentId: string,
): ClipRecord | undefined {
  return store.get<ClipRecord>(recordKey(org, incidentId));
}

/** Stores a clip with its index entries, as part of the caller's transaction. */
export function putClip(tx: StoreTransaction, clip: ClipRecord): void {
  const before = getClip(tx, clip.org, clip.incidentId);
  if (before) tx.remove(timeKey(before));
  if (before) tx.remove(ageKey(before));
  tx.put(recordKey(clip.org, clip.incidentId), clip);
  tx.put(timeKey(clip), 1);
  if (!clip.isProtected) tx.put(ageKey(clip), 1);
  if (clip.toMs === null) tx.put(openKey(clip), 1);
  else tx.remove(openKey(clip));
}

/** Removes the record of a clip. */
export function removeClip(tx: StoreTransaction, clip: ClipRecord): void {
  tx.remove(timeKey(clip));
  tx.remove(ageKey(clip));
  tx.remove(openKey(clip));
  tx.remove(recordKey(clip.org, clip.incidentId));
}

/** Returns the oldest clips that began before `beforeMs`, without protected ones. */
export function oldClips(store: StoreReader, beforeMs: number, limit: number): ClipRecord[] {
  return store
    .range({ prefix: ["box", "clip-age"], before: ["box", "clip-age", beforeMs], limit })
    .map(({ key }) => getClip(store, String(key[3]), String(key[4])))
    .filter((clip) => clip !== undefined);
}

/** Returns the clips of the stream whose incidents are open. */
export function openClips(store: StoreReader, { org, streamId }: StreamRef): ClipRecord[] {
  return store
    .range({ prefix: [org, "clip-open", streamId] })
    .map(({ key }) => getClip(store, org, String(key.at(-1))))
    .filter((clip) => clip !== undefined);
}

/** Returns the clips that overlap the span. */
export function clipsBetween(
  store: StoreReader,
  { org, streamId }: StreamRef,
  span: { fromMs: number; toMs: number },
): ClipRecord[] {
  const prefix: StoreKey = [org, "clip-time", streamId];
  return store
    .range({
      prefix,
      after: [...prefix, span.fromMs - longestMs],
      before: [...prefix, span.toMs],
    })
    .map(({ key }) => getClip(store, org, String(key.at(-1))))
    .filter((clip) => clip !== undefined)
    .filter((clip) => clipEndMs(clip) > span.fromMs);
}
