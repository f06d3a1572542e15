import { type Static, Type } from "typebox";

/** What a box says of itself in the table, signed with the key that it names. */
export const identitySchema = Type.Object({
  v: Type.Integer({ minimum: 1 }),
  /** Ed25519, base64url. */
  key: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
  /** SHA-256 of the TLS certificate (DER) that it serves, 64 hexadecimal digits; null without TLS. */
  certificate: Type.Union([Type.String({ pattern: "^[0-9a-f]{64}$" }), Type.Null()]),
});

/** What a box says of its own keys. */
export type IdentityDocument = Static<typeof identitySchema>;
