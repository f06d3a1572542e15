import { useEffect, useRef, useState } from "preact/hooks";

/** Speeds of playback. */
export const speeds = [0.5, 1, 2, 4, 8, 16] as const;

/** The playhead. */
export interface Playback {
  /** Unix seconds. */
  at: number;
  isPlaying: boolean;
  speed: number;
  /** Number of seeks so far; a player loads its video again when it changes. */
  seekNo: number;
  seek(at: number): void;
  toggle(): void;
  setSpeed(speed: number): void;
  /** The playhead now, between two drawings. */
  now(): number;
}

/** The page follows the playhead this often. */
const drawMs = 200;

/** One clock for all players, so that they stay together; it ends at the present. */
export function usePlayback(startAt: number): Playback {
  const [state, setState] = useState({ at: startAt, isPlaying: false, speed: 1, seekNo: 0 });
  const clock = useRef({ at: startAt, sinceMs: performance.now() });
  const newest = useRef(state);
  newest.current = state;
  const now = (): number => {
    const { isPlaying, speed } = newest.current;
    const { at, sinceMs } = clock.current;
    const passedSec = isPlaying ? ((performance.now() - sinceMs) / 1000) * speed : 0;
    return Math.min(at + passedSec, Date.now() / 1000);
  };
  const set = (change: Partial<typeof state>): void => {
    clock.current = { at: change.at ?? now(), sinceMs: performance.now() };
    newest.current = { ...newest.current, at: clock.current.at, ...change };
    setState(newest.current);
  };
  const { isPlaying } = state;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setState((before) => ({ ...before, at: now() })), drawMs);
    return () => clearInterval(timer);
  }, [isPlaying]);
  return {
    ...state,
    now,
    seek: (at) => set({ at, seekNo: newest.current.seekNo + 1 }),
    toggle: () => set({ isPlaying: !newest.current.isPlaying }),
    setSpeed: (speed) => set({ speed }),
  };
}
