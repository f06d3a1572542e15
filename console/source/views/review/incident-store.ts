import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Incident } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { siteEvents } from "../../api/events.ts";
import { type Filters, fits, questionOf } from "./filters.ts";

/** Incidents that a list keeps before somebody pages on; then it keeps what was read. */
const usualKept = 200;
/** The most that a list keeps: what the box keeps. */
const mostKept = 20_000;
const pageSize = 100;
/** Events that come together are shown together. */
const gatherMs = 80;
/** Incidents have times in milliseconds, and the end of a span is exclusive. */
const tickSec = 0.001;
const types = ["incident.created", "incident.updated", "incident.resolved"];

/** A list of incidents, newest first, kept current by events. */
export interface IncidentList {
  incidents: readonly Incident[];
  /** All that the box has for the filters. */
  total: number;
  isLoading: boolean;
  error: unknown;
  hasMore: boolean;
  /** Reads the next older ones. */
  older(): void;
  reload(): void;
  /** Shows the newer version of an incident that an answer brought. */
  accept(incident: Incident): void;
  /** Changes incidents of the list before the box has answered. */
  patch(ids: ReadonlySet<string>, change: Partial<Incident>): void;
}

interface State {
  byId: ReadonlyMap<string, Incident>;
  total: number;
  hasMore: boolean;
  /** How many the list keeps. */
  kept: number;
  isLoading: boolean;
  error: unknown;
}

const nothing: State = {
  byId: new Map(),
  total: 0,
  hasMore: false,
  kept: usualKept,
  isLoading: true,
  error: undefined,
};

/** The incidents that `filters` ask for, page by page; what comes later arrives by the page's events. */
export function useIncidents(filters: Filters, limit = pageSize): IncidentList {
  const key = JSON.stringify(filters);
  const [state, setState] = useState<State>(nothing);
  const requestNo = useRef(0);
  // Incidents that changed while the box answered: its answer may show them as they were before.
  const changed = useRef<Set<string>>(new Set());
  const pendingOlder = useRef(false);
  const read = useCallback(
    async (before?: number) => {
      const own = (requestNo.current += 1);
      changed.current.clear();
      try {
        const page = before === undefined ? {} : { to: before };
        const question = { ...questionOf(filters), ...page, limit };
        const { data } = await box.surveillance.listIncidents(question);
        if (own !== requestNo.current) return;
        const newer = new Set(changed.current);
        setState((now) => withPage(now, withoutOlder(now, data, newer), before !== undefined));
      } catch (error) {
        if (own === requestNo.current) setState((now) => ({ ...now, isLoading: false, error }));
      } finally {
        pendingOlder.current = false;
      }
    },
    [key, limit],
  );
  const accept = useCallback(
    (news: readonly Incident[]) => {
      for (const { id } of news) changed.current.add(id);
      setState((now) => withNews(now, news, filters));
    },
    [key],
  );
  useEffect(() => {
    setState(nothing);
    void read();
    return follow(accept, () => void read());
  }, [read, accept]);
  const incidents = useMemo(() => [...state.byId.values()], [state.byId]);
  return {
    incidents,
    total: state.total,
    isLoading: state.isLoading,
    error: state.error,
    hasMore: state.hasMore && state.byId.size < mostKept,
    older() {
      if (pendingOlder.current || incidents.length === 0) return;
      pendingOlder.current = true;
      void read(incidents.at(-1)!.started_at + tickSec);
    },
    reload: () => void read(),
    accept: (incident) => accept([incident]),
    patch(ids, change) {
      for (const id of ids) changed.current.add(id);
      setState((now) => ({ ...now, byId: patched(now.byId, ids, change) }));
    },
  };
}

/** The page with what the list knows better of the incidents that changed after the box was asked. */
function withoutOlder<Page extends { data: readonly Incident[] }>(
  { byId }: State,
  page: Page,
  newer: ReadonlySet<string>,
): Page {
  const data = page.data.map((incident) =>
    newer.has(incident.id) ? { ...incident, ...byId.get(incident.id) } : incident,
  );
  return { ...page, data };
}

function withPage(
  now: State,
  page: { data: readonly Incident[]; total: number; has_more: boolean },
  isOlder: boolean,
): State {
  const keptIncidents = isOlder
    ? Math.min(mostKept, Math.max(now.kept, now.byId.size + pageSize))
    : now.kept;
  const byId = merge(now.byId, page.data, keptIncidents);
  const isFirst = !isOlder;
  return {
    byId,
    kept: keptIncidents,
    total: isFirst ? page.total : now.total,
    hasMore: isFirst ? page.total > byId.size : page.has_more,
    isLoading: false,
    error: undefined,
  };
}

function withNews(now: State, news: readonly Incident[], filters: Filters): State {
  const known = news.filter((incident) => now.byId.has(incident.id));
  const added = news.filter((one) => !now.byId.has(one.id) && fits(one, filters));
  const byId = merge(now.byId, [...known, ...added], now.kept);
  const total = now.total + new Set(added.map(({ id }) => id)).size;
  return { ...now, byId, total, hasMore: now.hasMore || total > byId.size };
}

function patched(
  byId: State["byId"],
  ids: ReadonlySet<string>,
  change: Partial<Incident>,
): State["byId"] {
  const all = new Map(byId);
  for (const id of ids) {
    const incident = all.get(id);
    if (incident) all.set(id, { ...incident, ...change });
  }
  return all;
}

/** Hands over incidents of events, those of a moment together. */
function follow(accept: (news: readonly Incident[]) => void, onGap: () => void): () => void {
  let gathered: Incident[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    accept(gathered);
    gathered = [];
  };
  const stop = siteEvents.follow(
    types,
    (_type, data: Incident) => {
      gathered.push(data);
      timer ??= setTimeout(flush, gatherMs);
    },
    onGap,
  );
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Newest first; of one incident what was seen last wins. Compact events leave fields out. */
function merge(
  known: State["byId"],
  news: readonly Incident[],
  most: number,
): ReadonlyMap<string, Incident> {
  const all = new Map(known);
  for (const incident of news) {
    const before = all.get(incident.id);
    if (before && before.last_seen_at > incident.last_seen_at) continue;
    all.set(incident.id, { ...before, ...incident });
  }
  const sorted = [...all.values()].toSorted((a, b) => b.started_at - a.started_at);
  return new Map(sorted.slice(0, most).map((incident) => [incident.id, incident]));
}
