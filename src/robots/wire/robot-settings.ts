import { type Static, Type } from "typebox";
import {
  closed,
  corner,
  frame,
  name,
  oneOf,
  placeSchema,
  polygon,
  robotCommands,
} from "./robot.ts";
import { streamIdPattern } from "../../perception/wire/surveillance.ts";
import { ros2Schema, rosbridgeSchema } from "./ros-settings.ts";

const speed = Type.Number({ minimum: 0, maximum: 20, description: "Metres per second" });

const simSchema = Type.Object(
  {
    start: Type.Optional(placeSchema),
    dock: Type.Optional(placeSchema),
    battery_percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100, default: 100 })),
    obstacles: Type.Optional(
      Type.Array(polygon, { maxItems: 50, description: "Solid areas of the map" }),
    ),
    people: Type.Optional(
      Type.Array(
        Type.Object(
          {
            way: Type.Array(corner, {
              minItems: 1,
              maxItems: 20,
              description:
                "Corners [x, y] in metres: walked along, back, and again; one: stands there",
            }),
            speed_mps: Type.Optional(Type.Number({ minimum: 0, maximum: 5, default: 1 })),
          },
          closed,
        ),
        { maxItems: 20, description: "Around it; its camera sees them, and nothing else does" },
      ),
    ),
    camera: Type.Optional(
      Type.Object(
        {
          fov_degrees: Type.Optional(
            Type.Number({
              minimum: 20,
              maximum: 120,
              default: 70,
              description: "Horizontal angle of view",
            }),
          ),
          height_m: Type.Optional(
            Type.Number({
              minimum: 0.1,
              maximum: 1.9,
              default: 0.9,
              description: "Above the ground",
            }),
          ),
          down_degrees: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 45,
              default: 8,
              description: "How far it looks down from the horizon",
            }),
          ),
        },
        { ...closed, description: "Looks ahead; without it the robot gives no picture" },
      ),
    ),
    faults: Type.Optional(
      Type.Object(
        {
          silent: Type.Optional(Type.Boolean({ description: "Says nothing and hears nothing" })),
          drift_mps: Type.Optional(
            Type.Number({ minimum: 0, maximum: 5, description: "Sideways, while it moves" }),
          ),
          refuse: Type.Optional(
            Type.Array(oneOf(robotCommands), { maxItems: robotCommands.length }),
          ),
          lacks: Type.Optional(
            Type.Array(oneOf(robotCommands), {
              maxItems: robotCommands.length,
              description: "Abilities that it has lost",
            }),
          ),
          e_stop: Type.Optional(Type.Boolean({ description: "Its emergency stop is pressed" })),
          no_pose: Type.Optional(Type.Boolean({ description: "Says everything but where it is" })),
        },
        closed,
      ),
    ),
  },
  { ...closed, title: "SimulatedRobot" },
);

/** Settings of a simulated robot. */
export type SimSettings = Static<typeof simSchema>;

const vdaName = (description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9_.:-]{1,64}$", description });

const vdaSchema = Type.Object(
  {
    broker: Type.String({
      pattern: "^[a-z][a-z0-9-]{0,31}$",
      description: "Name of one of `mqtt_brokers` of the site configuration",
    }),
    manufacturer: vdaName("As in the robot's topics"),
    serial_number: vdaName("As in the robot's topics"),
    version: Type.Optional(oneOf(["1.1", "2.0", "2.1", "3.0"], "Of VDA 5050; 2.1 when absent")),
    interface_name: Type.Optional(
      vdaName("First level of its topics; `uagv` when absent, `vda5050` for 3.0"),
    ),
    major_version: Type.Optional(
      Type.String({
        pattern: "^v[0-9]{1,2}$",
        description: "Second level of its topics; `v` and the number before the point when absent",
      }),
    ),
    profile: Type.Optional(
      oneOf(
        ["standard", "legacy_instant_actions"],
        "`legacy_instant_actions`: wants the field `instantActions` where the standard has `actions`",
      ),
    ),
    max_uncontrolled_m: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 1000,
        description:
          "No more of a way is released to it at once, in metres: it may drive so far when nobody " +
          "reaches it. Ways are then divided into straight pieces; no bound when absent",
      }),
    ),
    corridor: Type.Optional(
      Type.Object(
        {
          left_m: Type.Number({ minimum: 0, maximum: 50 }),
          right_m: Type.Number({ minimum: 0, maximum: 50 }),
        },
        {
          ...closed,
          description:
            "How far it may leave the line between two places to go round something (2.1 and 3.0)",
        },
      ),
    ),
    dock: Type.Optional(placeSchema),
  },
  { ...closed, title: "Vda5050Robot" },
);

/** Settings of a VDA 5050 robot. */
export type Vda5050Settings = Static<typeof vdaSchema>;

/** Body of `PUT /robots/<id>`, and an entry of `robots:` in the site configuration. */
export const robotRequestSchema = Type.Object(
  {
    name: Type.Optional(name),
    driver: oneOf(["sim", "vda5050", "ros2", "rosbridge"], "How the robot is reached"),
    frames: Type.Optional(
      Type.Array(frame, {
        minItems: 1,
        maxItems: 8,
        uniqueItems: true,
        description: "Map frames that its goals may be in; `map` when absent",
      }),
    ),
    geofence: Type.Optional(
      Type.Object(
        { frame, polygon },
        { ...closed, description: "The robot stays in it, in all circumstances" },
      ),
    ),
    max_speed_mps: Type.Optional({ ...speed, exclusiveMinimum: 0, default: 1 }),
    max_turn_radps: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 20, default: 1.5 })),
    battery_floor_percent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        default: 15,
        description: "Below it the robot is only sent to its dock",
      }),
    ),
    max_pose_age_ms: Type.Optional(
      Type.Integer({
        minimum: 200,
        maximum: 60_000,
        default: 1000,
        description:
          "With a geofence or zones, a robot on a command is stopped when its pose is older",
      }),
    ),
    speaker: Type.Optional(
      Type.String({
        pattern: "^[a-z][a-z0-9-]{0,31}$",
        description:
          "Loudspeaker of the box that speaks for it (`voice.speakers`) where it cannot itself; the first when absent",
      }),
    ),
    camera: Type.Optional(
      Type.String({
        pattern: streamIdPattern,
        description:
          "Stream of the site that looks from the robot; the page shows it while driving",
      }),
    ),
    sim: Type.Optional(simSchema),
    vda5050: Type.Optional(vdaSchema),
    ros2: Type.Optional(ros2Schema),
    rosbridge: Type.Optional(rosbridgeSchema),
  },
  { ...closed, title: "RobotRequest" },
);

/** Body of `PUT /robots/<id>`. */
export type RobotRequest = Static<typeof robotRequestSchema>;
