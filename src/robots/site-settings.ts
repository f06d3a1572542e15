import { type Static, Type } from "typebox";
import { robotRequestSchema } from "./driver/robot-document.ts";
import { flag, organisationSetting, section, texts } from "../base/settings/fields.ts";
import { privateNetworks } from "../base/settings/networks.ts";
import { streamIdPattern } from "../perception/core/stream-terms.ts";

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
  title: "Robots that the box connects at its start (docs/robots/robots.md)",
  applies: "restart",
  default: [],
  maxItems: 100,
});

/** One robot as written. */
export type RobotYaml = Static<typeof robotEntrySchema>;

/** Networks of robots whose address is in their settings. */
export const robotNetworksSetting = texts({
  title: "Networks (CIDR) in which robots behind rosbridge may be",
  applies: "restart",
  default: privateNetworks,
});

/** Robots on the box itself. */
export const loopbackRobotsSetting = flag({
  applies: "restart",
  title: "Allow robots behind rosbridge on this machine (127.0.0.0/8, ::1)",
  default: false,
});

/** ROS 2 on the box. */
export const rosSetting = section("ROS 2 robots", {
  setup: texts({
    applies: "restart",
    title:
      "Setup files of ROS 2. A shell sources them in this order before it starts the bridge of a robot",
  }),
});
