import { type Static, Type } from "typebox";
import { closed, frame, metres, radians } from "./command-document.ts";
import { oneOfValues } from "../../base/contract/answers.ts";
import { rosLoadsSchema, rosName } from "./ros-load-document.ts";

/** `staging_x_offset` of `opennav_docking::SimpleChargingDock`, in metres. */
export const usualStagingXOffsetM = -0.7;

const rosFrame = (description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9_./-]{1,100}$", description });

/** Fields of a Nav2 robot, however its ROS is reached. */
const navFields = {
  e_stop_topic: rosName(
    "Topic with the state of the emergency stop (std_msgs/msg/Bool). Required, because ROS has no standard topic for it. With `none`, the box cannot read the emergency stop and assumes that it is released",
  ),
  e_stop_pressed: Type.Optional(
    Type.Boolean({
      description:
        "Value on this topic that means that somebody has pressed the emergency stop. The default is true",
    }),
  ),
  namespace: Type.Optional(
    Type.String({
      pattern: "^(/[A-Za-z_][A-Za-z0-9_]*)+$",
      maxLength: 100,
      description:
        "Namespace of the robot's nodes and topics. Names in the other fields are relative to this namespace, unless they begin with /",
    }),
  ),
  base_frame: Type.Optional(
    rosFrame(
      "Frame of the robot's body. The default is `base_link`, or `base_footprint` if the robot has no `base_link`",
    ),
  ),
  map_topic: Type.Optional(
    rosName(
      "Topic of type nav_msgs/msg/OccupancyGrid. The box keeps the robot's map, and follows updates on the topic with `_updates` at the end of its name (map_msgs/msg/OccupancyGridUpdate). Without it the box stores no map",
    ),
  ),
  scan_topic: Type.Optional(
    rosName(
      "Topic of type sensor_msgs/msg/LaserScan. The box keeps its newest scans for recordings and for Foxglove, at most five in a second. Without it the box reads no scanner",
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
        "How the robot reports its charge: `fraction` (0 to 1), `percent` (0 to 100), or `auto`, the default. With `auto`, the box reads fractions until a value above 1 arrives, and percent from then on",
    }),
  ),
  velocity_topic: Type.Optional(
    rosName(
      "Topic for velocities of manual driving (Twist or TwistStamped). Use an input of the collision monitor or of twist_mux. If you use an output, the velocities bypass them. The default is `cmd_vel_smoothed`",
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
        clock: Type.Optional(
          oneOfValues(
            ["own", "synchronized"],
            "The clock of the stamps of the robot's pictures. With `synchronized`, the stamp says how old a picture is, so the clocks of robot and box must agree. With `own`, the default, the age counts from the picture that came fastest",
          ),
        ),
      },
      {
        ...closed,
        description:
          "A camera on the robot that looks ahead. The box can place detected objects on the map only if you set `fov_degrees`, `height_m` and `down_degrees`",
      },
    ),
  ),
  stop_service: Type.Optional(
    Type.Object(
      {
        service: rosName(
          "Service that every stop calls in addition. The box never undoes this call",
        ),
        type: Type.Unsafe<"std_srvs/srv/Trigger" | "std_srvs/srv/SetBool">({
          type: "string",
          enum: ["std_srvs/srv/Trigger", "std_srvs/srv/SetBool"],
          description: "Type of the service. The box calls a SetBool service with true",
        }),
      },
      closed,
    ),
  ),
  loads: Type.Optional(rosLoadsSchema),
  dock_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        "Id of the dock in the robot's docking server. The parameters of this server have the position of the dock",
    }),
  ),
  dock_type: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Type of the dock in the robot's docking server",
    }),
  ),
  dock_pose: Type.Optional(
    Type.Object(
      { frame, x: metres, y: metres, yaw: radians },
      {
        ...closed,
        description: "Position and heading of the dock. They replace those in the docking server",
      },
    ),
  ),
  dock_staging_x_offset_m: Type.Optional(
    Type.Number({
      minimum: -10,
      maximum: 10,
      description:
        "Where the approach to `dock_pose` begins, in metres along the heading of the dock. A negative value is behind `dock_pose`. Nav2 calls this value `staging_x_offset`. The default is -0.7",
    }),
  ),
  dock_way: Type.Optional(
    oneOfValues(
      ["checked", "advisory"],
      "For a robot with bounds. With `checked`, the default, the robot may drive only to a dock whose position the box knows. With `advisory` it may also drive to a dock of unknown position, and the answer has a warning",
    ),
  ),
  top_speed_mps: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 20,
      description:
        "The robot's own top speed in metres per second. Required if nothing on the robot subscribes to `speed_limit`",
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
