import { errorCodes } from "../../base/contract/error-codes.ts";
import type { WireError } from "./error-wire.ts";

/** Media type of RFC 9457. */
export const problemType = "application/problem+json";

/**
 * True when an `Accept` header names the type of RFC 9457: such a client gets errors in that form.
 */
export function asksForProblem(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes(problemType)) return false;
  return accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return type === problemType && !parameters.some((each) => /^q=0(\.0*)?$/.test(each));
  });
}

/**
 * Returns an error in the form of RFC 9457: `type` links to the code's row of the reference page,
 * and the members of `error` stand beside it.
 */
export function problemOf({ status, code, body }: WireError) {
  const { message, ...more } = body.error;
  const title = errorCodes[code].meaning;
  return { type: `/docs/reference#error-${code}`, title, status, detail: message, ...more };
}
