import { fail } from "../../base/contract/fail.ts";
import { describeError } from "../../base/core/errors.ts";

/** The time in which a robot must accept a command, in milliseconds. */
export const commandTimeoutMs = 5000;
/** The longest time for which the answer to a stop waits for its record, in milliseconds. */
export const recordPatienceMs = 1000;
/** The time in which it must accept a stop, in milliseconds. */
export const stopTimeoutMs = 1000;

/**
 * Returns the result of `work`, or `robot_unreachable` after `timeoutMs` of real time, because a transport's
 * deadline must not depend on a settable clock.
 */
export async function within<T>(work: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let handle: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    handle = setTimeout(
      () =>
        reject(
          fail(
            "robot_unreachable",
            `robot: did not take ${what} in ${timeoutMs} ms. Check its connection`,
          ),
        ),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(handle);
  }
}

/** Returns the result of `work`, or `otherwise` after `patienceMs` of real time while `work` continues. */
export async function orAfter<T, U>(
  work: Promise<T>,
  patienceMs: number,
  otherwise: U,
): Promise<T | U> {
  let handle: NodeJS.Timeout | undefined;
  const late = new Promise<U>((resolve) => {
    handle = setTimeout(() => resolve(otherwise), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(handle);
  }
}

/** Returns the value of `work`, or its error in words. Never rejects. */
export async function settled<T>(
  work: Promise<T>,
): Promise<{ done: T; error: null } | { done: null; error: string }> {
  try {
    return { done: await work, error: null };
  } catch (error) {
    return { done: null, error: describeError(error) };
  }
}
