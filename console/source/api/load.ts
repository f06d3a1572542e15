import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** What a view knows of something that it reads from the box. */
export interface Loaded<T> {
  /** The newest answer; what was there stays while a later one fails. */
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  /** Asks again now. */
  reload(): void;
}

/** How `useLoad` asks. */
export interface LoadOptions {
  /** Asks again after this time while the page can be seen; once only when absent. */
  everyMs?: number;
}

/**
 * Reads something when the component appears, when one of `inputs` changes, and at intervals. An answer
 * that comes after a newer question is dropped; leaving the view gives the question up.
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
  { everyMs }: LoadOptions = {},
): Loaded<T> {
  const [state, setState] = useState<Pick<Loaded<T>, "data" | "error" | "isLoading">>({
    data: undefined,
    error: undefined,
    isLoading: true,
  });
  const asked = useRef<AbortController | undefined>(undefined);
  const reload = useCallback(() => {
    asked.current?.abort();
    const own = new AbortController();
    asked.current = own;
    const settle = (next: Partial<Loaded<T>>): void => {
      if (own.signal.aborted) return;
      setState((before) => ({ ...before, isLoading: false, ...next }));
    };
    load(own.signal).then(
      (data) => settle({ data, error: undefined }),
      (error: unknown) => settle({ error }),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller names what it depends on
  }, inputs);
  useEffect(() => {
    reload();
    const timer =
      everyMs === undefined
        ? undefined
        : setInterval(() => {
            if (!document.hidden) reload();
          }, everyMs);
    return () => {
      clearInterval(timer);
      asked.current?.abort();
    };
  }, [reload, everyMs]);
  return { ...state, reload };
}
