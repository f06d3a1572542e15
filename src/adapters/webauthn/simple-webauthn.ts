import type {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type {
  CeremonyFacts,
  NewCredential,
  PasskeyResponse,
  PasskeyVerifier,
} from "../../base/people/passkey-port.ts";

type Registration = Parameters<typeof verifyRegistrationResponse>[0]["response"];
type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]["response"];

/**
 * Checks the answers of authenticators with `@simplewebauthn/server`, which loads with the first use; does not ask for
 * attestation.
 */
export class SimpleWebAuthn implements PasskeyVerifier {
  async registered(
    response: PasskeyResponse,
    facts: CeremonyFacts,
  ): Promise<NewCredential | undefined> {
    const { verifyRegistrationResponse: verify } = await import("@simplewebauthn/server");
    try {
      const { verified, registrationInfo } = await verify({
        response: response as Registration,
        ...expectationsOf(facts),
        requireUserVerification: true,
      });
      if (!verified) return undefined;
      const { id, publicKey, counter } = registrationInfo.credential;
      return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
    } catch {
      // The library throws for everything in the answer that is not as expected.
      return undefined;
    }
  }

  async authenticated(
    response: PasskeyResponse,
    facts: CeremonyFacts,
    { id, publicKey, counter }: NewCredential,
  ): Promise<number | undefined> {
    const { verifyAuthenticationResponse: verify } = await import("@simplewebauthn/server");
    try {
      const { verified, authenticationInfo } = await verify({
        response: response as Authentication,
        ...expectationsOf(facts),
        credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
        requireUserVerification: true,
      });
      return verified ? authenticationInfo.newCounter : undefined;
    } catch {
      return undefined;
    }
  }
}

function expectationsOf({ challenge, origin, rpId }: CeremonyFacts) {
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId };
}
