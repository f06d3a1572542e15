import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** Data that a view reads from the box. */
export interface Loaded<T> {
  /** The newest answer; it stays while later requests fail. */
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  /** Reads again: now, or as soon as the pending request ends. */
  reload(): void;
  /** Sets the answer to a change, which is newer than that of the pending request. */
  put(data: T): void;
}

/** Options of `useLoad`. */
export interface LoadOptions {
  /** Reads again after this time while the page is visible; default: only once. */
  everyMs?: number;
}

/** A pending request. */
interface PendingRequest {
  abort: AbortController;
  /** `reload` was called meanwhile. */
  isRepeated: boolean;
}

/**
 * Reads something when the component appears, when one of `inputs` changes, and at intervals; one
 * request at a time, however often `reload` is called. Leaving the view aborts it.
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
  const pending = useRef<PendingRequest | undefined>(undefined);
  const reload = useCallback(() => {
    if (pending.current) {
      pending.current.isRepeated = true;
      return;
    }
    const own: PendingRequest = { abort: new AbortController(), isRepeated: false };
    pending.current = own;
    const settle = (next: Partial<Loaded<T>>): void => {
      if (own.abort.signal.aborted) return;
      pending.current = undefined;
      setState((before) => ({ ...before, isLoading: false, ...next }));
      if (own.isRepeated) reload();
    };
    load(own.abort.signal).then(
      (data) => settle({ data, error: undefined }),
      (error: unknown) => settle({ error }),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller names what it depends on
  }, inputs);
  const put = useCallback(
    (data: T) => {
      pending.current?.abort.abort();
      pending.current = undefined;
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
      pending.current?.abort.abort();
      pending.current = undefined;
    };
  }, [reload, everyMs]);
  return { ...state, reload, put };
}
