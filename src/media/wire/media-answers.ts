import { type Static, Type } from "typebox";
import { kind, named, orNull, unixTime } from "../../base/contract/answers.ts";

const id = Type.String({ description: "UUID of the avatar" });
const pixels = orNull(Type.Integer({ minimum: 1 }));

/** A saved avatar. */
export const avatarAnswer = named(
  "Avatar",
  Type.Object({
    id,
    object: kind("avatar"),
    label: Type.String(),
    image_url: orNull(Type.String({ description: "Signed address on the box" })),
    job_id: orNull(
      Type.String({ description: "The job that generated the picture. Null if it is unknown" }),
    ),
    width: pixels,
    height: pixels,
    mime_type: Type.String(),
    created_at: unixTime,
  }),
);

/** The answer to the deletion of an avatar. */
export const avatarDeletedAnswer = named(
  "AvatarDeleted",
  Type.Object({ id, object: kind("avatar"), deleted: Type.Boolean() }),
);

/** A saved avatar as answers show it; times in Unix seconds. */
export type AvatarWire = Static<typeof avatarAnswer>;
