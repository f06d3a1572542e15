import { type Static, Type } from "typebox";
import { scopes } from "../../base/contract/scopes.ts";
import { personLimits, personRoles } from "../../base/people/person-terms.ts";
import { policySchema } from "../../perception/policies/policy-document.ts";
import { recordKinds } from "./record-terms.ts";

const timeMs = Type.Number({ minimum: 0 });
const sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
const name = Type.String({ minLength: 1, maxLength: 100 });
const org = Type.String({ pattern: "^[a-z][a-z0-9-]{0,31}$" });
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const author = Type.Optional(orNull(Type.String({ maxLength: 200 })));
const oneOf = (values: readonly string[]) => Type.Unsafe<string>({ type: "string", enum: values });

/** What a box signs: one record, or with `data` null that it was removed. */
export const recordSchema = Type.Object({
  v: Type.Literal(1),
  kind: Type.Unsafe<(typeof recordKinds)[number]>({ type: "string", enum: [...recordKinds] }),
  id: Type.String({ minLength: 1, maxLength: 100 }),
  /** Revision of the record that the writer replaced; 0 for none. */
  base: Type.Integer({ minimum: 0 }),
  atMs: timeMs,
  data: orNull(Type.Unsafe<Readonly<Record<string, unknown>>>({ type: "object" })),
});

/** One signed record. */
export type RecordDocument = Static<typeof recordSchema>;

const organisationSchema = Type.Object({ id: org, name, createdAtMs: timeMs });

/** Without secrets, and without hashes that are as good as the secret (those for Digest). */
const keySchema = Type.Object({
  id: Type.String({ pattern: "^[A-Za-z0-9]{12}$" }),
  org,
  name,
  secretSha256: sha256,
  scopes: Type.Array(oneOf(scopes), { minItems: 1, maxItems: scopes.length }),
  preset: orNull(Type.String({ maxLength: 50 })),
  networks: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 50 })),
  createdAtMs: timeMs,
  createdBy: author,
  expiresAtMs: orNull(timeMs),
  revokedAtMs: orNull(timeMs),
  rolledAtMs: Type.Optional(timeMs),
  previous: Type.Optional(Type.Object({ secretSha256: sha256, untilMs: timeMs })),
});

const passkeySchema = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 1400 }),
  name: Type.String({ maxLength: 200 }),
  publicKey: Type.String({ minLength: 1, maxLength: 4000 }),
  rpId: Type.String({ maxLength: 255 }),
  createdAtMs: timeMs,
});

const personSchema = Type.Object({
  id: Type.String({ pattern: "^person_[A-Za-z0-9]{12}$" }),
  org,
  name,
  role: oneOf(personRoles),
  cameras: orNull(
    Type.Array(Type.String({ maxLength: 200 }), { maxItems: personLimits.camerasMax }),
  ),
  password: orNull(
    Type.Object({
      kdf: Type.Literal("scrypt"),
      // Within the bounds that a box can compute.
      n: Type.Integer({ minimum: 2 ** 10, maximum: 2 ** 15 }),
      r: Type.Integer({ minimum: 1, maximum: 8 }),
      p: Type.Integer({ minimum: 1, maximum: 8 }),
      salt: Type.String({ pattern: "^[0-9a-f]{32}$" }),
      hash: sha256,
    }),
  ),
  passkeys: Type.Array(passkeySchema, { maxItems: personLimits.passkeysMax }),
  subject: orNull(
    Type.Object({
      issuer: Type.String({ maxLength: 2048 }),
      subject: Type.String({ maxLength: 1024 }),
    }),
  ),
  createdAtMs: timeMs,
  createdBy: author,
});

const sharedPolicySchema = Type.Object({
  id: Type.String({ pattern: "^[0-9a-f-]{36}$" }),
  org,
  createdAtMs: timeMs,
  updatedAtMs: timeMs,
  /** As in the body of `POST /surveillance/policies`. */
  policy: policySchema,
});

/** Schema of the data of each kind. */
export const dataSchemas = {
  organisation: organisationSchema,
  key: keySchema,
  person: personSchema,
  policy: sharedPolicySchema,
} as const;

/** A shared organisation. */
export type SharedOrganisation = Static<typeof organisationSchema>;
/** A shared key. */
export type SharedKey = Static<typeof keySchema>;
/** A shared account. */
export type SharedPerson = Static<typeof personSchema>;
/** A shared policy. */
export type SharedPolicy = Static<typeof sharedPolicySchema>;
