import { type Static, Type } from "typebox";
import { named, oneOfValues, orNull, unixTime } from "../../../base/contract/answers.ts";

/** Body of `PUT /api/v1/system/configuration/file`. */
export const siteFileSchema = Type.Object(
  {
    yaml: Type.String({
      maxLength: 200_000,
      description:
        "The text of the whole file. `***1`, `***2` and so on keep the secrets of the present file",
    }),
    etag: Type.String({
      maxLength: 64,
      description: "The `etag` of the file that you have edited",
    }),
  },
  { additionalProperties: false },
);

/** The site file and its trial. */
export const siteFileAnswer = named(
  "SiteFile",
  Type.Object({
    file: orNull(
      Type.String({ description: "Path of the file. Null if the box runs without one" }),
    ),
    yaml: Type.String({ description: "Text of the file. Secrets are `***1`, `***2` and so on" }),
    etag: Type.String(),
    writable: Type.Boolean({ description: "False if the box may not replace the file" }),
    trial: Type.Object({
      state: oneOfValues(["none", "pending", "reverted"]),
      at: orNull({
        ...unixTime,
        description: "Unix second at which the box applied the file or restored the former one",
      }),
      revert_at: orNull({
        ...unixTime,
        description:
          "Unix second at which the box restores the former file without a confirmation. Null before the restart",
      }),
    }),
    waiting: Type.Array(Type.String(), {
      description: "Settings of the file that come into force with the next start",
    }),
  }),
);

/** The settings that a change has put in force, and those that wait. */
export const appliedAnswer = named(
  "AppliedSettings",
  Type.Object({
    in_force: Type.Array(Type.String(), {
      description: "Paths of the changed settings that are in force now",
    }),
    waiting: Type.Array(Type.String(), {
      description: "Paths of the settings that come into force with the next start",
    }),
  }),
);

/** `data` of `PUT /api/v1/system/configuration/file`. */
export const siteFileAppliedAnswer = named(
  "SiteFileApplied",
  Type.Object({ ...siteFileAnswer.properties, applied: appliedAnswer }),
);

/** See `siteFileAppliedAnswer`. */
export type SiteFileAppliedWire = Static<typeof siteFileAppliedAnswer>;

/** See `appliedAnswer`. */
export type AppliedWire = Static<typeof appliedAnswer>;

/** The site file on the wire. */
export type SiteFileWire = Static<typeof siteFileAnswer>;
