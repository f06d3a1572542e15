import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** One page of a list of the box. */
interface PageOf<T> {
  data: readonly T[];
  has_more: boolean;
  total: number;
  next_cursor: string | null;
}

/** Reads the page after a cursor, the first without one. */
export type ReadPage<T> = (
  after: { after?: string },
  signal: AbortSignal,
) => Promise<{ data: PageOf<T> }>;

/** A list that is read page by page. */
export interface Pages<T> {
  /** What has been read; undefined before the first answer. */
  items: readonly T[] | undefined;
  total: number;
  hasMore: boolean;
  error: unknown;
  /** Reads the next page too. */
  more(): void;
  /** Reads everything from the beginning. */
  reload(): void;
  /** Reads the first page again, unless further ones were pending for. */
  refresh(): void;
}

interface Read<T> {
  items: readonly T[] | undefined;
  total: number;
  cursor: string | null;
  error: unknown;
}

const nothing = { items: undefined, total: 0, cursor: null, error: undefined };

/**
 * Reads a list's first page when the component appears and when one of `inputs` changes. With `everyMs` it
 * is read again at intervals, while the page can be seen and no further pages were pending for.
 */
export function usePages<T>(
  read: ReadPage<T>,
  inputs: readonly unknown[],
  { everyMs }: { everyMs?: number } = {},
): Pages<T> {
  const [state, setState] = useState<Read<T>>(nothing);
  const pending = useRef<AbortController | undefined>(undefined);
  const pages = useRef(1);
  const ask = useCallback((after: string | null, before: readonly T[]): void => {
    pending.current?.abort();
    const own = new AbortController();
    pending.current = own;
    read(after === null ? {} : { after }, own.signal).then(
      ({ data }) => {
        if (own.signal.aborted) return;
        const cursor = data.has_more ? data.next_cursor : null;
        const items = [...before, ...data.data];
        setState({ items, total: data.total, cursor, error: undefined });
      },
      (error: unknown) => {
        if (!own.signal.aborted) setState((now) => ({ ...now, error }));
      },
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller names what it depends on
  }, inputs);
  const reload = useCallback(() => {
    pages.current = 1;
    ask(null, []);
  }, [ask]);
  const refresh = useCallback(() => {
    if (pages.current === 1) ask(null, []);
  }, [ask]);
  useEffect(() => {
    reload();
    const timer =
      everyMs === undefined
        ? undefined
        : setInterval(() => {
            if (!document.hidden) refresh();
          }, everyMs);
    return () => {
      clearInterval(timer);
      pending.current?.abort();
    };
  }, [reload, refresh, everyMs]);
  const { items, total, cursor, error } = state;
  return {
    items,
    total,
    hasMore: cursor !== null,
    error,
    more() {
      pages.current += 1;
      ask(cursor, items ?? []);
    },
    reload,
    refresh,
  };
}

/** The most that one page of a list holds. */
export const pageMax = 100;

/** A whole list, at most so many pages of it; `read` is to ask for `pageMax` entries. */
export async function readAll<T>(
  read: ReadPage<T>,
  signal: AbortSignal,
  maxPages: number,
): Promise<T[]> {
  const all: T[] = [];
  let after: { after?: string } = {};
  for (let page = 0; page < maxPages; page += 1) {
    const { data } = await read(after, signal);
    all.push(...data.data);
    if (!data.has_more || data.next_cursor === null) break;
    after = { after: data.next_cursor };
  }
  return all;
}
