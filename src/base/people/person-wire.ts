import { scopePresets } from "../contract/scopes.ts";
import type { Person } from "./person.ts";
import type { PersonWire } from "./wire/person.ts";

/** The account as people see it, without anything that signs in. */
export function personWire(person: Person): PersonWire {
  return {
    id: person.id,
    object: "person",
    org: person.org,
    name: person.name,
    role: person.role,
    scopes: [...scopePresets[person.role]],
    cameras: person.cameras && [...person.cameras],
    has_password: person.password !== null,
    has_provider: person.subject !== null,
    passkeys: person.passkeys.map(({ id, name, createdAtMs, lastUsedAtMs }) => ({
      id,
      name,
      created_at: Math.floor(createdAtMs / 1000),
      last_used_at: lastUsedAtMs === null ? null : Math.floor(lastUsedAtMs / 1000),
    })),
    created_at: Math.floor(person.createdAtMs / 1000),
    created_by: person.createdBy,
    last_signed_in_at:
      person.lastSignedInAtMs === null ? null : Math.floor(person.lastSignedInAtMs / 1000),
  };
}
