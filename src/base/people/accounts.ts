import type { Clock } from "../core/clock.ts";
import type { Store } from "../core/store.ts";
import { Invitations } from "./invitations.ts";
import type { PasskeyVerifier } from "./passkey-port.ts";
import { Passkeys } from "./passkeys.ts";
import { type PasswordCost, Passwords } from "./passwords.ts";
import { People } from "./people.ts";
import { ProviderSignIn, type ProviderSignInParts } from "./provider-sign-in.ts";
import { SignIn } from "./sign-in.ts";
import { SignInLimits } from "./sign-in-limits.ts";

/** The parts that accounts of people consist of. */
export interface Accounts {
  people: People;
  passwords: Passwords;
  invitations: Invitations;
  signIn: SignIn;
  passkeys: Passkeys;
  /** Undefined for a site without an identity provider. */
  provider: ProviderSignIn | undefined;
}

/** The accounts of people in `store`. */
export function makeAccounts(parts: {
  store: Store;
  clock: Clock;
  verifier: PasskeyVerifier;
  provider?: Omit<ProviderSignInParts, "people" | "clock"> | undefined;
  /** Cost of new password hashes; the one of `Passwords` when absent. */
  passwordCost?: PasswordCost;
}): Accounts {
  const people = new People(parts);
  const passwords = new Passwords(parts.passwordCost);
  const invitations = new Invitations(parts);
  const limits = new SignInLimits(parts);
  const signIn = new SignIn({ people, passwords, invitations, limits });
  const passkeys = new Passkeys({ people, verifier: parts.verifier, clock: parts.clock });
  const { provider: site, clock } = parts;
  const provider = site && new ProviderSignIn({ ...site, people, clock });
  return { people, passwords, invitations, signIn, passkeys, provider };
}
