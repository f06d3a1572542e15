import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Incident } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { siteEvents } from "../../api/events.ts";
import { type Filters, fits, questionOf } from "./filters.ts";

/** Incidents that the page keeps; older ones leave it, and the API still has them. */
const maxKept = 200;
const pageSize = 50;
/** Events that come together are shown together. */
const gatherMs = 80;
const types = ["incident.created", "incident.updated", "incident.resolved"];

/** A list of incidents, newest first, kept current by events. */
export interface IncidentList {
  incidents: readonly Incident[];
  isLoading: boolean;
  error: unknown;
  hasMore: boolean;
  /** Reads the next older ones. */
  older(): void;
  reload(): void;
  /** Shows the newer version of an incident that an answer brought. */
  accept(incident: Incident): void;
}

interface State {
  byId: ReadonlyMap<string, Incident>;
  cursor: string | null;
  isLoading: boolean;
  error: unknown;
}

const nothing: State = { byId: new Map(), cursor: null, isLoading: true, error: undefined };

/** The incidents that `filters` ask for, at most 200; what comes later arrives by the page's events. */
export function useIncidents(filters: Filters, limit = pageSize): IncidentList {
  const key = JSON.stringify(filters);
  const [state, setState] = useState<State>(nothing);
  const requestNo = useRef(0);
  const read = useCallback(
    async (after?: string) => {
      const own = (requestNo.current += 1);
      try {
        const question = { ...questionOf(filters), limit, after };
        const { data: page } = await box.surveillance.listIncidents(question);
        if (own !== requestNo.current) return;
        const { next_cursor: cursor } = page as { next_cursor?: string | null };
        setState((before) => ({
          byId: merge(before.byId, page.data),
          cursor: cursor ?? null,
          isLoading: false,
          error: undefined,
        }));
      } catch (error) {
        if (own === requestNo.current)
          setState((before) => ({ ...before, isLoading: false, error }));
      }
    },
    [key, limit],
  );
  const accept = useCallback(
    (news: readonly Incident[]) => {
      setState((before) => ({
        ...before,
        byId: merge(
          before.byId,
          news.filter((incident) => before.byId.has(incident.id) || fits(incident, filters)),
        ),
      }));
    },
    [key],
  );
  useEffect(() => {
    setState(nothing);
    void read();
    return follow(accept, () => void read());
  }, [read, accept]);
  const { byId, cursor, isLoading, error } = state;
  return {
    incidents: [...byId.values()],
    isLoading,
    error,
    hasMore: cursor !== null && byId.size < maxKept,
    older: () => void read(cursor ?? undefined),
    reload: () => void read(),
    accept: (incident) => accept([incident]),
  };
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
  known: ReadonlyMap<string, Incident>,
  news: readonly Incident[],
): ReadonlyMap<string, Incident> {
  const all = new Map(known);
  for (const incident of news) {
    const before = all.get(incident.id);
    if (before && before.last_seen_at > incident.last_seen_at) continue;
    all.set(incident.id, { ...before, ...incident });
  }
  const sorted = [...all.values()].toSorted((a, b) => b.started_at - a.started_at);
  return new Map(sorted.slice(0, maxKept).map((incident) => [incident.id, incident]));
}
