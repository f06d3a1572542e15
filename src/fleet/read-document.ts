import type { TSchema } from "typebox";
import { Check } from "typebox/value";

/** Longest value of the table that a box reads, in characters. */
export const maxValue = 512 * 1024;

/** Returns the document in an entry's value; undefined for one that this version cannot read. */
export function readDocument<T>(schema: TSchema, value: string | null | undefined): T | undefined {
  if (value === null || value === undefined || value.length > maxValue) return undefined;
  try {
    return asDocument<T>(schema, JSON.parse(value));
  } catch {
    return undefined;
  }
}

/** Returns the value as a document; undefined when it is none. Fields of later versions are ignored. */
export function asDocument<T>(schema: TSchema, value: unknown): T | undefined {
  return Check(schema, value) ? (value as T) : undefined;
}
