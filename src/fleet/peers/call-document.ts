import { type Static, Type } from "typebox";

/** What a box signs for one request to another box. */
export const callSchema = Type.Object({
  v: Type.Integer({ minimum: 1 }),
  /** The only box that may take it. */
  to: Type.String({ minLength: 1, maxLength: 100 }),
  /** Unix milliseconds by the clock of the NATS servers. */
  at: Type.Integer({ minimum: 0 }),
  method: Type.String({ minLength: 1, maxLength: 10 }),
  /** Path and query. */
  target: Type.String({ minLength: 1, maxLength: 16_384 }),
  org: Type.String({ minLength: 1, maxLength: 100 }),
  /** Id of the key, or of the page session's person. */
  key: Type.String({ minLength: 1, maxLength: 200 }),
  scopes: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
  person: Type.Optional(
    Type.Object({
      name: Type.String({ maxLength: 500 }),
      role: Type.String({ maxLength: 100 }),
      cameras: Type.Union([
        Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 }),
        Type.Null(),
      ]),
    }),
  ),
});

/** The content of a box's signature for one request. */
export type CallDocument = Static<typeof callSchema>;
