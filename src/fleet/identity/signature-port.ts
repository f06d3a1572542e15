/** The private key of a box, opened. */
export interface SigningKey {
  /** The public key: 32 bytes of Ed25519 as 43 characters of base64url (`x` of its JWK). */
  publicKey: string;
  /** Returns a compact JWS (RFC 7515) of the payload as JSON, with the box and the kind in its header. */
  sign(about: SignedAbout, payload: unknown): Promise<string>;
}

/** What the protected header of a signature says. */
export interface SignedAbout {
  /** What is signed, such as `identity`: a signature of one kind is none of another. */
  kind: string;
  boxId: string;
}

/** Ed25519 signatures as compact JWS. */
export interface Signatures {
  /** Opens a private key by its seed of 32 bytes. */
  open(seed: Uint8Array): SigningKey;
  /** Header and payload, unproven; undefined for anything but a signature of this form. */
  read(token: string): (SignedAbout & { payload: unknown }) | undefined;
  /** Returns the payload that the key signed; undefined for another key, and for a changed text. */
  verify(token: string, publicKey: string): Promise<unknown>;
}
