import { severities, type Severity } from "../../base/contract/event-types.ts";
import type { StoreReader } from "../../base/core/store.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import {
  type IncidentFilter,
  isOlder,
  type MatchingIncident,
  matchingIncidents,
  readCursor,
  writeCursor,
} from "../incidents/incident-list.ts";
import { getIncident } from "../incidents/incident-store.ts";
import { type Page, type PageRequest } from "../core/page.ts";

/** Streams and types that a group lists; the newest ones. */
const maxListed = 50;

/** Consecutive incidents that `alerts.group_by` puts together. */
export interface IncidentGroup {
  /** Null for an incident without a group. */
  groupKey: string | null;
  count: number;
  open: number;
  /** Incidents that nobody has acknowledged. */
  unacknowledged: number;
  severity: Severity;
  types: string[];
  streamIds: string[];
  firstStartedAtMs: number;
  lastStartedAtMs: number;
  latest: IncidentRecord;
}

type GroupBuilder = Omit<IncidentGroup, "latest" | "types" | "streamIds"> & {
  types: Set<string>;
  streamIds: Set<string>;
  newest: MatchingIncident;
};

/**
 * One page of the organisation's incidents in groups, the group with the newest incident first. A group
 * ends where nothing of its key began for longer than `gapMs`. Throws as `listIncidents`. For `inTurns`.
 */
export function* incidentGroupPage(
  store: StoreReader,
  org: string,
  query: { filter: IncidentFilter; gapMs: number; page: PageRequest },
): Generator<undefined, Page<IncidentGroup>> {
  const { filter, gapMs, page } = query;
  const after = page.after === undefined ? null : readCursor(page.after);
  const all = yield* groupsOf(matchingIncidents(store, org, filter), gapMs);
  const from = after === null ? page.offset : all.findIndex(({ newest }) => isOlder(newest, after));
  const some = from < 0 ? [] : all.slice(from, from + page.limit);
  const hasMore = from >= 0 && from + some.length < all.length;
  const last = some.at(-1);
  return {
    items: some.flatMap((group) => finishedGroup(group, getIncident(store, org, group.newest.id))),
    total: all.length,
    hasMore,
    nextCursor: hasMore && last ? writeCursor(last.newest) : null,
  };
}

/** Of incidents newest first; the groups are in the order of their newest. */
function* groupsOf(
  incidents: Iterable<MatchingIncident | undefined>,
  gapMs: number,
): Generator<undefined, GroupBuilder[]> {
  const groups: GroupBuilder[] = [];
  const newestOf = new Map<string, GroupBuilder>();
  for (const incident of incidents) {
    if (incident === undefined) {
      yield;
      continue;
    }
    const { groupKey = null } = incident.entry;
    const known = groupKey === null ? undefined : newestOf.get(groupKey);
    const isNear = known && known.firstStartedAtMs - incident.startedAtMs <= gapMs;
    const group = isNear ? known : newGroup(incident, groupKey);
    if (!isNear) groups.push(group);
    if (groupKey !== null) newestOf.set(groupKey, group);
    add(group, incident);
  }
  return groups;
}

function newGroup(newest: MatchingIncident, groupKey: string | null): GroupBuilder {
  const { startedAtMs, entry } = newest;
  return {
    groupKey,
    count: 0,
    open: 0,
    unacknowledged: 0,
    severity: entry.severity,
    types: new Set(),
    streamIds: new Set(),
    firstStartedAtMs: startedAtMs,
    lastStartedAtMs: startedAtMs,
    newest,
  };
}

function add(group: GroupBuilder, { startedAtMs, entry }: MatchingIncident): void {
  group.count += 1;
  if (entry.state === "open") group.open += 1;
  if (entry.isAcknowledged !== true) group.unacknowledged += 1;
  group.firstStartedAtMs = startedAtMs;
  const isHigher = severities.indexOf(entry.severity) > severities.indexOf(group.severity);
  if (isHigher) group.severity = entry.severity;
  if (group.types.size < maxListed) group.types.add(entry.type);
  if (group.streamIds.size < maxListed) group.streamIds.add(entry.streamId);
}

function finishedGroup(group: GroupBuilder, latest: IncidentRecord | undefined): IncidentGroup[] {
  const { groupKey, count, open, unacknowledged, severity } = group;
  const { firstStartedAtMs, lastStartedAtMs } = group;
  const times = { firstStartedAtMs, lastStartedAtMs };
  const scope = { types: [...group.types], streamIds: [...group.streamIds] };
  return latest
    ? [{ groupKey, count, open, unacknowledged, severity, ...times, ...scope, latest }]
    : [];
}
