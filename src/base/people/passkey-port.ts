/** The JSON with which a browser answers a challenge (WebAuthn level 3, section 5.1.8); the verifier checks it. */
export interface PasskeyResponse {
  readonly id?: unknown;
  readonly response?: { readonly clientDataJSON?: unknown };
}

/** The circumstances in which an answer of an authenticator must have been made. */
export interface CeremonyFacts {
  /** The challenge that the box issued, base64url. */
  challenge: string;
  /** Scheme, host and port of the page. */
  origin: string;
  /** Host name of the page. */
  rpId: string;
}

/** A public key that an authenticator has made. */
export interface NewCredential {
  /** Credential id, base64url. */
  id: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** Signatures counted so far; 0 for authenticators that do not count. */
  counter: number;
}

/** Checks the answers of authenticators (WebAuthn level 3, sections 7.1 and 7.2), with user verification. */
export interface PasskeyVerifier {
  /** Returns the new credential; undefined for an answer that is not acceptable. */
  registered(response: PasskeyResponse, facts: CeremonyFacts): Promise<NewCredential | undefined>;
  /**
   * Returns the new count of signatures; undefined for an answer that is not acceptable, or whose count does not
   * grow where the authenticator counts.
   */
  authenticated(
    response: PasskeyResponse,
    facts: CeremonyFacts,
    credential: NewCredential,
  ): Promise<number | undefined>;
}
