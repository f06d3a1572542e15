import { useCallback, useEffect, useRef, useState } from "preact/hooks";

const checkMs = 200;

/** When the picture on the screen was shown, and whether that is recent enough to pass as the present. */
export interface PictureAge {
  isFresh: boolean;
  /** Unix seconds of the newest picture; undefined before the first. */
  shownAtSec: number | undefined;
  /** To be called for each picture that is shown. */
  onPicture: () => void;
}

/** Follows the age of a picture; each is fresh for the `maxAgeMs` at which it was shown. */
export function usePictureAge(maxAgeMs: number): PictureAge {
  const newest = useRef<{ freshUntilMs: number; atSec: number } | undefined>(undefined);
  const [isFresh, setFresh] = useState(false);
  const check = useCallback(() => {
    setFresh(newest.current !== undefined && performance.now() < newest.current.freshUntilMs);
  }, []);
  useEffect(() => {
    const timer = setInterval(check, checkMs);
    return () => clearInterval(timer);
  }, []);
  const onPicture = useCallback(() => {
    newest.current = { freshUntilMs: performance.now() + maxAgeMs, atSec: Date.now() / 1000 };
    check();
  }, [maxAgeMs]);
  return { isFresh, shownAtSec: newest.current?.atSec, onPicture };
}
