import { type Static, Type } from "typebox";
import { robotRequestSchema } from "./wire/robot-settings.ts";
import { streamIdPattern } from "../perception/wire/surveillance.ts";

/** Organisation of something configured; `default` when absent. */
export function organisationSetting(title: string) {
  return Type.String({
    title,
    default: "default",
    minLength: 1,
    pattern: "^[a-z][a-z0-9-]{0,31}$",
  });
}

/** A robot as written: the body of `PUT /robots/<id>` with its id and its organisation. */
const robotEntrySchema = Type.Object(
  {
    id: Type.String({ title: "Robot id", pattern: streamIdPattern }),
    organisation: organisationSetting("Organisation that the robot belongs to"),
    ...robotRequestSchema.properties,
  },
  { title: "A robot: the body of PUT /api/v1/robots/<id>", additionalProperties: false },
);

/** The robots of the site. */
export const robotsSetting = Type.Array(robotEntrySchema, {
  title: "Robots that the box connects at the start; docs/robots.md",
  default: [],
  maxItems: 100,
});

/** One robot as written. */
export type RobotYaml = Static<typeof robotEntrySchema>;
