import { type Static, Type } from "typebox";
import { kind, named } from "../../contract/answers.ts";

const shared = {
  challenge: Type.String({ description: "32 random bytes, base64url" }),
  timeout: Type.Integer({ description: "Milliseconds until the challenge ends" }),
};
const credentials = Type.Array(
  Type.Object({
    type: kind("public-key"),
    id: Type.String({ description: "Credential id, base64url" }),
  }),
);

/** `data` of `POST /api/v1/people/me/passkey-challenge`: PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
export const creationOptions = named(
  "PasskeyCreationOptions",
  Type.Object({
    ...shared,
    rp: Type.Object({
      id: Type.String({ description: "Host name of the page" }),
      name: Type.String(),
    }),
    user: Type.Object({
      id: Type.String({ description: "Id of the account, base64url" }),
      name: Type.String(),
      displayName: Type.String(),
    }),
    pubKeyCredParams: Type.Array(
      Type.Object({
        type: kind("public-key"),
        alg: Type.Integer({ description: "Number of the COSE algorithm" }),
      }),
    ),
    authenticatorSelection: Type.Object({
      residentKey: kind("required"),
      userVerification: kind("required"),
    }),
    excludeCredentials: credentials,
    attestation: kind("none"),
  }),
);

/** `data` of `POST /api/v1/session/sign-in-challenge`: PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
export const requestOptions = named(
  "PasskeyRequestOptions",
  Type.Object({
    ...shared,
    rpId: Type.String({ description: "Host name of the page" }),
    allowCredentials: credentials,
    userVerification: kind("required"),
  }),
);

/** The options of `navigator.credentials.create`, as JSON. */
export type CreationOptions = Static<typeof creationOptions>;
/** The options of `navigator.credentials.get`, as JSON. */
export type RequestOptions = Static<typeof requestOptions>;
