import { createHash, randomBytes } from "node:crypto";
import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import type { Store, StoreTransaction } from "../core/store.ts";
import { hashSecret, sameDigest } from "./api-key.ts";
import type { ApiKeys, AskedFrom, Principal } from "./api-keys.ts";

/** The way in which somebody signed in. */
export const signInMethods = ["key", "password", "passkey", "provider", "invitation"] as const;

/** One way to sign in. */
export type SignInMethod = (typeof signInMethods)[number];

interface SessionRecord {
  v: 1;
  /** Id of the key or of the person. */
  keyId: string;
  /** The same id, where it is a person's. */
  personId?: string;
  /** Absent in sessions of earlier releases, which keys opened. */
  org?: string;
  method?: SignInMethod;
  address?: string | null;
  agent?: string | null;
  createdAtMs: number;
  /** Updated at most every `seenPeriodMs`. */
  seenAtMs: number;
}

/** A live page session. */
export interface Session {
  /** Names the session in lists; not the cookie's value. */
  publicId: string;
  principal: Principal;
  method: SignInMethod;
  /** Token that the page must send in `X-CSRF-Token` with everything but GET. */
  csrfToken: string;
  /** Expiry of the unused session, Unix milliseconds. */
  expiresAtMs: number;
}

/** A session as lists show it; times are Unix milliseconds. */
export interface ListedSession {
  id: string;
  keyId: string;
  isPerson: boolean;
  method: SignInMethod;
  address: string | null;
  /** The browser's `User-Agent`, at most 200 characters. */
  agent: string | null;
  createdAtMs: number;
  seenAtMs: number;
}

/** The origin of a session: the way to sign in, and the browser. */
export interface OpenedFrom {
  method: SignInMethod;
  address?: string | undefined;
  agent?: string | undefined;
}

/** The accounts that sessions stand for, besides keys. */
export interface SessionPeople {
  /** Returns the principal of the account with its present rights; fails with `session_expired` when it is gone. */
  principal(personId: string): Principal;
}

/** The time for which a session lives without a request. */
export const sessionIdleMs = 12 * 3_600_000;
const seenPeriodMs = 60_000;
/** Bound above the number of people of any site; the oldest sessions are removed first. */
const maxSessions = 1000;
const maxAgentLength = 200;
const idPattern = /^[A-Za-z0-9_-]{43}$/;
const prefix = ["box", "session"] as const;

/**
 * Sessions of the page: a random id in a cookie, stored only as its hash, bound to the key or the person that
 * signed in. Each sign-in makes a new id. Revoking the key or removing the person ends its sessions.
 */
export class Sessions {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #keys: ApiKeys;
  readonly #people: SessionPeople | undefined;

  /** Without `people` only keys sign in. */
  constructor(parts: { store: Store; clock: Clock; keys: ApiKeys; people?: SessionPeople }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#keys = parts.keys;
    this.#people = parts.people;
  }

  /** Opens a session for a valid key; fails as `ApiKeys.verify` does. `id` is the cookie's value. */
  async signIn(
    token: string,
    from: Omit<OpenedFrom, "method"> = {},
  ): Promise<Session & { id: string }> {
    const principal = this.#keys.verify(token, { address: from.address });
    return await this.open(principal, { ...from, method: "key" });
  }

  /** Opens a session for somebody who has proved who they are. `id` is the cookie's value. */
  async open(principal: Principal, from: OpenedFrom): Promise<Session & { id: string }> {
    const id = randomBytes(32).toString("base64url");
    const hash = hashSecret(id);
    const nowMs = this.#clock.wallMs();
    await this.#store.transact((tx) => {
      sweep(tx, nowMs);
      const record: SessionRecord = {
        v: 1,
        keyId: principal.keyId,
        ...(principal.person ? { personId: principal.keyId } : {}),
        org: principal.org,
        method: from.method,
        address: from.address ?? null,
        agent: from.agent?.slice(0, maxAgentLength) ?? null,
        createdAtMs: nowMs,
        seenAtMs: nowMs,
      };
      tx.put([...prefix, hash], record);
    });
    return { id, ...sessionOf({ id, hash, principal, method: from.method, nowMs }) };
  }

  /** Returns the live session of a cookie value; else fails with `session_expired`. */
  resolve(id: string, from: AskedFrom = {}): Session {
    const nowMs = this.#clock.wallMs();
    const hash = hashSecret(id);
    const record = idPattern.test(id)
      ? this.#store.get<SessionRecord>([...prefix, hash])
      : undefined;
    const isIdle = record !== undefined && record.seenAtMs + sessionIdleMs <= nowMs;
    if (!record || (isIdle && !from.isExpiredTaken)) throw expired();
    const principal = this.#principalOf(record, from);
    if (!isIdle && nowMs - record.seenAtMs >= seenPeriodMs) this.#see(hash, nowMs);
    const { method = "key" } = record;
    return sessionOf({ id, hash, principal, method, nowMs });
  }

  #principalOf({ personId, keyId }: SessionRecord, from: AskedFrom): Principal {
    if (personId !== undefined) {
      if (!this.#people) throw expired();
      return this.#people.principal(personId);
    }
    const key = this.#keys.get(keyId);
    if (!key) throw expired();
    try {
      return this.#keys.admit(key, from);
    } catch (error) {
      throw expired(error);
    }
  }

  /** True when `token` is the CSRF token of the session; takes constant time. */
  csrfMatches(session: Session, token: string): boolean {
    return sameDigest(hashSecret(token), hashSecret(session.csrfToken));
  }

  /** The live sessions of an organisation, the newest first; at most 1000. */
  list(org: string): ListedSession[] {
    const nowMs = this.#clock.wallMs();
    return this.#store
      .range<SessionRecord>({ prefix })
      .filter(({ value }) => value.seenAtMs + sessionIdleMs > nowMs && this.#orgOf(value) === org)
      .map(({ key, value }) => listed(String(key.at(-1)), value))
      .toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? -1 : 1));
  }

  #orgOf({ org, keyId }: SessionRecord): string | undefined {
    return org ?? this.#keys.get(keyId)?.org;
  }

  /** Ends a session by its public id; false when it is no live one of the organisation. */
  async end(org: string, publicId: string): Promise<boolean> {
    return await this.#store.transact(
      (tx) => {
        const found = tx.range<SessionRecord>({ prefix }).find(({ key, value }) => {
          return publicIdOf(String(key.at(-1))) === publicId && this.#orgOf(value) === org;
        });
        if (found) tx.remove(found.key);
        return found !== undefined;
      },
      { essential: true },
    );
  }

  /** Ends a session; unknown ids are ignored. */
  async signOut(id: string): Promise<void> {
    const key = [...prefix, hashSecret(id)];
    if (this.#store.get(key) === undefined) return;
    await this.#store.transact((tx) => tx.remove(key), { essential: true });
  }

  #see(hash: string, nowMs: number): void {
    const key = [...prefix, hash];
    this.#store
      .transact((tx) => {
        const record = tx.get<SessionRecord>(key);
        if (record) tx.put(key, { ...record, seenAtMs: nowMs });
      })
      // A full disk must not end a session early: the stored time is only a lower bound.
      .catch(() => undefined);
  }
}

/** Ends the sessions of a person as part of `tx`, but for the one with the public id `except`. */
export function endSessionsOf(tx: StoreTransaction, personId: string, except?: string): void {
  for (const { key, value } of tx.range<SessionRecord>({ prefix })) {
    if (value.personId !== personId || publicIdOf(String(key.at(-1))) === except) continue;
    tx.remove(key);
  }
}

/** Names a session in lists: 96 bits of its hash, from which the cookie's value cannot be had. */
function publicIdOf(hash: string): string {
  return hash.slice(0, 24);
}

function listed(hash: string, record: SessionRecord): ListedSession {
  const { keyId, personId, method = "key", address = null, agent = null } = record;
  const { createdAtMs, seenAtMs } = record;
  const isPerson = personId !== undefined;
  return { id: publicIdOf(hash), keyId, isPerson, method, address, agent, createdAtMs, seenAtMs };
}

/** Derived from the session id, which scripts cannot read; so it needs no record of its own. */
function csrfTokenOf(id: string): string {
  return createHash("sha256").update(`csrf:${id}`).digest("base64url");
}

function expired(cause?: unknown) {
  return fail(
    "session_expired",
    "session: has expired. Sign in again",
    cause === undefined ? {} : { cause },
  );
}

function sweep(tx: StoreTransaction, nowMs: number): void {
  const all = tx.range<SessionRecord>({ prefix });
  const live = all.filter((entry) => entry.value.seenAtMs + sessionIdleMs > nowMs);
  const keep = new Set(
    live.toSorted((a, b) => b.value.seenAtMs - a.value.seenAtMs).slice(0, maxSessions - 1),
  );
  for (const entry of all) if (!keep.has(entry)) tx.remove(entry.key);
}

function sessionOf(parts: {
  id: string;
  hash: string;
  principal: Principal;
  method: SignInMethod;
  nowMs: number;
}): Session {
  const { id, hash, nowMs, ...who } = parts;
  const expiresAtMs = nowMs + sessionIdleMs;
  return { publicId: publicIdOf(hash), ...who, csrfToken: csrfTokenOf(id), expiresAtMs };
}
