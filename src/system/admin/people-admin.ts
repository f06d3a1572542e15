import { randomInt } from "node:crypto";
import { fail } from "../../base/contract/fail.ts";
import type { AuditLog } from "../../base/keys/audit-log.ts";
import type { Accounts } from "../../base/people/accounts.ts";
import { personWire } from "../../base/people/person-wire.ts";
import type { PersonWire } from "../../base/people/wire/person.ts";

/** Dependencies of `PeopleAdmin`. */
export interface PeopleAdminParts {
  accounts: Pick<Accounts, "people" | "passwords">;
  audit: Pick<AuditLog, "add">;
}

/** An account with its new password, which is shown once. */
export type ResetPersonWire = PersonWire & { password: string };

/** Crockford's base 32: no letters that look like digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Five groups of four: 100 bits. */
const groups = 5;

/**
 * The commands for accounts, from the socket and, while the appliance is stopped, from the command line. Codes:
 * those of `People`, and `not_found` for an unknown account.
 */
export class PeopleAdmin {
  readonly #parts: PeopleAdminParts;

  constructor(parts: PeopleAdminParts) {
    this.#parts = parts;
  }

  /** The accounts of an organisation by name. */
  list(org: string): PersonWire[] {
    return this.#parts.accounts.people.list(org).map(personWire);
  }

  /**
   * Gives the account of `name` a new password, removes its passkeys, and ends its sessions and its wait after wrong
   * passwords; the audit log records it.
   */
  async reset(name: string): Promise<ResetPersonWire> {
    const { people, passwords } = this.#parts.accounts;
    const person = people.named(name);
    if (!person) {
      throw fail("not_found", "name: there is no such account. Run gatehouse people list");
    }
    const password = newPassword();
    const changed = await people.reset(person, await passwords.hash(password, person.name));
    await this.#parts.audit.add({
      org: person.org,
      actor: { kind: "cli", key_id: null },
      address: null,
      action: `people reset ${person.id}`,
      outcome: { status: 200, code: null },
      requestId: null,
    });
    return { ...personWire(changed), password };
  }
}

function newPassword(): string {
  const group = (): string =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}
