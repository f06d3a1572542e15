import { type Static, Type } from "typebox";
import { oneOfValues } from "../../contract/answers.ts";
import { scopePresets, scopes } from "../../contract/scopes.ts";
import { keyLimits } from "../key-terms.ts";

const expiresIn = Type.Optional(
  Type.Union([Type.Integer({ minimum: 60, maximum: keyLimits.lifeMaxSec }), Type.Null()], {
    description:
      "Lifetime in seconds. It must not be longer than that of the creating key. Null creates a key that never expires",
  }),
);

/** Body of `POST /api/v1/keys`. */
export const newKeySchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    preset: Type.Optional(oneOfValues(Object.keys(scopePresets) as (keyof typeof scopePresets)[])),
    scopes: Type.Optional(
      Type.Array(oneOfValues(scopes), {
        minItems: 1,
        maxItems: 100,
        description: "Scopes of the key, instead of a preset",
      }),
    ),
    expires_in_seconds: expiresIn,
    networks: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        maxItems: 50,
        description: "Networks (CIDR) from which the key works. An empty list means all networks",
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
        description: "Seconds for which the old secret also stays valid",
      }),
    ),
    expires_in_seconds: expiresIn,
  },
  { additionalProperties: false },
);
