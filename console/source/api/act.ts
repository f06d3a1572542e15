import { useState } from "preact/hooks";

/** Something that a person sets off, and how it stands. */
export interface Act {
  isRunning: boolean;
  /** What went wrong the last time. */
  error: unknown;
  /** Does it, one at a time; true when it went well. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  /** Takes the error away. */
  clear(): void;
}

/** One button's or form's work: busy while it runs, with its error afterwards. */
export function useAct(): Act {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  return {
    isRunning,
    error,
    clear: () => setError(undefined),
    async run(work) {
      setRunning(true);
      setError(undefined);
      try {
        await work();
        return true;
      } catch (thrown) {
        setError(thrown);
        return false;
      } finally {
        setRunning(false);
      }
    },
  };
}
