import { createHash, randomBytes } from "node:crypto";
import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import type { Store, StoreTransaction } from "../core/store.ts";
import { hashSecret, sameDigest } from "./api-key.ts";
import type { ApiKeys, AskedFrom, Principal } from "./api-keys.ts";

interface SessionRecord {
  v: 1;
  keyId: string;
  createdAtMs: number;
  /** Updated at most every `seenPeriodMs`. */
  seenAtMs: number;
}

/** A live page session. */
export interface Session {
  principal: Principal;
  /** Token that the page must send in `X-CSRF-Token` with everything but GET. */
  csrfToken: string;
  /** Expiry of the unused session, Unix milliseconds. */
  expiresAtMs: number;
}

/** Life of a session without a request. */
export const sessionIdleMs = 12 * 3_600_000;
const seenPeriodMs = 60_000;
/** Bound above the number of people of any site; the oldest sessions are removed first. */
const maxSessions = 1000;
const idPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Sessions of the technician's page: a random id in a cookie, stored only as its hash, bound to the
 * key that signed in. Revoking or expiring the key ends its sessions.
 */
export class Sessions {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #keys: ApiKeys;

  constructor(parts: { store: Store; clock: Clock; keys: ApiKeys }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#keys = parts.keys;
  }

  /** Opens a session for a valid key; fails as `ApiKeys.verify` does. `id` is the cookie's value. */
  async signIn(token: string, address?: string): Promise<Session & { id: string }> {
    const principal = this.#keys.verify(token, { address });
    const id = randomBytes(32).toString("base64url");
    const nowMs = this.#clock.wallMs();
    await this.#store.transact((tx) => {
      sweep(tx, nowMs);
      const record: SessionRecord = {
        v: 1,
        keyId: principal.keyId,
        createdAtMs: nowMs,
        seenAtMs: nowMs,
      };
      tx.put(["box", "session", hashSecret(id)], record);
    });
    return { id, principal, csrfToken: csrfTokenOf(id), expiresAtMs: nowMs + sessionIdleMs };
  }

  /** Returns the live session of a cookie value; else fails with `session_expired`. */
  resolve(id: string, from: AskedFrom = {}): Session {
    const nowMs = this.#clock.wallMs();
    const hash = hashSecret(id);
    const record = idPattern.test(id)
      ? this.#store.get<SessionRecord>(["box", "session", hash])
      : undefined;
    const key = record && this.#keys.get(record.keyId);
    const isIdle = record !== undefined && record.seenAtMs + sessionIdleMs <= nowMs;
    if (!record || !key || (isIdle && !from.isExpiredTaken)) throw expired();
    let principal: Principal;
    try {
      principal = this.#keys.admit(key, from);
    } catch (error) {
      throw expired(error);
    }
    if (!isIdle && nowMs - record.seenAtMs >= seenPeriodMs) this.#see(hash, nowMs);
    return { principal, csrfToken: csrfTokenOf(id), expiresAtMs: nowMs + sessionIdleMs };
  }

  /** True when `token` is the CSRF token of the session; takes constant time. */
  csrfMatches(session: Session, token: string): boolean {
    return sameDigest(hashSecret(token), hashSecret(session.csrfToken));
  }

  /** Ends a session; unknown ids are ignored. */
  async signOut(id: string): Promise<void> {
    const key = ["box", "session", hashSecret(id)];
    if (this.#store.get(key) === undefined) return;
    await this.#store.transact((tx) => tx.remove(key), { essential: true });
  }

  #see(hash: string, nowMs: number): void {
    const key = ["box", "session", hash];
    this.#store
      .transact((tx) => {
        const record = tx.get<SessionRecord>(key);
        if (record) tx.put(key, { ...record, seenAtMs: nowMs });
      })
      // A full disk must not end a session early: the stored time is only a lower bound.
      .catch(() => undefined);
  }
}

/** Derived from the session id, which scripts cannot read, so it needs no record of its own. */
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
  const all = tx.range<SessionRecord>({ prefix: ["box", "session"] });
  const live = all.filter((entry) => entry.value.seenAtMs + sessionIdleMs > nowMs);
  const keep = new Set(
    live.toSorted((a, b) => b.value.seenAtMs - a.value.seenAtMs).slice(0, maxSessions - 1),
  );
  for (const entry of all) if (!keep.has(entry)) tx.remove(entry.key);
}
