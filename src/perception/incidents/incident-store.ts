import type { Severity } from "../../base/contract/event-types.ts";
import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { IncidentRecord } from "./incident-record.ts";

/** Incidents kept for an organisation; beyond it the store removes the oldest resolved ones. */
export const maxIncidents = 20_000;
/** Removed in one transaction at most, so that none grows long. */
const trimBatch = 20;
/** Entries read from the index at once; about a millisecond of work. */
export const entriesPerRead = 500;

/** The part of a record that lists filter by; the index holds it, so that no record is read. */
export interface IncidentIndexEntry {
  streamId: string;
  severity: Severity;
  type: string;
  state: "open" | "resolved";
  isProtected?: boolean;
  groupKey?: string;
  /** Absent, as `text`, in entries of earlier versions; the record has both. */
  isAcknowledged?: boolean;
  /** The text that a search by words reads, folded; at most `maxTextLength` characters. */
  text?: string;
}

/** Longest text of an entry that a search reads: a summary is one sentence. */
const maxTextLength = 300;
/** The text without case and accents, as searches compare it. */
export function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Returns the text of a record that a search by words reads. */
export function textOf({ summary, type, streamId, streamName, zone }: IncidentRecord): string {
  const camera = [streamId, streamName ?? ""];
  const words = [summary, type.replaceAll("_", " "), ...camera, zone ?? ""].join(" ");
  return fold(words).slice(0, maxTextLength);
}

const recordKey = (org: string, id: string): StoreKey => [org, "incident", id];
const timeKey = (record: IncidentRecord): StoreKey => [
  record.org,
  "incident-time",
  record.startedAtMs,
  record.id,
];
const openKey = (record: IncidentRecord): StoreKey => [
  record.org,
  "incident-open",
  record.streamId,
  record.id,
];

/** Stores `record` with its index entries, as part of the caller's transaction. */
export function putIncident(tx: StoreTransaction, record: IncidentRecord): void {
  const { streamId, severity, type, state, isProtected = false, groupKey } = record;
  const group = groupKey === null ? {} : { groupKey };
  tx.put(recordKey(record.org, record.id), record);
  tx.put(timeKey(record), {
    streamId,
    severity,
    type,
    state,
    isProtected,
    ...group,
    isAcknowledged: typeof record.acknowledgedAtMs === "number",
    text: textOf(record),
  } satisfies IncidentIndexEntry);
  if (state === "open") tx.put(openKey(record), 1);
  else tx.remove(openKey(record));
}

/** Removes the oldest resolved incidents beyond `maxIncidents`; returns how many. */
export function trimIncidents(tx: StoreTransaction, org: string): number {
  const excess = tx.count([org, "incident-time"]) - maxIncidents;
  if (excess <= 0) return 0;
  const oldest = tx.range<IncidentIndexEntry>({
    prefix: [org, "incident-time"],
    limit: entriesPerRead,
  });
  let removed = 0;
  for (const { key, value } of oldest) {
    if (removed >= Math.min(excess, trimBatch)) break;
    if (value.state === "open" || value.isProtected) continue;
    tx.remove(key);
    tx.remove(recordKey(org, String(key[3])));
    removed += 1;
  }
  return removed;
}

/** The incident, or undefined when the organisation has none of this id. */
export function getIncident(
  store: StoreReader,
  org: string,
  id: string,
): IncidentRecord | undefined {
  return store.get<IncidentRecord>(recordKey(org, id));
}

/** Open incidents of one stream, and those resolved after `sinceMs`; newest 200 at most. */
export function recentIncidents(
  store: StoreReader,
  stream: { org: string; streamId: string },
  sinceMs: number,
): IncidentRecord[] {
  const { org, streamId } = stream;
  const open = store.range<number>({ prefix: [org, "incident-open", streamId], limit: 200 });
  const ids = new Set(open.map(({ key }) => String(key[3])));
  const index = store.range<IncidentIndexEntry>({
    prefix: [org, "incident-time"],
    reverse: true,
    limit: entriesPerRead,
  });
  for (const { key, value } of index) {
    if (value.streamId === streamId && ids.size < 200) ids.add(String(key[3]));
  }
  return [...ids]
    .map((id) => getIncident(store, org, id))
    .filter((record) => record !== undefined)
    .filter((record) => record.state === "open" || record.lastSeenAtMs >= sinceMs);
}
