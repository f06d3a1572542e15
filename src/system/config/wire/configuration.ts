import { type Static, Type } from "typebox";
import { named, oneOfValues, orNull } from "../../../base/contract/answers.ts";

/** Longest configuration to check, in characters; a site file has some kilobytes. */
const maxCharacters = 200_000;

/** Body of `POST /api/v1/system/configuration/check`. */
export const configurationCheckSchema = Type.Object(
  { yaml: Type.String({ maxLength: maxCharacters, description: "The text of the whole file" }) },
  { additionalProperties: false },
);

const settingAnswer = named(
  "Setting",
  Type.Object({
    path: Type.String({ description: "Path of the setting, for example `server.port`" }),
    title: Type.String(),
    value: Type.Unknown({ description: "The present value. Secrets are `***`" }),
    default: Type.Unknown(),
    allowed: Type.String({
      description: "Allowed values or range in words. Empty if there is no limit",
    }),
    unit: orNull(Type.String()),
    variable: orNull(
      Type.String({ description: "Environment variable that overrides the setting" }),
    ),
    applies: {
      ...oneOfValues(["live", "restart"]),
      description: "When a change comes into force: at once, or with the next start",
    },
    waiting: Type.Boolean({
      description: "True if the file has another value, which comes into force with the next start",
    }),
    origin: Type.Object({
      kind: oneOfValues(["default", "file", "environment", "flag"]),
      at: orNull(
        Type.String({
          description: "Place of the value: `file:line`, or the name of a variable or flag",
        }),
      ),
    }),
  }),
);

/** `data` of `GET /api/v1/system/configuration`. */
export const configurationAnswer = named(
  "Configuration",
  Type.Object({
    file: orNull(
      Type.String({ description: "The file that the box has read. Null if there is none" }),
    ),
    settings: Type.Array(settingAnswer),
  }),
);

/** `data` of `POST /api/v1/system/configuration/check`. */
export const configurationCheckAnswer = named(
  "ConfigurationCheck",
  Type.Object({
    valid: Type.Boolean(),
    problems: Type.Array(
      Type.Object({
        line: orNull(Type.Integer({ minimum: 1 })),
        where: Type.String({
          description: "Place of the fault: `line N`, or a variable or flag of this box",
        }),
        path: Type.String({
          description: "Path of the setting. Empty if the fault concerns the whole file",
        }),
        message: Type.String(),
      }),
    ),
    changed: Type.Array(Type.String(), {
      description:
        "Paths of the settings that differ from the present file, for example `server.port`. Empty if the text has problems",
    }),
    restart: Type.Array(Type.String(), {
      description: "Those of `changed` that need a restart. The others come into force at once",
    }),
  }),
);

/** The setting on the wire. */
export type SettingWire = Static<typeof settingAnswer>;

/** See `configurationAnswer`. */
export type ConfigurationWire = Static<typeof configurationAnswer>;

/** See `configurationCheckAnswer`. */
export type ConfigurationCheckWire = Static<typeof configurationCheckAnswer>;

/** A text to check. */
export type ConfigurationCheckRequest = Static<typeof configurationCheckSchema>;
