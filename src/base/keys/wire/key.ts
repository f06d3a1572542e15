import { type Static, Type } from "typebox";
import { type Scope, scopePresets, scopes } from "../../contract/scopes.ts";

/** An API key as people and programs see it. Times are Unix seconds. */
export interface KeyWire {
  id: string;
  object: "key";
  org: string;
  name: string;
  preset: string | null;
  scopes: readonly Scope[];
  /** Networks (CIDR) that the key may be used from; empty for all. */
  networks: readonly string[];
  state: "active" | "expired" | "revoked";
  created_at: number;
  /** Id of the key that made it; null for the command line and the setup code. */
  created_by: string | null;
  expires_at: number | null;
  last_used_at: number | null;
  /** When the secret was last replaced, and until when the one before is good as well. */
  rolled_at: number | null;
  previous_secret_until: number | null;
  revoked_at: number | null;
}

/** A new key with its secret, which is shown this once. */
export interface NewKeyWire extends KeyWire {
  /** `svk_…`: what goes behind `Authorization: Bearer`. */
  key: string;
}

/** An entry of the audit log as people and programs see it. */
export interface AuditWire {
  id: string;
  object: "audit.entry";
  org: string;
  /** Unix seconds, with fractions. */
  created_at: number;
  /** Who: an API key, a page session, the command line, or nobody known. */
  actor: { kind: "key" | "session" | "cli" | "anonymous"; key_id: string | null };
  /** From where: the address of the peer; null for the command line. */
  address: string | null;
  /** What: method and path of the request, or the command. */
  action: string;
  /** What came of it: HTTP status and error code; status 200 and null for a command that was done. */
  outcome: { status: number; code: string | null };
  request_id: string | null;
}

/** Bounds of keys. */
export const keyLimits = {
  /** Longest life of a key that ends, in seconds: ten years. */
  lifeMaxSec: 10 * 365 * 86_400,
  /** Longest life of an old secret after a roll, in seconds. */
  graceMaxSec: 7 * 86_400,
  graceDefaultSec: 86_400,
} as const;

function oneOf<const V extends readonly string[]>(values: V) {
  return Type.Unsafe<V[number]>({ type: "string", enum: [...values] });
}

const expiresIn = Type.Optional(
  Type.Union([Type.Integer({ minimum: 60, maximum: keyLimits.lifeMaxSec }), Type.Null()], {
    description:
      "Seconds from now, not after the end of the key that asks; null for a key that does not expire",
  }),
);

/** Body of `POST /api/v1/keys`. */
export const newKeySchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    preset: Type.Optional(oneOf(Object.keys(scopePresets) as (keyof typeof scopePresets)[])),
    scopes: Type.Optional(
      Type.Array(oneOf(scopes), { minItems: 1, maxItems: 100, description: "Instead of a preset" }),
    ),
    expires_in_seconds: expiresIn,
    networks: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        maxItems: 50,
        description: "Networks (CIDR) that the key may be used from; all when empty",
      }),
    ),
  },
  { additionalProperties: false },
);

/** `newKeySchema` as a type. */
export type NewKeyBody = Static<typeof newKeySchema>;

/** Body of `POST /api/v1/keys/<id>/roll`. */
export const rollKeySchema = Type.Object(
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: keyLimits.graceMaxSec,
        default: keyLimits.graceDefaultSec,
        description: "How long the old secret is good as well",
      }),
    ),
    expires_in_seconds: expiresIn,
  },
  { additionalProperties: false },
);
