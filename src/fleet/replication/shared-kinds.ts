import type { ApiKeys, SharedApiKey } from "../../base/keys/api-keys.ts";
import type { ApiKey } from "../../base/keys/api-key.ts";
import {
  defaultOrg,
  type Organisation,
  type Organisations,
} from "../../base/keys/organisations.ts";
import type { People, SharedPerson } from "../../base/people/people.ts";
import type { Person } from "../../base/people/person.ts";
import type { SharedData, SharedKind } from "./shared-kind.ts";

/** The records of a box that its fleet shares. */
export interface SharedRecords {
  orgs: Pick<Organisations, "list" | "ids" | "adopt">;
  keys: Pick<ApiKeys, "list" | "get" | "adopt">;
  people: Pick<People, "list" | "get" | "adopt" | "remove">;
}

/** Organisations, keys and accounts of people as kinds that boxes share. */
export function sharedKinds(records: SharedRecords): SharedKind[] {
  return [organisations(records), keys(records), people(records)];
}

/** The API has no removal of organisations. */
function organisations({ orgs }: SharedRecords): SharedKind {
  const list = () =>
    byId(
      orgs.list().filter(({ id }) => id !== defaultOrg),
      ({ id, name, createdAtMs }: Organisation) => ({ id, name, createdAtMs }),
    );
  return {
    kind: "organisation",
    isRemovable: false,
    isRemovalFinal: false,
    list,
    get: (id) => list().get(id) ?? null,
    async apply(_id, data) {
      if (data) await orgs.adopt(data as Omit<Organisation, "v">);
    },
  };
}

/** A revoked key stays as a record; one that is gone ended long ago. */
function keys({ keys: own }: SharedRecords): SharedKind {
  return {
    kind: "key",
    isRemovable: false,
    isRemovalFinal: true,
    list: () => byId(own.list(), sharedKey),
    get(id) {
      const key = own.get(id);
      return key ? sharedKey(key) : null;
    },
    async apply(_id, data) {
      if (data) await own.adopt(data as SharedApiKey);
    },
    keep: (mine, theirs) =>
      theirs["revokedAtMs"] === null && mine["revokedAtMs"] !== null
        ? { ...theirs, revokedAtMs: mine["revokedAtMs"] }
        : theirs,
  };
}

/** Without the hashes for Digest and the encrypted token: they are as good as the key. */
function sharedKey(key: ApiKey): SharedData {
  const { v: _v, digests: _digests, sealedToken: _sealed, lastUsedAtMs: _used, ...shared } = key;
  return shared;
}

function people({ orgs, people: own }: SharedRecords): SharedKind {
  return {
    kind: "person",
    isRemovable: true,
    isRemovalFinal: true,
    list: () =>
      byId(
        orgs.ids().flatMap((org) => own.list(org)),
        sharedPerson,
      ),
    get(id) {
      const person = own.get(id);
      return person ? sharedPerson(person) : null;
    },
    async apply(id, data) {
      const person = own.get(id);
      if (data) await own.adopt(data as SharedPerson);
      else if (person) await own.remove(person.org, id, false);
    },
  };
}

function sharedPerson(person: Person): SharedData {
  const { v: _v, browsers: _browsers, lastSignedInAtMs: _at, passkeys, ...shared } = person;
  return {
    ...shared,
    passkeys: passkeys.map(({ counter: _counter, lastUsedAtMs: _used, ...passkey }) => passkey),
  };
}

function byId<T extends { id: string }>(
  records: readonly T[],
  share: (record: T) => SharedData,
): Map<string, SharedData> {
  return new Map(records.map((record) => [record.id, share(record)]));
}
