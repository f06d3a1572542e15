import { type TSchema, Type } from "typebox";

const closed = { additionalProperties: false } as const;

/** An object without other fields. */
export function object<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, closed);
}

/** Stands under its name in the OpenAPI document. */
export function namedObject<P extends Record<string, TSchema>>(title: string, properties: P) {
  return Type.Object(properties, { ...closed, title });
}

/** A text of 1 to `maxLength` characters. */
export function text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, description });
}

/** A number from 0 to 1. */
export function fraction(description: string) {
  return Type.Number({ minimum: 0, maximum: 1, description });
}
