import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../contract/answers.ts";
import { scopes } from "../../contract/scopes.ts";
import type { PasskeyResponse } from "../passkey-port.ts";
import { personLimits, personRoles } from "../person-terms.ts";

const passkey = Type.Object({
  id: Type.String({ description: "Credential id, base64url" }),
  name: Type.String(),
  created_at: unixTime,
  last_used_at: orNull(unixTime),
});

const camerasAnswer = orNull(
  Type.Array(Type.String(), {
    description: "Streams that the account may see. Null means all streams",
  }),
);

/** An account of a person. */
export const personAnswer = named(
  "Person",
  Type.Object({
    id: Type.String(),
    object: kind("person"),
    org: Type.String(),
    name: Type.String(),
    role: oneOfValues(personRoles),
    scopes: Type.Array(oneOfValues(scopes), { description: "Scopes of the role" }),
    cameras: camerasAnswer,
    has_password: Type.Boolean(),
    has_provider: Type.Boolean({
      description: "True if the person signs in with the site's identity provider",
    }),
    passkeys: Type.Array(passkey),
    created_at: unixTime,
    created_by: orNull(Type.String({ description: "Name of the person, or id of the key" })),
    last_signed_in_at: orNull(unixTime),
  }),
);

/** An account as people and programs see it. */
export type PersonWire = Static<typeof personAnswer>;

const closed = { additionalProperties: false } as const;

/** Field `name` of an account. */
export const personName = Type.String({
  minLength: 1,
  maxLength: personLimits.nameMax,
  // Neither ends in a blank nor holds control characters: names are compared, and shown in logs.
  pattern: "^[^\\s\\x00-\\x1f\\x7f]([^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f])?$",
  description:
    "Name of the person, also for signing in. No other account on the box may have it, in upper or lower case",
});

/** A password in a request; longer than the least that `personLimits` allows only where it is set. */
export const passwordField = Type.String({ minLength: 1, maxLength: personLimits.passwordMax });

const role = oneOfValues(personRoles);
const cameras = Type.Union(
  [
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: personLimits.camerasMax,
      uniqueItems: true,
    }),
    Type.Null(),
  ],
  { description: "Streams that the account may see. Null or absent means all streams" },
);

/** Body of `POST /api/v1/people`. */
export const newPersonSchema = Type.Object(
  { name: personName, password: passwordField, role, cameras: Type.Optional(cameras) },
  closed,
);

/** Body of `PATCH /api/v1/people/<id>`. */
export const personPatchSchema = Type.Object(
  {
    name: Type.Optional(personName),
    role: Type.Optional(role),
    cameras: Type.Optional(cameras),
  },
  closed,
);

/** Body of `PUT /api/v1/people/me/password`. */
export const passwordSchema = Type.Object(
  {
    current_password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "The current password, if the account has one",
      }),
    ),
    password: passwordField,
  },
  closed,
);

/** An answer of WebAuthn as JSON, as the browser gives it. */
export const webauthnAnswer = Type.Unsafe<PasskeyResponse>({
  type: "object",
  additionalProperties: true,
  description: "The browser's WebAuthn answer as JSON",
});

/** Body of `POST /api/v1/people/me/passkeys`. */
export const newPasskeySchema = Type.Object({ name: personName, response: webauthnAnswer }, closed);

/** Body of `POST /api/v1/people/invitations`. */
export const newInvitationSchema = Type.Object(
  {
    role: Type.Optional(role),
    cameras: Type.Optional(cameras),
    name: Type.Optional(personName),
    person_id: Type.Optional(
      Type.String({
        pattern: "^person_[A-Za-z0-9]{12}$",
        description:
          "Id of an account. Instead of creating an account, the link then lets its owner set a new password",
      }),
    ),
    expires_in_seconds: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: personLimits.invitationMaxSec,
        default: personLimits.invitationDefaultSec,
      }),
    ),
  },
  closed,
);

/** `newInvitationSchema` as a type. */
export type NewInvitationBody = Static<typeof newInvitationSchema>;

const invitationFields = {
  id: Type.String(),
  object: kind("invitation"),
  role: oneOfValues(personRoles),
  cameras: camerasAnswer,
  name: orNull(
    Type.String({
      description: "Name of the new account. If it is null, the invited person chooses the name",
    }),
  ),
  person_id: orNull(Type.String({ description: "The account that gets a new password" })),
  created_at: unixTime,
  created_by: orNull(Type.String()),
  expires_at: unixTime,
};

/** An open invitation. */
export const invitationAnswer = named("Invitation", Type.Object(invitationFields));

/** A new invitation with its link. */
export const newInvitationAnswer = named(
  "NewInvitation",
  Type.Object({
    ...invitationFields,
    token: Type.Optional(
      Type.String({ description: "The token of the invitation. Only this answer shows it" }),
    ),
    url: Type.Optional(
      Type.String({ description: "The link with the token. Only this answer shows it" }),
    ),
  }),
);

/** An invitation as people see it. */
export type InvitationWire = Static<typeof invitationAnswer>;
