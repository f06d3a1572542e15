import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../contract/answers.ts";
import { scopes } from "../../contract/scopes.ts";
import { passwordField, personName, webauthnAnswer } from "./person.ts";
import { personRoles } from "../person-terms.ts";

/**
 * Body of `POST /api/v1/session`: a key; name and password; the setup code alone, or with name and password of the
 * first account; an invitation with a password; the answer of a passkey; or that of the identity provider.
 */
export const signInSchema = Type.Object(
  {
    key: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    name: Type.Optional(personName),
    password: Type.Optional(passwordField),
    setup_code: Type.Optional(Type.String({ pattern: "^[0-9]{8}$" })),
    key_name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Name of the key that the box creates for the setup code",
      }),
    ),
    passkey: Type.Optional(webauthnAnswer),
    provider: Type.Optional(
      Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 4096 }), {
        maxProperties: 20,
        description: "Parameters with which the identity provider sent the browser back",
      }),
    ),
    invitation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "The token in the link of an invitation",
      }),
    ),
  },
  { additionalProperties: false },
);

/** `signInSchema` as a type. */
export type SignInBody = Static<typeof signInSchema>;

const person = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: oneOfValues(personRoles),
  cameras: orNull(
    Type.Array(Type.String(), {
      description: "Streams that the account may see. Null means all streams",
    }),
  ),
});

/** `data` of the sign-in and of `GET /api/v1/session`. */
export const sessionAnswer = named(
  "Session",
  Type.Object({
    kind: oneOfValues(["session", "key"]),
    organisation: Type.String(),
    key_id: Type.String({ description: "Id of the key, or of the person" }),
    person: orNull(person),
    scopes: Type.Array(oneOfValues(scopes)),
    csrf_token: orNull(Type.String()),
    expires_at: orNull(unixTime),
    key: Type.Optional(
      Type.String({
        description: "The key that the box created for the setup code. Only this answer shows it",
      }),
    ),
  }),
);

/** `data` of the sign-out. */
export const signedOutAnswer = Type.Object({
  signed_in: Type.Boolean(),
  provider_url: orNull(
    Type.String({ description: "Where the browser also signs out at the identity provider" }),
  ),
});

/** `data` of the beginning of a sign-in at the identity provider. */
export const providerSignInAnswer = Type.Object({
  url: Type.String({ description: "Address at the provider to open in this browser" }),
});

/** The ways to sign in to this box. */
export const signInMethodsAnswer = named(
  "SignInMethods",
  Type.Object({
    password: Type.Boolean({ description: "True if the box has accounts" }),
    provider: orNull(Type.String({ description: "Name of the site's identity provider" })),
    setup_code: Type.Boolean({ description: "True if the box has no key and no account yet" }),
  }),
);

/** A page session in a list. */
export const pageSessionAnswer = named(
  "PageSession",
  Type.Object({
    id: Type.String(),
    object: kind("page_session"),
    person_id: orNull(Type.String()),
    key_id: orNull(Type.String()),
    name: orNull(Type.String({ description: "Name of the person or key" })),
    method: oneOfValues(["key", "password", "passkey", "provider", "invitation"]),
    address: orNull(Type.String({ description: "Address from which the session was opened" })),
    browser: orNull(
      Type.String({ description: "The browser's description of itself (User-Agent)" }),
    ),
    is_current: Type.Boolean({ description: "True for the session of this request" }),
    created_at: unixTime,
    last_seen_at: unixTime,
    expires_at: unixTime,
  }),
);

/** A page session as people see it. */
export type PageSessionWire = Static<typeof pageSessionAnswer>;
