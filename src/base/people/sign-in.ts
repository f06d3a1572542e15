import { fail, invalidField } from "../contract/fail.ts";
import { hashSecret } from "../keys/api-key.ts";
import type { SetupCode } from "../keys/setup-code.ts";
import type { Invitations } from "./invitations.ts";
import type { Passwords } from "./passwords.ts";
import type { People } from "./people.ts";
import type { Person } from "./person.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

/** The origin of a sign-in. */
export interface SignInFrom {
  address: string;
  /** Value of the cookie of a browser that signed in before. */
  browser?: string | undefined;
}

/** The parts of signing in with a password. */
export interface SignInParts {
  people: People;
  passwords: Passwords;
  limits: SignInLimits;
  invitations: Invitations;
}

/** Signs people in with passwords, and makes accounts for setup codes and invitations. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /**
   * The account of `name` for the right password. Fails with `invalid_credentials`, whose message and cost are the
   * same for a wrong name, a wrong password and an account without a password, and with `rate_limited`.
   */
  async withPassword(name: string, password: string, from: SignInFrom): Promise<Person> {
    const { people, passwords, limits } = this.#parts;
    const person = people.named(name);
    const place = { address: from.address, browser: knownBrowser(person, from.browser) };
    const account = accountOf(name, person);
    limits.check(account, place);
    limits.count(account, place);
    if (!(await passwords.matches(person?.password ?? null, password))) {
      throw fail("invalid_credentials", "name: name or password is wrong. Check both");
    }
    limits.forgive(account, place);
    // Read again: the account may have gone while the hash was computed.
    const current = people.get(person!.id);
    if (current?.password?.hash !== person!.password!.hash) {
      throw fail("invalid_credentials", "name: name or password is wrong. Check both");
    }
    return current;
  }

  /** The first administrator's account for the setup code; fails as `SetupCode.use` and `People.create` do. */
  async firstOwner(
    setup: SetupCode,
    input: { code: string; name: string; password: string },
  ): Promise<Person> {
    const { people, passwords } = this.#parts;
    const { code, name, password } = input;
    return await setup.use(code, async () =>
      people.create({
        org: setup.org,
        name,
        role: "admin",
        cameras: null,
        password: await passwords.hash(password, name),
        createdBy: null,
      }),
    );
  }

  /**
   * Accepts an invitation: makes the account, or gives an existing one its new password. Fails with
   * `invalid_invitation`, `invalid_request_body` and `conflict`.
   */
  async accept(input: {
    token: string;
    name?: string | undefined;
    password: string;
  }): Promise<Person> {
    const { people, passwords, invitations } = this.#parts;
    const { token, password } = input;
    const invitation = invitations.look(token);
    if (invitation.personId !== null) {
      const person = people.get(invitation.personId);
      if (!person)
        throw fail("invalid_invitation", "invitation: its account is gone. Ask for another one");
      const hash = await passwords.hash(password, person.name);
      return await people.setPassword(person, hash, {
        within: (tx) => void invitations.take(tx, token),
      });
    }
    const name = invitation.name ?? input.name;
    if (name === undefined) throw invalidField("name", "is missing. Choose a name");
    const hash = await passwords.hash(password, name);
    const { org, role, cameras, createdBy } = invitation;
    return await people.create({ org, name, role, cameras, password: hash, createdBy }, (tx) => {
      invitations.take(tx, token);
    });
  }
}

/** Counts begin again with a new password, so that a reset ends a wait. */
function accountOf(name: string, person: Person | undefined): string {
  return person?.password ? `${person.id} ${person.password.salt}` : name;
}

/** The hash of the browser's cookie where the account knows it. */
function knownBrowser(person: Person | undefined, cookie: string | undefined): string | undefined {
  const hash = cookie === undefined ? undefined : hashSecret(cookie);
  return hash !== undefined && person?.browsers.includes(hash) ? hash : undefined;
}
