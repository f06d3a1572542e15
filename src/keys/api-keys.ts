import { fail } from "../contract/fail.ts";
import { type Scope, type ScopePreset, scopePresets, scopes } from "../contract/scopes.ts";
import type { Clock } from "../core/clock.ts";
import type { Store } from "../core/store.ts";
import { type ApiKey, hashSecret, newToken, parseToken, sameDigest } from "./api-key.ts";
import { Organisations } from "./organisations.ts";

/** What a new key is to be. */
export interface NewApiKey {
  org: string;
  name: string;
  /** Either a preset or explicit scopes. */
  preset?: ScopePreset;
  scopes?: readonly Scope[];
  /** Milliseconds from now; null for a key that never expires; a year when absent. */
  expiresInMs?: number | null;
}

/** Who a verified key stands for. */
export interface Principal {
  org: string;
  keyId: string;
  scopes: readonly Scope[];
}

const yearMs = 365 * 86_400_000;
/** `last_used_at` is written at most this often, so that reading costs no write. */
const touchPeriodMs = 60_000;
const nobody = hashSecret("nobody");

/**
 * API keys of the box (notes, section 1.7). Works on the store alone, so the command line can use
 * it while the appliance is stopped.
 */
export class ApiKeys {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #orgs: Organisations;
  /** Last write of `lastUsedAtMs` by this process; at most one entry per existing key. */
  readonly #touched = new Map<string, number>();

  constructor(parts: { store: Store; clock: Clock }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#orgs = new Organisations(parts);
  }

  /**
   * Stores a new key; `token` is shown once and cannot be had again. Fails with
   * `invalid_request_body` naming the field, or `not_found` for an unknown organisation.
   */
  async create(input: NewApiKey): Promise<{ key: ApiKey; token: string }> {
    const granted = checkedScopes(input);
    if (input.name.length < 1 || input.name.length > 100) {
      throw fail("invalid_request_body", "A name has 1 to 100 characters", { param: "name" });
    }
    if (!this.#orgs.exists(input.org)) {
      throw fail("not_found", `There is no organisation ${input.org}`, { param: "org" });
    }
    const expiresInMs = input.expiresInMs === undefined ? yearMs : input.expiresInMs;
    if (expiresInMs !== null && !(expiresInMs > 0)) {
      throw fail("invalid_request_body", "A key expires in the future", { param: "expires_in" });
    }
    const { id, secret, token } = newToken();
    const nowMs = this.#clock.wallMs();
    const key: ApiKey = {
      v: 1,
      id,
      org: input.org,
      name: input.name,
      secretSha256: hashSecret(secret),
      scopes: granted,
      preset: input.preset ?? null,
      createdAtMs: nowMs,
      expiresAtMs: expiresInMs === null ? null : nowMs + expiresInMs,
      lastUsedAtMs: null,
      revokedAtMs: null,
    };
    await this.#store.transact((tx) => {
      tx.put([key.org, "key", id], key);
      tx.put(["box", "key-org", id], key.org);
    });
    return { key, token };
  }

  /** Keys of one organisation, or of all, oldest first; revoked and expired ones included. */
  list(org?: string): ApiKey[] {
    const orgs = org === undefined ? this.#orgs.list().map((entry) => entry.id) : [org];
    return orgs
      .flatMap((one) => this.#store.range<ApiKey>({ prefix: [one, "key"] }))
      .map((entry) => entry.value)
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
  }

  /** The key with this id, whatever its organisation; undefined when there is none. */
  get(id: string): ApiKey | undefined {
    const org = this.#store.get<string>(["box", "key-org", id]) ?? "box";
    return this.#store.get<ApiKey>([org, "key", id]);
  }

  /** Ends a key at once and for ever; a second call changes nothing. Fails with `not_found`. */
  async revoke(id: string, org?: string): Promise<ApiKey> {
    const nowMs = this.#clock.wallMs();
    const revoked = await this.#store.transact(
      (tx) => {
        const owner = tx.get<string>(["box", "key-org", id]);
        const key = owner === undefined ? undefined : tx.get<ApiKey>([owner, "key", id]);
        if (!key || (org !== undefined && key.org !== org)) {
          throw fail("not_found", `There is no key ${id}`);
        }
        if (key.revokedAtMs !== null) return key;
        const next = { ...key, revokedAtMs: nowMs };
        tx.put([key.org, "key", id], next);
        return next;
        // A key must be revocable on a full disk too.
      },
      { essential: true },
    );
    this.#touched.delete(id);
    return revoked;
  }

  /**
   * Who `token` stands for. Fails with `invalid_api_key` (malformed, unknown or wrong: one message,
   * one cost), `api_key_revoked` or `api_key_expired`; the last two only for the right secret.
   */
  verify(token: string): Principal {
    const parts = parseToken(token);
    const key = this.get(parts?.id ?? "");
    const given = hashSecret(parts?.secret ?? token);
    const matches = sameDigest(given, key?.secretSha256 ?? nobody);
    if (!parts || !key || !matches) throw fail("invalid_api_key", "The API key is not valid");
    return this.admit(key);
  }

  /** Whether the key exists and is neither revoked nor expired. */
  isAlive(id: string): boolean {
    const key = this.get(id);
    if (!key || key.revokedAtMs !== null) return false;
    return key.expiresAtMs === null || key.expiresAtMs > this.#clock.wallMs();
  }

  /** The principal of a stored key, if it is alive; same errors as `verify`. */
  admit(key: ApiKey): Principal {
    const nowMs = this.#clock.wallMs();
    if (key.revokedAtMs !== null) throw fail("api_key_revoked", "The API key was revoked");
    if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) {
      throw fail("api_key_expired", "The API key has expired");
    }
    this.#touch(key, nowMs);
    return { org: key.org, keyId: key.id, scopes: key.scopes };
  }

  #touch(key: ApiKey, nowMs: number): void {
    const lastMs = this.#touched.get(key.id) ?? key.lastUsedAtMs ?? 0;
    if (Math.abs(nowMs - lastMs) < touchPeriodMs) return;
    this.#touched.set(key.id, nowMs);
    this.#store
      .transact((tx) => {
        const stored = tx.get<ApiKey>([key.org, "key", key.id]);
        if (stored) tx.put([key.org, "key", key.id], { ...stored, lastUsedAtMs: nowMs });
      })
      // Only informative: a full disk must not refuse requests that write nothing themselves.
      .catch(() => this.#touched.delete(key.id));
  }
}

function checkedScopes(input: NewApiKey): readonly Scope[] {
  if (input.preset !== undefined && input.scopes !== undefined) {
    throw fail("invalid_request_body", "Give a preset or scopes, not both", { param: "scopes" });
  }
  if (input.preset !== undefined) {
    if (!Object.hasOwn(scopePresets, input.preset)) {
      const names = Object.keys(scopePresets).join(", ");
      throw fail("invalid_request_body", `A preset is one of ${names}`, { param: "preset" });
    }
    return [...scopePresets[input.preset]];
  }
  const unique = [...new Set(input.scopes ?? [])];
  if (unique.length === 0 || unique.some((scope) => !scopes.includes(scope))) {
    throw fail("invalid_request_body", `Scopes are ${scopes.join(", ")}`, { param: "scopes" });
  }
  return unique;
}
