import { type Static, Type } from "typebox";
import { closed, frame, name, placeSchema, polygon } from "./command-document.ts";
import { simSchema } from "./sim-document.ts";
import { ros2Schema, rosbridgeSchema } from "./ros-document.ts";
import { oneOfValues } from "../../base/contract/answers.ts";
import { recordingLimits } from "../recordings/recording-terms.ts";
import { streamIdPattern } from "../../perception/core/stream-terms.ts";

const speed = Type.Number({ minimum: 0, maximum: 20, description: "Speed in metres per second" });

const vdaName = (description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9_.:-]{1,64}$", description });

const vdaSchema = Type.Object(
  {
    broker: Type.String({
      pattern: "^[a-z][a-z0-9-]{0,31}$",
      description: "Name of a broker in `mqtt_brokers` of the site file",
    }),
    manufacturer: vdaName("Value in the robot's topics"),
    serial_number: vdaName("Value in the robot's topics"),
    version: Type.Optional(
      oneOfValues(["1.1", "2.0", "2.1", "3.0"], "Version of VDA 5050. The default is 2.1"),
    ),
    interface_name: Type.Optional(
      vdaName(
        "First level of the robot's topics. The default is `uagv`, and `vda5050` for version 3.0",
      ),
    ),
    major_version: Type.Optional(
      Type.String({
        pattern: "^v[0-9]{1,2}$",
        description:
          "Second level of the robot's topics. The default is `v` and the major version number",
      }),
    ),
    profile: Type.Optional(
      oneOfValues(
        ["standard", "legacy_instant_actions"],
        "`legacy_instant_actions`: the robot expects the field `instantActions` instead of `actions`",
      ),
    ),
    max_uncontrolled_m: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 1000,
        description:
          "Longest part of a path that the box releases at once, in metres: as far as the robot may drive without a connection. The box then divides paths into straight pieces. Without it there is no limit",
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
            "Distance that the robot may leave the line between two positions to avoid an obstacle (VDA 5050 2.1 and 3.0)",
        },
      ),
    ),
    dock: Type.Optional(placeSchema),
  },
  { ...closed, title: "Vda5050Robot" },
);

/** Settings of a VDA 5050 robot. */
export type Vda5050Settings = Static<typeof vdaSchema>;

const peopleLimitSchema = Type.Object(
  {
    streams: Type.Array(Type.String({ pattern: streamIdPattern }), {
      minItems: 1,
      maxItems: 16,
      uniqueItems: true,
      description:
        "Calibrated streams that detect people and watch the ground where the robot drives",
    }),
    person_mps: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 5,
        default: 1.6,
        description:
          "The highest speed at which the box assumes that a person approaches, unless it sees them move faster, in metres per second (ISO 13855 assumes 1.6)",
      }),
    ),
    reaction_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 5000,
        default: 500,
        description:
          "Time from the camera's frame until the robot begins to brake, in milliseconds",
      }),
    ),
    brake_mps2: Type.Optional(
      Type.Number({
        minimum: 0.05,
        maximum: 10,
        default: 0.5,
        description: "How hard the robot brakes, in metres per second squared",
      }),
    ),
    clearance_m: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 10,
        default: 0.5,
        description:
          "Distance between person and robot that remains once the robot stands, in metres",
      }),
    ),
    slowest_mps: Type.Optional(
      Type.Number({
        minimum: 0.05,
        maximum: 5,
        default: 0.1,
        description: "The limit never falls below this speed, in metres per second",
      }),
    ),
    unobserved: Type.Optional(
      oneOfValues(
        ["occupied", "free"],
        "`occupied`, the default: ground that no camera watches counts as if a person stood there. `free`: the box ignores it",
      ),
    ),
  },
  {
    ...closed,
    title: "PeopleSpeedLimit",
    description:
      "Advisory, not a safety function: lowers the robot's speed when cameras see people near it",
  },
);

const recordingSettingsSchema = Type.Object(
  {
    incidents: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          "True: the box records the robot around its incidents and those of the stream in `camera`",
      }),
    ),
    before_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: recordingLimits.beforeMaxSec,
        default: recordingLimits.beforeDefaultSec,
        description: "How far a recording reaches back before the incident",
      }),
    ),
    after_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 60,
        default: recordingLimits.afterDefaultSec,
        description: "How long a recording goes on after the incident",
      }),
    ),
    pictures_per_second: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: recordingLimits.picturesPerSecMax,
        default: recordingLimits.picturesPerSecDefault,
        description:
          "Pictures that the box takes of the robot's camera while the robot moves, has a command or is recorded; 0 takes none",
      }),
    ),
  },
  { ...closed, title: "RobotRecordingSettings", description: "When the box records the robot" },
);

/** Body of `PUT /robots/<id>`, and an entry of `robots:` in the site configuration. */
export const robotRequestSchema = Type.Object(
  {
    name: Type.Optional(name),
    driver: oneOfValues(
      ["sim", "vda5050", "ros2", "rosbridge"],
      "The driver, which speaks the robot's protocol",
    ),
    frames: Type.Optional(
      Type.Array(frame, {
        minItems: 1,
        maxItems: 8,
        uniqueItems: true,
        description: "Map frames of the robot's goals. The default is `map`",
      }),
    ),
    geofence: Type.Optional(
      Type.Object(
        { frame, polygon },
        { ...closed, description: "Polygon that the robot must not leave" },
      ),
    ),
    max_speed_mps: Type.Optional({ ...speed, exclusiveMinimum: 0, default: 1 }),
    radius_m: Type.Optional(
      Type.Number({
        minimum: 0.05,
        maximum: 10,
        default: 0.3,
        description:
          "Radius of the circle around the robot's position in which it and its load fit, in metres. Reservations of corridors and places use it",
      }),
    ),
    max_turn_radps: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 20, default: 1.5 })),
    battery_floor_percent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        default: 15,
        description: "Charge in percent below which the box allows only docking",
      }),
    ),
    charging: Type.Optional(
      Type.Object(
        {
          below_percent: Type.Number({
            minimum: 1,
            maximum: 99,
            description: "Charge below which the robot docks and charges before the next step",
          }),
          until_percent: Type.Optional(
            Type.Number({
              minimum: 2,
              maximum: 100,
              default: 80,
              description: "Charge at which it goes on",
            }),
          ),
          percent_per_km: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 100,
              default: 20,
              description: "Charge that the robot needs for a kilometre",
            }),
          ),
          percent_per_hour: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 100,
              default: 10,
              description: "Charge that it needs for an hour, also while it stands",
            }),
          ),
        },
        {
          ...closed,
          description:
            "When the robot charges by itself between the steps of runs and missions. Without it the robot docks only if it is told to",
        },
      ),
    ),
    max_pose_age_ms: Type.Optional(
      Type.Integer({
        minimum: 200,
        maximum: 60_000,
        default: 1000,
        description:
          "For a robot with a geofence or zones: the box stops the robot during a command if its last pose is older than this, in milliseconds",
      }),
    ),
    speaker: Type.Optional(
      Type.String({
        pattern: "^[a-z][a-z0-9-]{0,31}$",
        description:
          "Loudspeaker of the box (`voice.speakers`) that speaks if the robot cannot. The default is the first loudspeaker",
      }),
    ),
    camera: Type.Optional(
      Type.String({
        pattern: streamIdPattern,
        description: "Stream whose camera is on the robot. The page shows it during manual driving",
      }),
    ),
    driving_picture: Type.Optional(
      Type.Object(
        {
          full_speed_age_ms: Type.Integer({
            minimum: 50,
            maximum: 5000,
            description:
              "Up to this age of the picture, in milliseconds, the robot may be driven at its full speed",
          }),
          stop_age_ms: Type.Integer({
            minimum: 100,
            maximum: 10_000,
            description:
              "From this age on, in milliseconds, the robot stands. Between both ages the speed falls",
          }),
        },
        {
          ...closed,
          description:
            "How old the picture of `camera` may be by which somebody drives the robot by hand. Without it the box does not check the picture",
        },
      ),
    ),
    recording: Type.Optional(recordingSettingsSchema),
    people_speed_limit: Type.Optional(peopleLimitSchema),
    sim: Type.Optional(simSchema),
    vda5050: Type.Optional(vdaSchema),
    ros2: Type.Optional(ros2Schema),
    rosbridge: Type.Optional(rosbridgeSchema),
  },
  { ...closed, title: "RobotRequest" },
);

/** Body of `PUT /robots/<id>`. */
export type RobotRequest = Static<typeof robotRequestSchema>;
