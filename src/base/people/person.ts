import type { Principal } from "../keys/api-keys.ts";
import { scopePresets } from "../contract/scopes.ts";
import type { PasswordHash } from "./passwords.ts";
import type { PersonRole } from "./person-terms.ts";

/** A passkey as stored: a public key of an authenticator. */
export interface Passkey {
  /** Credential id, base64url. */
  id: string;
  name: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** Signatures counted by the authenticator; 0 for those that do not count. */
  counter: number;
  /** Host name that it was made for. */
  rpId: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
}

/** The person's identity at the site's identity provider. */
export interface ProviderSubject {
  issuer: string;
  subject: string;
}

/** An account of a person as stored. Times are Unix milliseconds. */
export interface Person {
  v: 1;
  /** `person_` and 12 characters of `[A-Za-z0-9]`. */
  id: string;
  org: string;
  /** The name with which the person signs in, 1–100 characters; unique on the box. */
  name: string;
  role: PersonRole;
  /** Ids of the streams that the person may see; null for all. */
  cameras: readonly string[] | null;
  password: PasswordHash | null;
  passkeys: readonly Passkey[];
  subject: ProviderSubject | null;
  /** SHA-256 of the cookies of browsers that the person has signed in with, the newest last. */
  browsers: readonly string[];
  createdAtMs: number;
  /** Name of the person, or id of the key, that made it; null for the command line and the setup code. */
  createdBy: string | null;
  lastSignedInAtMs: number | null;
}

/** Returns the principal of the account. */
export function principalOf({ id, org, name, role, cameras }: Person): Principal {
  return { org, keyId: id, scopes: scopePresets[role], person: { name, role, cameras } };
}

/** The form in which names are compared. */
export function foldedName(name: string): string {
  return name.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}
