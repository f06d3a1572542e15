/** Steps that can be undone; older ones are forgotten. */
const maxSteps = 100;
/** Changes of one thing that follow each other within this are one step, like the moves of a drag. */
const oneStepMs = 700;

/** A value with what it was and what was undone. */
export interface Edits<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** What the last change was about, and when (milliseconds of any clock). */
  readonly last: { about: string; atMs: number } | undefined;
}

/** A value without a past. */
export function begun<T>(now: T): Edits<T> {
  return { past: [], now, future: [], last: undefined };
}

/** After a change to `now`; one that goes on with the last change of the same thing is no new step. */
export function changed<T>(
  edits: Edits<T>,
  now: T,
  last: { about: string; atMs: number },
): Edits<T> {
  const before = edits.last;
  const isSame = before?.about === last.about && last.atMs - before.atMs < oneStepMs;
  const past = isSame ? edits.past : [...edits.past, edits.now].slice(-maxSteps);
  return { past, now, future: [], last };
}

/** After one step back; the same where there is none. */
export function undone<T>({ past, now, future, last }: Edits<T>): Edits<T> {
  if (past.length === 0) return { past, now, future, last };
  return { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future], last: undefined };
}

/** After one step forward; the same where there is none. */
export function redone<T>({ past, now, future, last }: Edits<T>): Edits<T> {
  if (future.length === 0) return { past, now, future, last };
  const [next, ...rest] = future;
  return { past: [...past, now], now: next!, future: rest, last: undefined };
}
