import { type TSchema, Type } from "typebox";

/**
 * Building blocks for schemas of `data` in answers. They are published in the OpenAPI document: a
 * schema with a title stands there once, under that name. Answers may gain fields in later versions,
 * so the schemas are open; the tests read them as closed.
 */

/** `schema` under a name of its own in the OpenAPI document and in the client. */
export function named<S extends TSchema>(title: string, schema: S): S {
  return { ...schema, title };
}

/** `schema` or null. */
export function orNull(schema: TSchema): TSchema {
  return Type.Union([schema, Type.Null()]);
}

/** One of `values`. */
export function oneOfValues(values: readonly string[], description?: string): TSchema {
  const more = description === undefined ? {} : { description };
  return Type.Unsafe<string>({ type: "string", enum: [...values], ...more });
}

/** A string that says what kind of thing the object is. */
export function kind(value: string): TSchema {
  return Type.Unsafe<string>({ type: "string", const: value });
}

/** An object with any fields: what is in it is the affair of a job type. */
export function anyObject(description: string): TSchema {
  return Type.Unsafe<object>({ type: "object", additionalProperties: true, description });
}

/** An object from names to `value`. */
export function mapOf(value: TSchema, description: string): TSchema {
  return Type.Unsafe<object>({ type: "object", additionalProperties: value, description });
}

/** `data` of a list of `item` (decisions section 1). */
export function listOf(item: TSchema): TSchema {
  return Type.Object({
    object: kind("list"),
    data: Type.Array(item),
    has_more: Type.Boolean(),
    total: Type.Integer({ minimum: 0 }),
    next_cursor: orNull(Type.String({ description: "For `after`; null on the last page" })),
  });
}

/** Moments on the wire. */
export const unixTime = Type.Number({ description: "Unix seconds" });
