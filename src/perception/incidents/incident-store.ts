import type { Page, PageRequest } from "../core/page.ts";
import { severities, type Severity } from "../../base/contract/event-types.ts";
import { fail } from "../../base/contract/fail.ts";
import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { IncidentRecord } from "./incident-record.ts";

/** Incidents kept for an organisation; beyond it the store removes the oldest resolved ones. */
export const maxIncidents = 20_000;
/** Removed in one transaction at most, so that none grows long. */
const trimBatch = 20;
/** Entries read from the index at once. */
const entriesPerRead = 500;

/** The filters of a list; times are Unix milliseconds of `startedAtMs`. */
export interface IncidentFilter {
  streamId?: string | undefined;
  severity?: Severity | undefined;
  /** This severity or a higher one. */
  minSeverity?: Severity | undefined;
  type?: string | undefined;
  groupKey?: string | undefined;
  state?: "open" | "resolved" | undefined;
  /** Inclusive. */
  fromMs?: number | undefined;
  /** Exclusive. */
  toMs?: number | undefined;
}

/** The part of a record that lists filter by; the index holds it, so that no record is read. */
export interface IncidentIndexEntry {
  streamId: string;
  severity: Severity;
  type: string;
  state: "open" | "resolved";
  isProtected?: boolean;
  groupKey?: string;
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

/**
 * One page of the organisation's incidents, newest first. Cursors stay right while incidents
 * arrive. Throws `invalid_query_parameter` for a cursor of another list.
 */
export function listIncidents(
  store: StoreReader,
  org: string,
  query: { filter: IncidentFilter; page: PageRequest },
): Page<IncidentRecord> {
  const { page } = query;
  const after = page.after === undefined ? null : readCursor(page.after);
  const ids: { startedAtMs: number; id: string }[] = [];
  let total = 0;
  let skipped = 0;
  let beyond = false;
  for (const entry of matchingIncidents(store, org, query.filter)) {
    total += 1;
    if (after !== null && !isOlder(entry, after)) continue;
    if (after === null && skipped < page.offset) skipped += 1;
    else if (ids.length < page.limit) ids.push(entry);
    else beyond = true;
  }
  const items = ids
    .map(({ id }) => getIncident(store, org, id))
    .filter((record) => record !== undefined);
  const last = ids.at(-1);
  return {
    items,
    total,
    hasMore: beyond,
    nextCursor: beyond && last !== undefined ? writeCursor(last) : null,
  };
}

/** An incident as the index knows it. */
export interface MatchingIncident {
  startedAtMs: number;
  id: string;
  entry: IncidentIndexEntry;
}

/** Returns the entries that pass the filter, newest first, without reading a record. */
export function* matchingIncidents(
  store: StoreReader,
  org: string,
  filter: IncidentFilter,
): Generator<MatchingIncident> {
  const prefix: StoreKey = [org, "incident-time"];
  let before: StoreKey | undefined;
  for (;;) {
    const chunk = store.range<IncidentIndexEntry>({
      prefix,
      reverse: true,
      limit: entriesPerRead,
      ...(before === undefined ? {} : { before }),
    });
    for (const { key, value } of chunk) {
      const startedAtMs = Number(key[2]);
      if (filter.fromMs !== undefined && startedAtMs < filter.fromMs) return;
      if (isMatch(value, startedAtMs, filter))
        yield { startedAtMs, id: String(key[3]), entry: value };
    }
    const last = chunk.at(-1);
    if (chunk.length < entriesPerRead || last === undefined) return;
    before = last.key;
  }
}

function isMatch(entry: IncidentIndexEntry, startedAtMs: number, filter: IncidentFilter): boolean {
  return (
    (filter.toMs === undefined || startedAtMs < filter.toMs) &&
    (filter.streamId === undefined || entry.streamId === filter.streamId) &&
    (filter.severity === undefined || entry.severity === filter.severity) &&
    (filter.minSeverity === undefined ||
      severities.indexOf(entry.severity) >= severities.indexOf(filter.minSeverity)) &&
    (filter.type === undefined || entry.type === filter.type) &&
    (filter.groupKey === undefined || entry.groupKey === filter.groupKey) &&
    (filter.state === undefined || entry.state === filter.state)
  );
}

/** True when one comes after the other in a list, newest first. */
export function isOlder(
  entry: { startedAtMs: number; id: string },
  than: { startedAtMs: number; id: string },
): boolean {
  if (entry.startedAtMs !== than.startedAtMs) return entry.startedAtMs < than.startedAtMs;
  return entry.id < than.id;
}

/** The cursor of what follows `entry`. */
export function writeCursor(entry: { startedAtMs: number; id: string }): string {
  return Buffer.from(`${entry.startedAtMs} ${entry.id}`).toString("base64url");
}

/** Reads a cursor of `writeCursor`. Throws `invalid_query_parameter` for any other text. */
export function readCursor(cursor: string): { startedAtMs: number; id: string } {
  const match = /^(\d+(?:\.\d+)?) ([0-9a-f-]{36})$/.exec(
    Buffer.from(cursor, "base64url").toString("utf8"),
  );
  if (!match) {
    throw fail(
      "invalid_query_parameter",
      "after: is no cursor of this list. Use next_cursor of the page before",
      { param: "after" },
    );
  }
  return { startedAtMs: Number(match[1]), id: match[2]! };
}
