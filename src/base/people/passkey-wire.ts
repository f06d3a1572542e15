import type { PasskeyChallenge } from "./passkeys.ts";
import type { Person } from "./person.ts";
import type { CreationOptions, RequestOptions } from "./wire/passkey.ts";

/** COSE names of ES256, EdDSA and RS256. */
const algorithms = [-7, -8, -257] as const;

/** The options with which a browser makes a passkey for `person`. */
export function creationOptionsOf(
  { challenge, rpId, lifeMs }: PasskeyChallenge,
  person: Person,
): CreationOptions {
  return {
    challenge,
    rp: { id: rpId, name: "Gatehouse" },
    user: {
      id: Buffer.from(person.id).toString("base64url"),
      name: person.name,
      displayName: person.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: person.passkeys.map(({ id }) => ({ type: "public-key", id })),
    attestation: "none",
    timeout: lifeMs,
  };
}

/** The options with which a browser asks for any passkey of this page. */
export function requestOptionsOf({ challenge, rpId, lifeMs }: PasskeyChallenge): RequestOptions {
  return { challenge, rpId, allowCredentials: [], userVerification: "required", timeout: lifeMs };
}
