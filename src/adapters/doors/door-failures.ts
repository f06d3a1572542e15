import { fail } from "../../base/contract/fail.ts";
import { describeError } from "../../base/core/errors.ts";

/** Returns the failure of a request that did not reach the door. */
export function unreachable(why: string, cause?: unknown) {
  const message = `door: cannot be reached (${why}). Check its address and its power`;
  return fail("door_unreachable", message, cause === undefined ? {} : { cause });
}

/** Returns the failure of a request as `door_unreachable`, with its cause in words. */
export function asUnreachable(error: unknown) {
  const isLate = error instanceof Error && error.name === "TimeoutError";
  return unreachable(isLate ? "it did not answer in time" : describeError(error), error);
}

/** Puts a lift's word for a level into a text of the settings. */
export function withLevel(text: string, level: string | null): string {
  return level === null ? text : text.replaceAll("{level}", level);
}
