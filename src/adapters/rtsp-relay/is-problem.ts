import type { SourceProblem } from "../../cameras/source.ts";

/** Distinguishes a problem from a result. */
export function isProblem(value: unknown): value is SourceProblem {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    "code" in value &&
    "message" in value
  );
}
