import { type Static, Type } from "typebox";
import { closed, frame, metres, radians } from "./robot.ts";
import { oneOfValues } from "../../base/contract/answers.ts";

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
    "Topic of the emergency stop (std_msgs/msg/Bool). It is required, because ROS has no common topic. `none` means that the box cannot read the emergency stop and treats it as not pressed",
  ),
  e_stop_pressed: Type.Optional(
    Type.Boolean({
      description: "Value that means that the emergency stop is pressed. The default is true",
    }),
  ),
  namespace: Type.Optional(
    Type.String({
      pattern: "^(/[A-Za-z_][A-Za-z0-9_]*)+$",
      maxLength: 100,
      description:
        "Namespace of the robot's nodes and topics. Names in the other fields are relative to it, unless they begin with /",
    }),
  ),
  base_frame: Type.Optional(
    rosFrame(
      "Frame of the robot's body. The default is `base_link`, or `base_footprint` if the robot has no `base_link`",
    ),
  ),
  odom_topic: Type.Optional(
    rosName("Topic of type nav_msgs/msg/Odometry. Without it the box finds the topic by its type"),
  ),
  battery_topic: Type.Optional(
    rosName(
      "Topic of type sensor_msgs/msg/BatteryState. Without it the box finds the topic by its type",
    ),
  ),
  battery_scale: Type.Optional(
    Type.Unsafe<"auto" | "fraction" | "percent">({
      type: "string",
      enum: ["auto", "fraction", "percent"],
      description:
        "Range of the battery's charge: 0 to 1, or 0 to 100. With `auto`, the default, the box assumes 0 to 1 until it receives a larger value",
    }),
  ),
  velocity_topic: Type.Optional(
    rosName(
      "Topic for velocities of manual driving, Twist or TwistStamped. Use an input of the collision monitor or multiplexer, never their output. The default is `cmd_vel_smoothed`",
    ),
  ),
  camera: Type.Optional(
    Type.Object(
      {
        topic: rosName(
          "Topic of type sensor_msgs/msg/CompressedImage (JPEG or PNG) or sensor_msgs/msg/Image (8 bit)",
        ),
        fov_degrees: Type.Optional(
          Type.Number({
            minimum: 10,
            maximum: 170,
            description: "Horizontal angle of view in degrees",
          }),
        ),
        height_m: Type.Optional(
          Type.Number({
            exclusiveMinimum: 0,
            maximum: 20,
            description: "Height above the ground in metres",
          }),
        ),
        down_degrees: Type.Optional(
          Type.Number({
            minimum: -45,
            maximum: 90,
            description: "Downward tilt from the horizon in degrees",
          }),
        ),
      },
      {
        ...closed,
        description:
          "The forward camera of the robot. Detected objects have a position on the map only if the angle of view, the height and the direction are all given",
      },
    ),
  ),
  stop_service: Type.Optional(
    Type.Object(
      {
        service: rosName("Service that each stop also calls. The box never reverses this call"),
        type: Type.Unsafe<"std_srvs/srv/Trigger" | "std_srvs/srv/SetBool">({
          type: "string",
          enum: ["std_srvs/srv/Trigger", "std_srvs/srv/SetBool"],
          description: "Type of the service. The box calls a SetBool service with true",
        }),
      },
      closed,
    ),
  ),
  dock_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        "Id of the dock in the robot's docking server, whose parameters have the position of the dock",
    }),
  ),
  dock_type: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  dock_pose: Type.Optional(
    Type.Object(
      { frame, x: metres, y: metres, yaw: radians },
      {
        ...closed,
        description:
          "Pose of the dock, instead of the one in the docking server. The box sends the robot to this pose",
      },
    ),
  ),
  dock_staging_x_offset_m: Type.Optional(
    Type.Number({
      minimum: -10,
      maximum: 10,
      description:
        "Distance from `dock_pose`, along its heading, at which the approach begins, in metres: `staging_x_offset` of the dock plugin. The default is -0.7",
    }),
  ),
  dock_way: Type.Optional(
    oneOfValues(
      ["checked", "advisory"],
      "For a robot with bounds. With `checked`, the default, the box refuses a dock whose position is unknown. With `advisory` the robot may drive there, and the box warns",
    ),
  ),
  top_speed_mps: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 20,
      description:
        "Highest speed of the robot by itself, in metres per second. Required if the robot accepts no speed limit",
    }),
  ),
  keepout_info_topic: Type.Optional(
    rosName(
      "Topic of type nav2_msgs/msg/CostmapFilterInfo of the keep-out filter. Without it the box finds the topic by its type",
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
        description: "ROS_DOMAIN_ID of the robot. The default is the domain of the box",
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
      description: "Address of the rosbridge server: `ws://host:9090`, or `wss://` with TLS",
    }),
    ...navFields,
  },
  { ...closed, title: "RosbridgeRobot" },
);

/** Settings of a robot whose ROS 2 is reached through a rosbridge server. */
export type RosbridgeSettings = Static<typeof rosbridgeSchema>;
