import { randomBytes } from "node:crypto";
import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import type { Store, StoreTransaction } from "../core/store.ts";
import { hashSecret } from "../keys/api-key.ts";
import { personLimits, type PersonRole } from "./person-terms.ts";

/** An invitation as stored, under the hash of its token. Times are Unix milliseconds. */
export interface Invitation {
  v: 1;
  id: string;
  org: string;
  role: PersonRole;
  /** Ids of the streams that the account may see; null for all. */
  cameras: readonly string[] | null;
  /** Of the account to be; null where the invited person chooses. */
  name: string | null;
  /** The account that gets a new password; null for a new account. */
  personId: string | null;
  createdAtMs: number;
  /** Name of the person, or id of the key; null for the command line. */
  createdBy: string | null;
  expiresAtMs: number;
}

/** The fields of a new invitation. */
export type NewInvitation = Pick<
  Invitation,
  "org" | "role" | "cameras" | "name" | "personId" | "createdBy"
> & { lifeSec: number };

/** An invitation with its token, which is shown once. */
export interface IssuedInvitation {
  invitation: Invitation;
  token: string;
}

const prefix = ["box", "invitation"] as const;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Invitations by link: a random token of 256 bits, stored as its hash, good once and for some days. Works on the
 * store alone. At most 100 of an organisation are open.
 */
export class Invitations {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(parts: { store: Store; clock: Clock }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
  }

  /** Stores an invitation; `onStored` runs in the same transaction. Fails with `conflict` when 100 are open. */
  async create(
    input: NewInvitation,
    onStored?: (tx: StoreTransaction, issued: IssuedInvitation) => void,
  ): Promise<IssuedInvitation> {
    const { lifeSec, ...fields } = input;
    const token = randomBytes(32).toString("base64url");
    const hash = hashSecret(token);
    const nowMs = this.#clock.wallMs();
    const invitation: Invitation = {
      v: 1,
      id: hash.slice(0, 24),
      ...fields,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + lifeSec * 1000,
    };
    await this.#store.transact((tx) => {
      let open = 0;
      for (const { key, value } of tx.range<Invitation>({ prefix })) {
        if (value.expiresAtMs <= nowMs) tx.remove(key);
        else if (value.org === fields.org) open += 1;
      }
      if (open >= personLimits.invitationsMax) {
        const message = `invitations: ${personLimits.invitationsMax} are open. Withdraw some first`;
        throw fail("conflict", message);
      }
      tx.put([...prefix, hash], invitation);
      onStored?.(tx, { invitation, token });
    });
    return { invitation, token };
  }

  /** The open invitations of an organisation, the newest first. */
  list(org: string): Invitation[] {
    const nowMs = this.#clock.wallMs();
    return this.#store
      .range<Invitation>({ prefix })
      .map(({ value }) => value)
      .filter((each) => each.org === org && each.expiresAtMs > nowMs)
      .toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? -1 : 1));
  }

  /** Withdraws an invitation; fails with `not_found`. */
  async withdraw(org: string, id: string): Promise<Invitation> {
    return await this.#store.transact(
      (tx) => {
        const found = tx
          .range<Invitation>({ prefix })
          .find(({ value }) => value.id === id && value.org === org);
        if (!found) {
          throw fail("not_found", "invitation_id: there is no such invitation. List them");
        }
        tx.remove(found.key);
        return found.value;
      },
      { essential: true },
    );
  }

  /** The open invitation of a token; fails with `invalid_invitation` for a used, withdrawn or old one. */
  look(token: string): Invitation {
    return this.#open(token, this.#store);
  }

  /** Uses an invitation up as part of `tx`; fails as `look` does. */
  take(tx: StoreTransaction, token: string): Invitation {
    const invitation = this.#open(token, tx);
    tx.remove([...prefix, hashSecret(token)]);
    return invitation;
  }

  #open(token: string, reader: Pick<StoreTransaction, "get">): Invitation {
    const invitation = tokenPattern.test(token)
      ? reader.get<Invitation>([...prefix, hashSecret(token)])
      : undefined;
    if (invitation && invitation.expiresAtMs > this.#clock.wallMs()) return invitation;
    throw fail(
      "invalid_invitation",
      "invitation: is used, withdrawn or too old. Ask for another one",
    );
  }
}
