import { type Static, Type } from "typebox";
import { closed, frame, metres, oneOf, radians } from "./robot.ts";

/** `staging_x_offset` of `opennav_docking::SimpleChargingDock`, in metres. */
export const usualStagingXOffsetM = -0.7;

const rosName = (description: string) =>
  Type.String({
    pattern: "^/?[A-Za-z_][A-Za-z0-9_]*(/[A-Za-z_][A-Za-z0-9_]*)*$",
    maxLength: 200,
    description,
  });
const rosFrame = (description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9_./-]{1,100}$", description });

/** Fields of a Nav2 robot, however its ROS is reached. */
const navFields = {
  e_stop_topic: rosName(
    "Where its emergency stop is read (std_msgs/msg/Bool). ROS has no common place for it, so it must " +
      "be said; `none`: the robot has none that can be read, and the box takes it as not pressed",
  ),
  e_stop_pressed: Type.Optional(
    Type.Boolean({ description: "The value that means pressed; true when absent" }),
  ),
  namespace: Type.Optional(
    Type.String({
      pattern: "^(/[A-Za-z_][A-Za-z0-9_]*)+$",
      maxLength: 100,
      description: "Of its nodes and topics; names below count from there, those with a / do not",
    }),
  ),
  base_frame: Type.Optional(
    rosFrame("Of its body; `base_link`, else `base_footprint`, when absent"),
  ),
  odom_topic: Type.Optional(rosName("nav_msgs/msg/Odometry; found by its type when absent")),
  battery_topic: Type.Optional(
    rosName("sensor_msgs/msg/BatteryState; found by its type when absent"),
  ),
  battery_scale: Type.Optional(
    Type.Unsafe<"auto" | "fraction" | "percent">({
      type: "string",
      enum: ["auto", "fraction", "percent"],
      description:
        "Whether its battery says 0 to 1 or 0 to 100; `auto`, when absent, takes 0 to 1 until it says more",
    }),
  ),
  velocity_topic: Type.Optional(
    rosName(
      "Where velocities by hand go in, Twist or TwistStamped: an input of its collision monitor or " +
        "multiplexer, never their output; `cmd_vel_smoothed` when absent",
    ),
  ),
  camera: Type.Optional(
    Type.Object(
      {
        topic: rosName(
          "sensor_msgs/msg/CompressedImage (JPEG, PNG) or sensor_msgs/msg/Image (8 bit)",
        ),
        fov_degrees: Type.Optional(
          Type.Number({ minimum: 10, maximum: 170, description: "Horizontal angle of view" }),
        ),
        height_m: Type.Optional(
          Type.Number({ exclusiveMinimum: 0, maximum: 20, description: "Above the ground" }),
        ),
        down_degrees: Type.Optional(
          Type.Number({
            minimum: -45,
            maximum: 90,
            description: "How far it looks down from the horizon",
          }),
        ),
      },
      {
        ...closed,
        description:
          "Its camera, which looks ahead. What is seen has a place on the map only where the angle of view, " +
          "the height and the direction are all given",
      },
    ),
  ),
  stop_service: Type.Optional(
    Type.Object(
      {
        service: rosName(
          "Called by each stop beside everything else; nobody here ever takes it back",
        ),
        type: Type.Unsafe<"std_srvs/srv/Trigger" | "std_srvs/srv/SetBool">({
          type: "string",
          enum: ["std_srvs/srv/Trigger", "std_srvs/srv/SetBool"],
          description: "SetBool is called with true",
        }),
      },
      closed,
    ),
  ),
  dock_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "In its docking server, whose parameters say where the dock is",
    }),
  ),
  dock_type: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  dock_pose: Type.Optional(
    Type.Object(
      { frame, x: metres, y: metres, yaw: radians },
      {
        ...closed,
        description:
          "Where its dock is, in place of what its docking server says; the robot is sent to this place",
      },
    ),
  ),
  dock_staging_x_offset_m: Type.Optional(
    Type.Number({
      minimum: -10,
      maximum: 10,
      description:
        "Where the approach to `dock_pose` begins, along its heading: `staging_x_offset` of the dock's " +
        "plugin; -0.7 when absent",
    }),
  ),
  dock_way: Type.Optional(
    oneOf(
      ["checked", "advisory"],
      "Within bounds: `checked`, when absent, refuses a dock whose place is not known; `advisory` lets " +
        "the robot drive there, with warnings",
    ),
  ),
  top_speed_mps: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 20,
      description: "As fast as it ever drives by itself; needed where it takes no speed limit",
    }),
  ),
  keepout_info_topic: Type.Optional(
    rosName(
      "nav2_msgs/msg/CostmapFilterInfo of its keep-out filter; found by its type when absent",
    ),
  ),
};

/** Settings of a robot whose ROS 2 is reached directly. */
export const ros2Schema = Type.Object(
  {
    domain_id: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 232,
        description: "ROS_DOMAIN_ID; the box's own when absent",
      }),
    ),
    ...navFields,
  },
  { ...closed, title: "Ros2Robot" },
);

/** Settings of a robot whose ROS 2 is reached directly. */
export type Ros2Settings = Static<typeof ros2Schema>;

/** Settings of a robot whose ROS 2 is reached through a rosbridge server. */
export const rosbridgeSchema = Type.Object(
  {
    url: Type.String({
      pattern: "^wss?://[^\\s/?#@]+(/[^\\s?#]*)?$",
      maxLength: 300,
      description: "Of the rosbridge server: `ws://host:9090`, `wss://` with TLS",
    }),
    ...navFields,
  },
  { ...closed, title: "RosbridgeRobot" },
);

/** Settings of a robot whose ROS 2 is reached through a rosbridge server. */
export type RosbridgeSettings = Static<typeof rosbridgeSchema>;
