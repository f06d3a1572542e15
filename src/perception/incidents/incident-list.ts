import type { Page, PageRequest } from "../core/page.ts";
import { severities, type Severity } from "../../base/contract/event-types.ts";
import { invalidCursor } from "../../base/contract/fail.ts";
import { atOnce } from "../../base/concurrency/in-turns.ts";
import type { StoreKey, StoreReader } from "../../base/core/store.ts";
import type { IncidentRecord } from "./incident-record.ts";
import {
  entriesPerRead,
  fold,
  getIncident,
  type IncidentIndexEntry,
  textOf,
} from "./incident-store.ts";

/** The filters of a list; times are Unix milliseconds of `startedAtMs`. */
export interface IncidentFilter {
  streamId?: string | undefined;
  /** Only of these streams. */
  streamIds?: readonly string[] | undefined;
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
  /** True for those that somebody has acknowledged, false for the others. */
  isAcknowledged?: boolean | undefined;
  /** Each of these words occurs in the summary, the type, the stream or the zone; see `searchWords`. */
  words?: readonly string[] | undefined;
}

/** Words of one search; further ones are left out. */
const maxSearchWords = 8;

/** The words of a search, without regard to case and accents; at most 8. */
export function searchWords(query: string): string[] {
  return fold(query)
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, maxSearchWords);
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
  return atOnce(incidentPage(store, org, query));
}

/** The steps of `listIncidents`, for `inTurns`: others have their turn while many incidents are read. */
export function* incidentPage(
  store: StoreReader,
  org: string,
  query: { filter: IncidentFilter; page: PageRequest },
): Generator<undefined, Page<IncidentRecord>> {
  const { page } = query;
  const after = page.after === undefined ? null : readCursor(page.after);
  const ids: { startedAtMs: number; id: string }[] = [];
  let total = 0;
  let skipped = 0;
  let beyond = false;
  for (const entry of matchingIncidents(store, org, query.filter)) {
    if (entry === undefined) {
      yield;
      continue;
    }
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

/**
 * Those that pass the filter, newest first; no record of this version is read. Gives undefined after each piece
 * of the index, where a reader can let others have their turn.
 */
export function* matchingIncidents(
  store: StoreReader,
  org: string,
  filter: IncidentFilter,
): Generator<MatchingIncident | undefined> {
  const prefix: StoreKey = [org, "incident-time"];
  let before: StoreKey | undefined =
    filter.toMs === undefined ? undefined : [...prefix, filter.toMs];
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
      if (!isMatch(value, startedAtMs, filter)) continue;
      const id = String(key[3]);
      const entry = complete(store, { org, id, entry: value });
      if (isReviewMatch(entry, filter)) yield { startedAtMs, id, entry };
    }
    const last = chunk.at(-1);
    if (chunk.length < entriesPerRead || last === undefined) return;
    before = last.key;
    yield undefined;
  }
}

function isOfStreams(id: string, { streamId, streamIds }: IncidentFilter): boolean {
  return (streamId === undefined || id === streamId) && (streamIds?.includes(id) ?? true);
}

function isMatch(entry: IncidentIndexEntry, startedAtMs: number, filter: IncidentFilter): boolean {
  return (
    (filter.toMs === undefined || startedAtMs < filter.toMs) &&
    isOfStreams(entry.streamId, filter) &&
    (filter.severity === undefined || entry.severity === filter.severity) &&
    (filter.minSeverity === undefined ||
      severities.indexOf(entry.severity) >= severities.indexOf(filter.minSeverity)) &&
    (filter.type === undefined || entry.type === filter.type) &&
    (filter.groupKey === undefined || entry.groupKey === filter.groupKey) &&
    (filter.state === undefined || entry.state === filter.state)
  );
}

/** The entry with what those of earlier versions lack, from its record. */
function complete(
  store: StoreReader,
  { org, id, entry }: { org: string; id: string; entry: IncidentIndexEntry },
): IncidentIndexEntry {
  if (entry.text !== undefined) return entry;
  const record = getIncident(store, org, id);
  if (!record) return { ...entry, isAcknowledged: false, text: "" };
  return {
    ...entry,
    isAcknowledged: typeof record.acknowledgedAtMs === "number",
    text: textOf(record),
  };
}

function isReviewMatch(
  { isAcknowledged, text = "" }: IncidentIndexEntry,
  filter: IncidentFilter,
): boolean {
  return (
    (filter.isAcknowledged === undefined || isAcknowledged === filter.isAcknowledged) &&
    (filter.words === undefined || filter.words.every((word) => text.includes(word)))
  );
}

/** Returns true when one comes after the other in a list, newest first. */
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
    throw invalidCursor();
  }
  return { startedAtMs: Number(match[1]), id: match[2]! };
}
