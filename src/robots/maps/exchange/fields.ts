import { invalidField } from "../../../base/contract/fail.ts";
import { robotLimits } from "../../robot-terms.ts";
import { mapLimits } from "../map-terms.ts";

/** An object of a foreign document. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the object; fails with `invalid_request_body` for anything else. */
export function object(value: unknown, at: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw invalidField(at, "is not an object. Send the whole document");
}

/** Returns the list; fails with `invalid_request_body` for anything else and for too long a one. */
export function list(value: unknown, at: string, most = 10_000): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidField(at, "is not a list. Send the whole document");
  if (value.length > most)
    throw invalidField(at, `has ${value.length} entries. Send at most ${most}`);
  return value;
}

/** Returns the text of 1 to 100 characters; fails with `invalid_request_body` for anything else. */
export function text(value: unknown, at: string): string {
  const most = mapLimits.nameLength;
  if (typeof value === "string" && value.length > 0 && value.length <= most) return value;
  throw invalidField(at, `is not a string of 1 to ${most} characters. Correct it`);
}

/** Returns the coordinate in metres; fails with `invalid_request_body` for one that no map has. */
export function coordinate(value: unknown, at: string): number {
  if (typeof value === "number" && Math.abs(value) <= robotLimits.coordinateM) return value;
  throw invalidField(
    at,
    `is not a number from -${robotLimits.coordinateM} to ${robotLimits.coordinateM}. Send metres`,
  );
}

/** Returns the number, or null where there is none; fails with `invalid_request_body` outside of the bounds. */
export function numberOrNull(
  value: unknown,
  at: string,
  { above, most }: { above: number; most: number },
): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" && value > above && value <= most) return value;
  throw invalidField(at, `is not a number above ${above} and up to ${most}. Correct it`);
}

/** Returns the text, or null where there is none. */
export function textOrNull(value: unknown, at: string): string | null {
  return value === undefined || value === null ? null : text(value, at);
}
