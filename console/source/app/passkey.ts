/** True where this browser offers passkeys for this page: over TLS or on localhost, and not by an IP address. */
export function hasPasskeys(): boolean {
  const isAddress = /^(\[.*\]|[\d.]+)$/.test(location.hostname);
  return (
    window.isSecureContext &&
    !isAddress &&
    typeof PublicKeyCredential === "function" &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential
  );
}

/** Asks the authenticator for a new passkey; its answer as JSON. */
export async function createPasskey(options: object): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return jsonOf(await navigator.credentials.create({ publicKey }));
}

/** Asks the authenticator to prove a passkey; its answer as JSON. */
export async function provePasskey(options: object): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  return jsonOf(await navigator.credentials.get({ publicKey }));
}

function jsonOf(credential: Credential | null): Record<string, unknown> {
  return { ...(credential as PublicKeyCredential).toJSON() };
}
