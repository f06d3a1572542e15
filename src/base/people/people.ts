import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../core/store.ts";
import { newToken } from "../keys/api-key.ts";
import type { Principal } from "../keys/api-keys.ts";
import { endSessionsOf } from "../keys/sessions.ts";
import type { PasswordHash } from "./passwords.ts";
import {
  foldedName,
  type Passkey,
  type Person,
  principalOf,
  type ProviderSubject,
} from "./person.ts";
import { personLimits, type PersonRole } from "./person-terms.ts";

/** The fields of a new account. */
export interface NewPerson {
  org: string;
  name: string;
  role: PersonRole;
  cameras: readonly string[] | null;
  password?: PasswordHash;
  subject?: ProviderSubject;
  /** Name of the person, or id of the key; null for the command line and the setup code. */
  createdBy: string | null;
}

/** A change of an account by an administrator. */
export type PersonChange = Partial<Pick<Person, "name" | "role" | "cameras">>;

/** An account as boxes share it: without what only its own box knows. */
export type SharedPerson = Omit<Person, "v" | "browsers" | "lastSignedInAtMs" | "passkeys"> & {
  passkeys: readonly Omit<Passkey, "counter" | "lastUsedAtMs">[];
};

const maxBrowsers = 10;

const recordKey = (org: string, id: string) => [org, "person", id] as const;
const ownerKey = (id: string) => ["box", "person-org", id] as const;
const nameKey = (name: string) => ["box", "person-name", foldedName(name)] as const;
const passkeyKey = (id: string) => ["box", "passkey", id] as const;
const subjectKey = ({ issuer, subject }: ProviderSubject) =>
  ["box", "person-subject", issuer, subject] as const;

/**
 * The accounts of people in the store. Works on the store alone, so that the command line can use it while the
 * appliance is stopped. Names, passkeys and subjects of the identity provider belong to one account of the box.
 */
export class People {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(parts: { store: Store; clock: Clock }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
  }

  /** True when the box has no account. */
  isEmpty(): boolean {
    return this.#store.range({ prefix: ["box", "person-org"], limit: 1 }).length === 0;
  }

  /** The accounts of one organisation by name. */
  list(org: string): Person[] {
    return this.#ofOrg(org).toSorted((a, b) => a.name.localeCompare(b.name));
  }

  #ofOrg(org: string, reader: StoreReader = this.#store): Person[] {
    return reader.range<Person>({ prefix: [org, "person"] }).map(({ value }) => value);
  }

  /** The account with this id, whatever its organisation. */
  get(id: string, reader: StoreReader = this.#store): Person | undefined {
    const org = reader.get<string>(ownerKey(id));
    return org === undefined ? undefined : reader.get<Person>(recordKey(org, id));
  }

  /** The account of a name, whatever its case. */
  named(name: string): Person | undefined {
    return this.#at(nameKey(name));
  }

  /** The account that a passkey belongs to. */
  withPasskey(credentialId: string): Person | undefined {
    return this.#at(passkeyKey(credentialId));
  }

  /** The account that the site's identity provider means. */
  withSubject(subject: ProviderSubject): Person | undefined {
    return this.#at(subjectKey(subject));
  }

  #at(key: readonly string[]): Person | undefined {
    const id = this.#store.get<string>(key);
    return id === undefined ? undefined : this.get(id);
  }

  /** Returns the principal of the account with its present rights; fails with `session_expired` when it is gone. */
  principal(id: string): Principal {
    const person = this.get(id);
    if (!person) throw fail("session_expired", "session: the account is gone. Sign in again");
    return principalOf(person);
  }

  /**
   * Stores a new account. `within` runs in the same transaction, before it. Fails with `conflict` when the name
   * is taken or the organisation has 500 accounts.
   */
  async create(
    input: NewPerson,
    within?: (tx: StoreTransaction, person: Person) => void,
  ): Promise<Person> {
    const person: Person = {
      v: 1,
      id: `person_${newToken().id}`,
      org: input.org,
      name: input.name,
      role: input.role,
      cameras: input.cameras,
      password: input.password ?? null,
      passkeys: [],
      subject: input.subject ?? null,
      browsers: [],
      createdAtMs: this.#clock.wallMs(),
      createdBy: input.createdBy,
      lastSignedInAtMs: null,
    };
    await this.#store.transact((tx) => {
      within?.(tx, person);
      if (tx.count([person.org, "person"]) >= personLimits.peopleMax) {
        throw fail("conflict", `people: there are ${personLimits.peopleMax}. Remove some first`);
      }
      assertNameFree(tx, person);
      tx.put(ownerKey(person.id), person.org);
      tx.put(nameKey(person.name), person.id);
      if (person.subject) tx.put(subjectKey(person.subject), person.id);
      tx.put(recordKey(person.org, person.id), person);
    });
    return person;
  }

  /**
   * Changes name, role or cameras. Fails with `not_found`, and with `conflict` when the name is taken or when
   * `keepsAdmin` is set and nobody would be left as administrator.
   */
  async change(
    { org, id }: { org: string; id: string },
    change: PersonChange,
    keepsAdmin: boolean,
  ): Promise<Person> {
    return await this.#update(org, id, (tx, before) => {
      const after = { ...before, ...change };
      if (keepsAdmin && isAdmin(before) && !isAdmin(after)) this.#assertAnotherAdmin(tx, before);
      if (foldedName(after.name) !== foldedName(before.name)) {
        assertNameFree(tx, after);
        tx.remove(nameKey(before.name));
        tx.put(nameKey(after.name), id);
      }
      return after;
    });
  }

  /**
   * Stores an account of another box, in place of an older version. The sessions end when the password changes. Fails
   * with `conflict` when the name, a passkey or the identity belongs to another account, or there are too many.
   */
  async adopt(shared: SharedPerson): Promise<void> {
    await this.#store.transact((tx) => {
      const before = this.get(shared.id, tx);
      const isNew = before?.org !== shared.org;
      if (isNew && tx.count([shared.org, "person"]) >= personLimits.peopleMax) {
        throw fail("conflict", `people: there are ${personLimits.peopleMax}. Remove some first`);
      }
      const person = adoptedPerson(shared, before);
      assertNameFree(tx, person);
      const keys = personKeys(person);
      for (const key of keys) {
        if ((tx.get<string>(key) ?? person.id) === person.id) continue;
        throw fail(
          "conflict",
          "passkey: it or the identity belongs to another account. Remove it there",
        );
      }
      if (before) {
        for (const key of personKeys(before)) tx.remove(key);
        if (isNew) tx.remove(recordKey(before.org, before.id));
        const hasSame = JSON.stringify(before.password) === JSON.stringify(person.password);
        if (isNew || !hasSame) endSessionsOf(tx, person.id);
      }
      for (const key of keys) tx.put(key, person.id);
      tx.put(ownerKey(person.id), person.org);
      tx.put(recordKey(person.org, person.id), person);
    });
  }

  /** Removes an account and ends its sessions at once. Fails as `change` does. */
  async remove(org: string, id: string, keepsAdmin: boolean): Promise<Person> {
    return await this.#store.transact(
      (tx) => {
        const person = this.#stored(tx, org, id);
        if (keepsAdmin && isAdmin(person)) this.#assertAnotherAdmin(tx, person);
        for (const { id: credentialId } of person.passkeys) tx.remove(passkeyKey(credentialId));
        if (person.subject) tx.remove(subjectKey(person.subject));
        tx.remove(nameKey(person.name));
        tx.remove(ownerKey(id));
        tx.remove(recordKey(org, id));
        endSessionsOf(tx, id);
        return person;
      },
      { essential: true },
    );
  }

  /** Sets a password and ends the person's sessions, but for the one with the public id `except`. */
  async setPassword(
    person: Person,
    password: PasswordHash,
    how: { except?: string; within?: (tx: StoreTransaction) => void } = {},
  ): Promise<Person> {
    return await this.#update(person.org, person.id, (tx, before) => {
      how.within?.(tx);
      endSessionsOf(tx, person.id, how.except);
      // Somebody who knew the old password may have made a browser known with it.
      return { ...before, password, browsers: [] };
    });
  }

  /** Gives an account a new password, and takes its passkeys and sessions: for a person who is locked out. */
  async reset(person: Person, password: PasswordHash): Promise<Person> {
    return await this.#update(person.org, person.id, (tx, before) => {
      endSessionsOf(tx, person.id);
      for (const { id } of before.passkeys) tx.remove(passkeyKey(id));
      return { ...before, password, passkeys: [], browsers: [] };
    });
  }

  /** Adds a passkey; fails with `conflict` when it is known already or the account has ten. */
  async addPasskey(person: Person, passkey: Passkey): Promise<Person> {
    return await this.#update(person.org, person.id, (tx, before) => {
      if (tx.get(passkeyKey(passkey.id)) !== undefined) {
        throw fail("conflict", "passkey: is registered already. Use another authenticator");
      }
      if (before.passkeys.length >= personLimits.passkeysMax) {
        throw fail("conflict", `passkey: there are ${personLimits.passkeysMax}. Remove one first`);
      }
      tx.put(passkeyKey(passkey.id), person.id);
      return { ...before, passkeys: [...before.passkeys, passkey] };
    });
  }

  /** Removes a passkey; fails with `not_found`. */
  async removePasskey(person: Person, credentialId: string): Promise<Person> {
    return await this.#update(person.org, person.id, (tx, before) => {
      if (!before.passkeys.some((each) => each.id === credentialId)) {
        throw fail("not_found", "passkey_id: there is no such passkey. List the account");
      }
      tx.remove(passkeyKey(credentialId));
      return { ...before, passkeys: before.passkeys.filter((each) => each.id !== credentialId) };
    });
  }

  /** Notes a sign-in: its time, the browser that is known from now on, and the use of a passkey. */
  async signedIn(
    person: Person,
    used: { browser?: string; passkey?: { id: string; counter: number } } = {},
  ): Promise<void> {
    const nowMs = this.#clock.wallMs();
    await this.#update(person.org, person.id, (_tx, before) => ({
      ...before,
      lastSignedInAtMs: nowMs,
      browsers:
        used.browser === undefined || before.browsers.includes(used.browser)
          ? before.browsers
          : [...before.browsers, used.browser].slice(-maxBrowsers),
      passkeys: before.passkeys.map((each) =>
        each.id === used.passkey?.id
          ? { ...each, counter: used.passkey.counter, lastUsedAtMs: nowMs }
          : each,
      ),
    }));
  }

  async #update(
    org: string,
    id: string,
    change: (tx: StoreTransaction, before: Person) => Person,
  ): Promise<Person> {
    return await this.#store.transact((tx) => {
      const after = change(tx, this.#stored(tx, org, id));
      tx.put(recordKey(org, id), after);
      return after;
    });
  }

  #stored(tx: StoreReader, org: string, id: string): Person {
    const person = this.get(id, tx);
    if (person?.org === org) return person;
    throw fail("not_found", "person_id: there is no such account. List the people");
  }

  #assertAnotherAdmin(tx: StoreReader, { org, id }: Person): void {
    if (this.#ofOrg(org, tx).some((each) => each.id !== id && isAdmin(each))) return;
    throw fail("conflict", "role: the last administrator stays one. Make somebody else one first");
  }
}

/** Names under which the store finds the account. */
function personKeys({ name, passkeys, subject }: Person): StoreKey[] {
  return [
    nameKey(name),
    ...passkeys.map(({ id }) => passkeyKey(id)),
    ...(subject ? [subjectKey(subject)] : []),
  ];
}

/** The account with what only this box knows of it. */
function adoptedPerson(shared: SharedPerson, before: Person | undefined): Person {
  const known = new Map(before?.passkeys.map((each) => [each.id, each]));
  return {
    ...shared,
    v: 1,
    passkeys: shared.passkeys.map((each) => ({
      ...each,
      counter: known.get(each.id)?.counter ?? 0,
      lastUsedAtMs: known.get(each.id)?.lastUsedAtMs ?? null,
    })),
    browsers: before?.browsers ?? [],
    lastSignedInAtMs: before?.lastSignedInAtMs ?? null,
  };
}

function isAdmin({ role, cameras }: Person): boolean {
  return role === "admin" && cameras === null;
}

function assertNameFree(tx: StoreReader, { id, name }: Person): void {
  const owner = tx.get<string>(nameKey(name));
  if (owner === undefined || owner === id) return;
  throw fail("conflict", "name: an account has this name. Choose another", { param: "name" });
}
