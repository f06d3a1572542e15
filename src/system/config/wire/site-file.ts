import { type Static, Type } from "typebox";
import { named, oneOfValues, orNull, unixTime } from "../../../base/contract/answers.ts";

/** Body of `PUT /api/v1/system/configuration/file`. */
export const siteFileSchema = Type.Object(
  {
    yaml: Type.String({ maxLength: 200_000, description: "The whole file; `***N` keeps a secret" }),
    etag: Type.String({ maxLength: 64, description: "Of the file that was edited" }),
  },
  { additionalProperties: false },
);

/** The site file and its trial. */
export const siteFileAnswer = named(
  "SiteFile",
  Type.Object({
    file: orNull(Type.String({ description: "Null when the box runs without one" })),
    yaml: Type.String({ description: "Secrets are `***1`, `***2` and so on" }),
    etag: Type.String(),
    writable: Type.Boolean({ description: "False when the box may not replace the file" }),
    trial: Type.Object({
      state: oneOfValues(["none", "pending", "reverted"]),
      at: orNull({ ...unixTime, description: "When it was applied, or the former file came back" }),
      revert_at: orNull({
        ...unixTime,
        description: "When the former file returns without a confirmation; null before the restart",
      }),
    }),
  }),
);

/** The site file on the wire. */
export type SiteFileWire = Static<typeof siteFileAnswer>;
