import type { TSchema } from "typebox";
import { explain } from "../base/contract/explain.ts";

/** Longest value of the table that a box reads, in characters. */
const maxValue = 512 * 1024;

/** Returns the document in an entry's value; undefined for one that this version cannot read. */
export function readDocument<T>(schema: TSchema, value: string | null | undefined): T | undefined {
  if (value === null || value === undefined || value.length > maxValue) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return explain(schema, parsed).length === 0 ? (parsed as T) : undefined;
  } catch {
    return undefined;
  }
}
