import { type TProperties, Type } from "typebox";
import { notBlankPattern } from "../base/contract/pattern-words.ts";

/** A closed object. */
export function closed<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

/** One of some words. */
export function words<const W extends string>(...all: readonly W[]) {
  return Type.Unsafe<W>({ type: "string", enum: [...all] });
}

/** A short text. */
export function shortText(maxLength = 200) {
  return Type.String({ minLength: 1, maxLength });
}

/** Returns the schema of a question to a model: up to `maxLength` characters, not blank. */
export function questionText(maxLength: number) {
  return Type.String({ minLength: 1, maxLength, pattern: notBlankPattern });
}

/** A calendar date. */
export const dateSchema = Type.String({
  pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
  description: "ISO date, for example 2026-01-31",
});
