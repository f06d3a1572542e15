import { type Static, type TNull, type TSchema, type TUnion, type TUnsafe, Type } from "typebox";

/**
 * Building blocks for schemas of `data` in answers. They are published in the OpenAPI document: a
 * schema with a title stands there once, under that name. Answers may gain fields in later versions,
 * so the schemas are open; the tests read them as closed. The type of an answer is `Static` of its schema.
 */

/** `schema` under a name of its own in the OpenAPI document and in the client. */
export function named<S extends TSchema>(title: string, schema: S): S {
  return { ...schema, title };
}

/** `schema` or null. */
export function orNull<S extends TSchema>(schema: S): TUnion<[S, TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** One of `values`. */
export function oneOfValues<const V extends string>(
  values: readonly V[],
  description?: string,
): TUnsafe<V> {
  const more = description === undefined ? {} : { description };
  return Type.Unsafe<V>({ type: "string", enum: [...values], ...more });
}

/** A constant string that names the kind of the object. */
export function kind<const K extends string>(value: K): TUnsafe<K> {
  return Type.Unsafe<K>({ type: "string", const: value });
}

/** An object with any fields, which a job type defines. */
export function anyObject(description: string): TUnsafe<object> {
  return Type.Unsafe<object>({ type: "object", additionalProperties: true, description });
}

/** An object from names to `value`. */
export function mapOf<S extends TSchema>(
  value: S,
  description: string,
): TUnsafe<Record<string, Static<S>>> {
  return Type.Unsafe<Record<string, Static<S>>>({
    type: "object",
    additionalProperties: value,
    description,
  });
}

/** `data` of a list of `item` (decisions section 1). */
export function listOf<S extends TSchema>(item: S) {
  return Type.Object({
    object: kind("list"),
    data: Type.Array(item),
    has_more: Type.Boolean(),
    total: Type.Integer({ minimum: 0 }),
    next_cursor: orNull(
      Type.String({ description: "Value for `after` to get the next page. Null on the last page" }),
    ),
  });
}

/** Field of the entries of such a list. */
export const boxIdField = Type.Optional(
  Type.String({ description: "The box that has it. Only in lists of a fleet" }),
);

/** The answer of a list that in a fleet has the entries of all boxes. */
export function listOfSite<S extends TSchema>(item: S) {
  const box = Type.Object({
    box_id: Type.String(),
    name: Type.String(),
    state: oneOfValues(["answered", "silent"]),
    problem: orNull(Type.String({ description: "Why its entries are missing" })),
  });
  const list = listOf(item);
  return Type.Object({
    ...list.properties,
    boxes: Type.Optional(
      Type.Array(box, { description: "The boxes of the site. Only in a fleet" }),
    ),
  });
}

/** Moments on the wire. */
export const unixTime = Type.Number({ description: "Unix seconds" });
