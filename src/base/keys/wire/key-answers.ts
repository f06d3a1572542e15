import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../contract/answers.ts";
import { scopePresets, scopes } from "../../contract/scopes.ts";

const fields = {
  id: Type.String({ description: "Public part of the key: svk_<id>_…" }),
  object: kind("key"),
  org: Type.String(),
  name: Type.String(),
  preset: orNull(oneOfValues(Object.keys(scopePresets))),
  scopes: Type.Array(oneOfValues(scopes)),
  networks: Type.Array(Type.String(), {
    description: "Networks from which the key works. An empty list means all networks",
  }),
  state: oneOfValues(["active", "expired", "revoked"]),
  created_at: unixTime,
  created_by: orNull(
    Type.String({ description: "Id of the key, or name of the person, that created it" }),
  ),
  expires_at: orNull(unixTime),
  last_used_at: orNull(unixTime),
  rolled_at: orNull(unixTime),
  previous_secret_until: orNull(unixTime),
  revoked_at: orNull(unixTime),
};

/** A key without its secret. */
export const keyAnswer = named("Key", Type.Object(fields));

/** A key whose secret is new; a replay of the answer leaves `key` out. */
export const newKeyAnswer = named(
  "NewKey",
  Type.Object({
    ...fields,
    key: Type.Optional(Type.String({ description: "The secret. Only this answer shows it" })),
  }),
);

/** An entry of the audit log. */
export const auditAnswer = named(
  "AuditEntry",
  Type.Object({
    id: Type.String(),
    object: kind("audit.entry"),
    org: Type.String(),
    created_at: unixTime,
    actor: Type.Object({
      kind: oneOfValues(["key", "session", "person", "cli", "box", "anonymous"]),
      key_id: orNull(Type.String()),
      via: Type.Optional(
        Type.Unsafe<"mcp">({
          ...oneOfValues(["mcp"]),
          description: "The key's holder sent the request as an agent's tool call over MCP",
        }),
      ),
      person_id: Type.Optional(
        orNull(Type.String({ description: "Id of the account, if the caller is a person" })),
      ),
      name: Type.Optional(
        orNull(
          Type.String({
            description: "Name of the person at that time, if the caller is a person",
          }),
        ),
      ),
    }),
    address: orNull(
      Type.String({ description: "Address of the client. Null for the command line" }),
    ),
    action: Type.String({ description: "Method and path of the request, or the command" }),
    outcome: Type.Object({ status: Type.Integer(), code: orNull(Type.String()) }),
    request_id: orNull(Type.String()),
  }),
);

/** An API key on the wire. */
export type KeyWire = Static<typeof keyAnswer>;

/** A new key with its secret, `svk_…`, for `Authorization: Bearer`. */
export type NewKeyWire = KeyWire & { key: string };

/** An entry of the audit log on the wire. */
export type AuditWire = Static<typeof auditAnswer>;

/** `data` of `GET /api/v1/keys/names`. */
export const keyNamesAnswer = named(
  "KeyNames",
  Type.Object({
    names: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: "Oldest first, with revoked keys",
    }),
  }),
);
