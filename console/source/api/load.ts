import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** What a view knows of something that it reads from the box. */
export interface Loaded<T> {
  /** The newest answer; what was there stays while a later one fails. */
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  /** Asks again: now, or as soon as the question that is under way is answered. */
  reload(): void;
  /** Takes what a change was answered with: it is newer than the answer to a question that is under way. */
  put(data: T): void;
}

/** How `useLoad` asks. */
export interface LoadOptions {
  /** Asks again after this time while the page can be seen; once only when absent. */
  everyMs?: number;
}

/** A question under way. */
interface Question {
  gone: AbortController;
  /** Something changed meanwhile. */
  isAskedAgain: boolean;
}

/**
 * Reads something when the component appears, when one of `inputs` changes, and at intervals; one
 * question at a time, however often `reload` is called. Leaving the view gives it up.
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
  const asked = useRef<Question | undefined>(undefined);
  const reload = useCallback(() => {
    if (asked.current) {
      asked.current.isAskedAgain = true;
      return;
    }
    const own: Question = { gone: new AbortController(), isAskedAgain: false };
    asked.current = own;
    const settle = (next: Partial<Loaded<T>>): void => {
      if (own.gone.signal.aborted) return;
      asked.current = undefined;
      setState((before) => ({ ...before, isLoading: false, ...next }));
      if (own.isAskedAgain) reload();
    };
    load(own.gone.signal).then(
      (data) => settle({ data, error: undefined }),
      (error: unknown) => settle({ error }),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller names what it depends on
  }, inputs);
  const put = useCallback(
    (data: T) => {
      asked.current?.gone.abort();
      asked.current = undefined;
      setState({ data, error: undefined, isLoading: false });
      reload();
    },
    [reload],
  );
  useEffect(() => {
    setState((before) => ({ ...before, isLoading: true }));
    reload();
    const timer =
      everyMs === undefined
        ? undefined
        : setInterval(() => {
            if (!document.hidden) reload();
          }, everyMs);
    return () => {
      clearInterval(timer);
      asked.current?.gone.abort();
      asked.current = undefined;
    };
  }, [reload, everyMs]);
  return { ...state, reload, put };
}
