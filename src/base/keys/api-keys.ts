import { fail, invalidField } from "../contract/fail.ts";
import { authorOf, type PersonIdentity } from "../contract/person.ts";
import type { Scope } from "../contract/scopes.ts";
import type { Clock } from "../core/clock.ts";
import { omitUndefined } from "../core/omit-undefined.ts";
import type { Store, StoreTransaction } from "../core/store.ts";
import { type ApiKey, hashSecret, newToken, opensKey, parseToken } from "./api-key.ts";
import { type DigestAnswer, keyDigests, provesKey } from "./digest.ts";
import { KeyRecords } from "./key-records.ts";
import { SealedTokens, type TokenVault } from "./sealed-tokens.ts";
import { isWithin } from "./networks.ts";
import {
  assertNoMoreThan,
  expiryOf,
  expiryWithin,
  type NewApiKey,
  networksOf,
  type KeyReach,
  scopesOf,
} from "./new-key.ts";
import { Organisations } from "./organisations.ts";
import type { UsernameToken } from "./username-token.ts";

/** The caller behind a verified key or a person's session. */
export interface Principal {
  org: string;
  /** Id of the key, or of the person. */
  keyId: string;
  scopes: readonly Scope[];
  /** Absent for a key. */
  person?: PersonIdentity | undefined;
}

/** Source and purpose of a presented key. */
export interface AskedFrom {
  /** Address of the peer; any when absent. */
  address?: string | undefined;
  /** True to accept an expired key too; a revoked one never. */
  isExpiredTaken?: boolean;
}

/** Called with a key and its token in the transaction that stores it. */
export type OnKeyStored = (tx: StoreTransaction, issued: { key: ApiKey; token: string }) => void;

/** Options for replacing a secret. */
export interface Roll {
  /** Time for which the old secret stays valid, in milliseconds; 0 ends it at once. */
  graceMs: number;
  /** New expiry of the key, from now; unchanged when absent. */
  expiresInMs?: number | null;
  /** Restricts the roll to a key of this organisation. */
  org?: string;
  /** Runs in the transaction that stores the key. */
  onStored?: OnKeyStored;
  /**
   * The caller, who must have all rights of the rolled key, for as long. Absent for the command
   * line.
   */
  by?: Principal;
}

/** A key as boxes share it: without what only its own box knows. */
export type SharedApiKey = Omit<ApiKey, "v" | "digests" | "sealedToken" | "lastUsedAtMs">;

/** Bound of an organisation's valid keys, and of those that never expire. */
const maxLiving = 1000;
const maxEndless = 5;
/** Time for which lists show ended keys, in milliseconds, and how many a new key removes. */
const deadKeptMs = 90 * 86_400_000;
const deadBatch = 20;
/** Shortest time between two writes of `last_used_at`, so that reading costs no write. */
const touchPeriodMs = 60_000;

/**
 * API keys of the box. Works on the store alone, so the command line can use
 * it while the appliance is stopped.
 */
export class ApiKeys {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #orgs: Organisations;
  readonly #records: KeyRecords;
  readonly #sealed: SealedTokens;
  /** Last write of `lastUsedAtMs` by this process; at most one entry per existing key. */
  readonly #touched = new Map<string, number>();

  /** Without a vault, there are no new keys of the preset `recorder`. */
  constructor(parts: { store: Store; clock: Clock; vault?: TokenVault }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#sealed = new SealedTokens(parts.vault);
    this.#orgs = new Organisations(parts);
    this.#records = new KeyRecords(parts.store);
  }

  /**
   * Stores a new key; only this answer holds `token`. `by` can hand out only its own rights. Fails
   * with `invalid_request_body` naming the field, `insufficient_scope`, `not_found` for an unknown
   * organisation, or `conflict` when there are too many keys.
   */
  async create(
    input: NewApiKey,
    by?: Principal,
    onStored?: OnKeyStored,
  ): Promise<{ key: ApiKey; token: string }> {
    const granted = scopesOf(input);
    if (input.name.length < 1 || input.name.length > 100) {
      throw invalidField("name", "must have 1 to 100 characters. Give another name");
    }
    if (!this.#orgs.exists(input.org)) {
      throw fail("not_found", `org: there is no organisation ${input.org}. Choose a listed one`, {
        param: "org",
      });
    }
    const nowMs = this.#clock.wallMs();
    const maker = by && this.#reachOf(by);
    const networks = networksOf(input, maker);
    const expiresAtMs = expiryWithin(maker, input.expiresInMs, nowMs);
    if (maker) assertNoMoreThan(maker, { scopes: granted, networks, expiresAtMs });
    const { id, secret, token } = newToken();
    const key: ApiKey = {
      v: 1,
      id,
      org: input.org,
      name: input.name,
      secretSha256: hashSecret(secret),
      digests: keyDigests({ id, name: input.name, token }),
      ...(input.preset === "recorder" ? { sealedToken: this.#sealed.seal(id, token) } : {}),
      scopes: granted,
      preset: input.preset ?? null,
      networks,
      createdAtMs: nowMs,
      createdBy: by ? authorOf(by) : null,
      expiresAtMs,
      lastUsedAtMs: null,
      revokedAtMs: null,
    };
    await this.#store.transact((tx) => {
      this.#makeRoom(tx, key, nowMs);
      this.#records.add(tx, key);
      onStored?.(tx, { key, token });
    });
    return { key, token };
  }

  /**
   * Gives a valid key a new secret, which only this answer holds; its id, scopes and sessions stay.
   * Fails with `not_found`, `conflict` for a key that has ended, and as `create` does for `by`.
   */
  async roll(id: string, roll: Roll): Promise<{ key: ApiKey; token: string }> {
    const { secret } = newToken();
    const token = `svk_${id}_${secret}`;
    const key = await this.#store.transact((tx) => {
      const before = this.#stored(tx, id, roll.org);
      const nowMs = this.#clock.wallMs();
      if (!isLiving(before, nowMs))
        throw fail("conflict", "key_id: the key was revoked or has expired. Make a new one");
      const { previous: _, ...rest } = before;
      const untilMs = nowMs + roll.graceMs;
      const after: ApiKey = {
        ...rest,
        secretSha256: hashSecret(secret),
        digests: keyDigests({ id, name: before.name, token }),
        ...(before.sealedToken ? { sealedToken: this.#sealed.seal(id, token) } : {}),
        rolledAtMs: nowMs,
        ...(roll.graceMs > 0 ? { previous: { secretSha256: before.secretSha256, untilMs } } : {}),
        ...(roll.expiresInMs === undefined
          ? {}
          : { expiresAtMs: expiryOf(roll.expiresInMs, nowMs) }),
      };
      if (roll.by) assertNoMoreThan(this.#reachOf(roll.by), after);
      if (before.expiresAtMs !== null) {
        assertNotEndless(this.#records.ofOrg(after.org, tx), after, nowMs);
      }
      this.#records.replace(tx, after);
      roll.onStored?.(tx, { key: after, token });
      return after;
    });
    return { key, token };
  }

  /**
   * Returns the keys of one organisation, or of all, oldest first, with revoked and expired ones.
   */
  list(org?: string): ApiKey[] {
    const orgs = org === undefined ? this.#orgs.list().map((entry) => entry.id) : [org];
    return orgs
      .flatMap((one) => this.#records.ofOrg(one))
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
  }

  /** Returns the key with this id in any organisation; undefined when there is none. */
  get(id: string): ApiKey | undefined {
    return this.#records.get(id);
  }

  /** Revokes a key at once and forever; a second call changes nothing. Fails with `not_found`. */
  async revoke(id: string, org?: string): Promise<ApiKey> {
    const nowMs = this.#clock.wallMs();
    const revoked = await this.#store.transact(
      (tx) => {
        const key = this.#stored(tx, id, org);
        if (key.revokedAtMs !== null) return key;
        const next = { ...key, revokedAtMs: nowMs };
        this.#records.replace(tx, next);
        return next;
        // A key must be revocable on a full disk too.
      },
      { essential: true },
    );
    this.#touched.delete(id);
    return revoked;
  }

  /**
   * Stores a key of another box, in place of an older version. What only this box knows of it stays, and a revocation
   * always. A key that has ended and is unknown here is not stored. Fails with `not_found` for an unknown organisation,
   * and with `conflict` for a key of another one, and for too many keys.
   */
  async adopt(shared: SharedApiKey): Promise<void> {
    const { id, org, secretSha256 } = shared;
    await this.#store.transact(
      (tx) => {
        const before = this.#records.read(id, tx);
        const nowMs = this.#clock.wallMs();
        if (!before && !isLiving({ ...shared, v: 1, lastUsedAtMs: null }, nowMs)) return;
        if (!this.#orgs.exists(org))
          throw fail("not_found", `org: there is no organisation ${org}. Make it first`);
        if (before && before.org !== org) {
          throw fail("conflict", `org: the key belongs to ${before.org}. Revoke one of the two`);
        }
        if (!before) assertRoom(this.#records.ofOrg(org, tx), nowMs);
        const key: ApiKey = {
          ...shared,
          v: 1,
          ...(before?.secretSha256 === secretSha256
            ? omitUndefined({ digests: before.digests, sealedToken: before.sealedToken })
            : {}),
          lastUsedAtMs: before?.lastUsedAtMs ?? null,
          revokedAtMs: before?.revokedAtMs ?? shared.revokedAtMs,
        };
        if (before) this.#records.replace(tx, key);
        else this.#records.add(tx, key);
      },
      { essential: shared.revokedAtMs !== null },
    );
  }

  /**
   * Returns the principal of `token`, sent from `address`. Fails with `invalid_api_key` (malformed,
   * unknown or wrong: one message, one cost), and only for the right secret with `api_key_revoked`,
   * `api_key_expired` or `key_network_refused`.
   */
  verify(token: string, from: AskedFrom = {}): Principal {
    const parts = parseToken(token);
    const key = this.get(parts?.id ?? "");
    const isRight = opensKey(key, parts?.secret ?? token, this.#clock.wallMs());
    if (!parts || !key || !isRight) {
      throw fail("invalid_api_key", "API key: is not valid. Check the key");
    }
    return this.admit(key, from);
  }

  /**
   * Returns the principal of the key that a Digest answer proves; its user name is the key's name or id. Fails as `verify`.
   * A key that was rolled is known by its new secret only.
   */
  verifyDigest(answer: DigestAnswer, from: AskedFrom = {}): Principal {
    const key = this.#called(answer.username).find(
      ({ digests }) => digests && provesKey(answer, digests),
    );
    if (!key) throw fail("invalid_api_key", "API key: is not valid. Check the key");
    return this.admit(key, from);
  }

  /**
   * Returns the principal of the key that a UsernameToken proves; only keys of the preset `recorder` can. Fails as
   * `verify`. The caller refuses tokens that are old or were used before.
   */
  verifyUsernameToken(token: UsernameToken, from: AskedFrom = {}): Principal {
    const key = this.#called(token.username).find((each) => this.#sealed.proves(token, each));
    if (!key) throw fail("invalid_api_key", "API key: is not valid. Check the key");
    return this.admit(key, from);
  }

  /** True when `verifyUsernameToken` can compare a proof of this user with a secret. */
  hasSealedToken(username: string): boolean {
    return this.#called(username).some(({ sealedToken }) => sealedToken !== undefined);
  }

  /** The key with the id `username`, or else the keys with that name. */
  #called(username: string): ApiKey[] {
    const byId = this.get(username);
    return byId ? [byId] : this.list().filter(({ name }) => name === username);
  }

  /** True when the key exists and is neither revoked nor expired. */
  isAlive(id: string): boolean {
    const key = this.get(id);
    return key !== undefined && isLiving(key, this.#clock.wallMs());
  }

  /** True when the box has never had a key. */
  isEmpty(): boolean {
    return this.#records.isEmpty();
  }

  /** Returns the principal of a stored key that is valid and allows the address. */
  admit(key: ApiKey, { address, isExpiredTaken = false }: AskedFrom = {}): Principal {
    const nowMs = this.#clock.wallMs();
    if (key.revokedAtMs !== null)
      throw fail("api_key_revoked", "API key: was revoked. Use another key");
    if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs && !isExpiredTaken) {
      throw fail("api_key_expired", "API key: has expired. Use another key");
    }
    if (!isWithin(address, key.networks ?? [])) {
      throw fail(
        "key_network_refused",
        "API key: its `networks` do not include this address. Use it from one of them, or make another key",
      );
    }
    this.#touch(key, nowMs);
    return { org: key.org, keyId: key.id, scopes: key.scopes };
  }

  #stored(tx: StoreTransaction, id: string, org: string | undefined): ApiKey {
    const key = this.#records.read(id, tx);
    if (key && (org === undefined || key.org === org)) return key;
    throw fail("not_found", `key_id: there is no key ${id}. Choose a listed one`);
  }

  /**
   * Returns the rights of the caller: networks and expiry are those of its key, and people have none. A key that is
   * gone cannot hand out lasting keys.
   */
  #reachOf({ keyId, scopes, person }: Principal): KeyReach {
    if (person) return { scopes, networks: [], expiresAtMs: null };
    const key = this.get(keyId);
    return {
      scopes,
      networks: key?.networks ?? [],
      expiresAtMs: key ? key.expiresAtMs : this.#clock.wallMs(),
    };
  }

  /** Refuses a key beyond the bound, and removes some that ended long ago. */
  #makeRoom(tx: StoreTransaction, added: ApiKey, nowMs: number): void {
    const all = this.#records.ofOrg(added.org, tx);
    assertRoom(all, nowMs);
    assertNotEndless(all, added, nowMs);
    const dead = all.filter(
      ({ revokedAtMs, expiresAtMs }) =>
        (revokedAtMs ?? expiresAtMs ?? Infinity) + deadKeptMs <= nowMs,
    );
    for (const key of dead.slice(0, deadBatch)) this.#records.remove(tx, key);
  }

  #touch(key: ApiKey, nowMs: number): void {
    const lastMs = this.#touched.get(key.id) ?? key.lastUsedAtMs ?? 0;
    if (Math.abs(nowMs - lastMs) < touchPeriodMs) return;
    this.#touched.set(key.id, nowMs);
    this.#store
      .transact((tx) => {
        const stored = this.#records.read(key.id, tx);
        if (stored) this.#records.replace(tx, { ...stored, lastUsedAtMs: nowMs });
      })
      // Only informative: a full disk must not refuse requests that write nothing themselves.
      .catch(() => this.#touched.delete(key.id));
  }
}

function isLiving(key: ApiKey, nowMs: number): boolean {
  return key.revokedAtMs === null && (key.expiresAtMs === null || key.expiresAtMs > nowMs);
}

function assertRoom(all: readonly ApiKey[], nowMs: number): void {
  if (all.filter((key) => isLiving(key, nowMs)).length < maxLiving) return;
  throw fail("conflict", `keys: the organisation has ${maxLiving} keys. Revoke some first`);
}

/** Bounds the keys that never expire: nobody notices the theft of a key that is never replaced. */
function assertNotEndless(all: readonly ApiKey[], added: ApiKey, nowMs: number): void {
  if (added.expiresAtMs !== null) return;
  const endless = all.filter((key) => key.expiresAtMs === null && isLiving(key, nowMs));
  if (endless.length < maxEndless) return;
  throw fail(
    "conflict",
    `expires_in_seconds: the organisation has ${maxEndless} keys that never expire. Give this key an end`,
    {
      param: "expires_in_seconds",
    },
  );
}
