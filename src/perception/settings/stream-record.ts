import { removeBaseline } from "../anomaly/baseline-store.ts";
import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import { hostOnly, withoutSecrets } from "../../base/secrets/address-secrets.ts";
import { removeView } from "../scene/view-store.ts";
import type { StreamSettings } from "./stream-settings.ts";

/** A stream's source as stored and shown, with `***` for secrets of known forms; the real one is in the job's input. */
export interface ShownSource {
  type: string;
  url: string;
  sub_url?: string;
}

/** The source without secrets of known forms. */
export function shownSource(type: string, url: string, subUrl: string | undefined): ShownSource {
  if (type === "file" || type === "robot") return { type, url };
  const sub = subUrl === undefined ? {} : { sub_url: withoutSecrets(subUrl) };
  return { type, url: withoutSecrets(url), ...sub };
}

/** The source for callers who may not change it: a camera's address without path and query. */
export function forReader<S extends ShownSource>(source: S): S {
  if (source.type === "file" || source.type === "robot") return source;
  const sub = source.sub_url === undefined ? {} : { sub_url: hostOnly(source.sub_url) };
  return { ...source, url: hostOnly(source.url), ...sub };
}

/** A stream as stored: the claim of its id, and its settings after all changes. No secret in it. */
export interface StreamRecord {
  v: 1;
  org: string;
  streamId: string;
  jobId: string;
  source: ShownSource;
  settings: StreamSettings;
  createdAtMs: number;
  /** Unix milliseconds of the end of its job; null while it may still run. */
  endedAtMs: number | null;
  /** The reason of an irregular end; null for a regular one. */
  lastError: { code: string; message: string } | null;
}

/** Streams kept of an organisation; beyond it the oldest ended ones go. */
export const maxStreams = 500;

const streamKey = (org: string, streamId: string): StoreKey => [org, "stream", streamId];

/** The stream, or undefined. */
export function getStream(
  store: StoreReader,
  org: string,
  streamId: string,
): StreamRecord | undefined {
  return store.get<StreamRecord>(streamKey(org, streamId));
}

/** The name of a stream for people: its display name, or its id. */
export function streamName({ streamId, settings }: StreamRecord): string {
  return settings.displayName ?? streamId;
}

/** Returns what people call the stream `streamId`; the id where the store has no such stream. */
export function nameOfStream(store: StoreReader, org: string, streamId: string): string {
  const record = getStream(store, org, streamId);
  return record ? streamName(record) : streamId;
}

/** Every stream of the organisation by id; at most `maxStreams`. */
export function listStreams(store: StoreReader, org: string): StreamRecord[] {
  return store
    .range<StreamRecord>({ prefix: [org, "stream"], limit: maxStreams })
    .map(({ value }) => value);
}

/** Stores the stream and forgets the oldest ended ones beyond the bound. */
export function putStream(tx: StoreTransaction, record: StreamRecord): void {
  tx.put(streamKey(record.org, record.streamId), record);
  if (tx.count([record.org, "stream"]) <= maxStreams) return;
  const oldest = tx
    .range<StreamRecord>({ prefix: [record.org, "stream"], limit: maxStreams + 1 })
    .map(({ value }) => value)
    .filter((one) => one.endedAtMs !== null && one.streamId !== record.streamId)
    .toSorted((a, b) => a.endedAtMs! - b.endedAtMs!)[0];
  if (oldest) removeStream(tx, oldest.org, oldest.streamId);
}

/** Forgets the stream. */
export function removeStream(tx: StoreTransaction, org: string, streamId: string): void {
  tx.remove(streamKey(org, streamId));
  removeBaseline(tx, org, streamId);
  removeView(tx, org, streamId);
}

/** Marks the stream of job `jobId` as ended, unless another job has its id now. */
export function endStream(
  tx: StoreTransaction,
  stream: Pick<StreamRecord, "org" | "streamId" | "jobId" | "lastError">,
  endedAtMs: number,
): void {
  const record = getStream(tx, stream.org, stream.streamId);
  if (!record || record.jobId !== stream.jobId) return;
  putStream(tx, { ...record, endedAtMs, lastError: stream.lastError });
}
