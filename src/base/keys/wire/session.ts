import { Type } from "typebox";
import { named, oneOfValues, orNull, unixTime } from "../../contract/answers.ts";
import { scopes } from "../../contract/scopes.ts";

/** `data` of the sign-in and of `GET /api/v1/session`. */
export const sessionAnswer = named(
  "Session",
  Type.Object({
    kind: oneOfValues(["session", "key"]),
    organisation: Type.String(),
    key_id: Type.String(),
    scopes: Type.Array(oneOfValues(scopes)),
    csrf_token: orNull(Type.String()),
    expires_at: orNull(unixTime),
    key: Type.Optional(
      Type.String({ description: "The key that the setup code made; shown this once" }),
    ),
  }),
);

/** `data` of the sign-out. */
export const signedOutAnswer = Type.Object({ signed_in: Type.Boolean() });
