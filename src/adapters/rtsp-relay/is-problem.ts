import type { SourceProblem } from "../../cameras/source.ts";

/** Tells a problem from what was asked for. */
export function isProblem(value: unknown): value is SourceProblem {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    "code" in value &&
    "message" in value
  );
}
