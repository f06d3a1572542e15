/** Distributions of ROS 2 whose definitions differ in what is used here. */
export type Distro = "humble" | "jazzy" | "kilted";

/** A message as a plain object. */
export type Message = Record<string, unknown>;

/**
 * Definitions of common_interfaces, action_msgs and nav2_msgs as far as a driver or a robot uses
 * them, `type name` each; a service has a request and a response, an action goal, result, feedback.
 */
const common: Record<string, string> = {
  "builtin_interfaces/msg/Time": "int32 sec; uint32 nanosec",
  "builtin_interfaces/msg/Duration": "int32 sec; uint32 nanosec",
  "std_msgs/msg/Header": "builtin_interfaces/Time stamp; string frame_id",
  "std_msgs/msg/Bool": "bool data",
  "std_msgs/msg/Empty": "",
  "std_msgs/msg/String": "string data",
  "geometry_msgs/msg/Vector3": "float64 x; float64 y; float64 z",
  "geometry_msgs/msg/Point": "float64 x; float64 y; float64 z",
  "geometry_msgs/msg/Quaternion": "float64 x; float64 y; float64 z; float64 w",
  "geometry_msgs/msg/Pose": "geometry_msgs/Point position; geometry_msgs/Quaternion orientation",
  "geometry_msgs/msg/PoseStamped": "std_msgs/Header header; geometry_msgs/Pose pose",
  "geometry_msgs/msg/PoseWithCovariance": "geometry_msgs/Pose pose; float64[36] covariance",
  "geometry_msgs/msg/PoseWithCovarianceStamped":
    "std_msgs/Header header; geometry_msgs/PoseWithCovariance pose",
  "geometry_msgs/msg/Twist": "geometry_msgs/Vector3 linear; geometry_msgs/Vector3 angular",
  "geometry_msgs/msg/TwistStamped": "std_msgs/Header header; geometry_msgs/Twist twist",
  "geometry_msgs/msg/TwistWithCovariance": "geometry_msgs/Twist twist; float64[36] covariance",
  "geometry_msgs/msg/Transform":
    "geometry_msgs/Vector3 translation; geometry_msgs/Quaternion rotation",
  "geometry_msgs/msg/TransformStamped":
    "std_msgs/Header header; string child_frame_id; geometry_msgs/Transform transform",
  "tf2_msgs/msg/TFMessage": "geometry_msgs/TransformStamped[] transforms",
  "nav_msgs/msg/Odometry":
    "std_msgs/Header header; string child_frame_id; geometry_msgs/PoseWithCovariance pose; " +
    "geometry_msgs/TwistWithCovariance twist",
  "nav_msgs/msg/MapMetaData":
    "builtin_interfaces/Time map_load_time; float32 resolution; uint32 width; uint32 height; " +
    "geometry_msgs/Pose origin",
  "nav_msgs/msg/OccupancyGrid": "std_msgs/Header header; nav_msgs/MapMetaData info; int8[] data",
  "map_msgs/msg/OccupancyGridUpdate":
    "std_msgs/Header header; int32 x; int32 y; uint32 width; uint32 height; int8[] data",
  "sensor_msgs/msg/BatteryState":
    "std_msgs/Header header; float32 voltage; float32 temperature; float32 current; float32 charge; " +
    "float32 capacity; float32 design_capacity; float32 percentage; uint8 power_supply_status; " +
    "uint8 power_supply_health; uint8 power_supply_technology; bool present; float32[] cell_voltage; " +
    "float32[] cell_temperature; string location; string serial_number",
  "sensor_msgs/msg/LaserScan":
    "std_msgs/Header header; float32 angle_min; float32 angle_max; float32 angle_increment; " +
    "float32 time_increment; float32 scan_time; float32 range_min; float32 range_max; " +
    "float32[] ranges; float32[] intensities",
  "sensor_msgs/msg/CompressedImage": "std_msgs/Header header; string format; uint8[] data",
  "sensor_msgs/msg/Image":
    "std_msgs/Header header; uint32 height; uint32 width; string encoding; uint8 is_bigendian; " +
    "uint32 step; uint8[] data",
  "nav2_msgs/msg/SpeedLimit": "std_msgs/Header header; bool percentage; float64 speed_limit",
  "nav2_msgs/msg/CostmapFilterInfo":
    "std_msgs/Header header; uint8 type; string filter_mask_topic; float32 base; float32 multiplier",
  "unique_identifier_msgs/msg/UUID": "uint8[16] uuid",
  "action_msgs/msg/GoalInfo": "unique_identifier_msgs/UUID goal_id; builtin_interfaces/Time stamp",
  "action_msgs/msg/GoalStatus": "action_msgs/GoalInfo goal_info; int8 status",
  "action_msgs/msg/GoalStatusArray": "action_msgs/GoalStatus[] status_list",
  "action_msgs/srv/CancelGoal_Request": "action_msgs/GoalInfo goal_info",
  "action_msgs/srv/CancelGoal_Response": "int8 return_code; action_msgs/GoalInfo[] goals_canceling",
  "rcl_interfaces/msg/ParameterValue":
    "uint8 type; bool bool_value; int32 integer_value; float64 double_value; string string_value; " +
    "uint8[] byte_array_value; bool[] bool_array_value; int32[] integer_array_value; " +
    "float64[] double_array_value; string[] string_array_value",
  "rcl_interfaces/srv/GetParameters_Request": "string[] names",
  "rcl_interfaces/srv/GetParameters_Response": "rcl_interfaces/ParameterValue[] values",
  "std_srvs/srv/Trigger_Request": "",
  "std_srvs/srv/Trigger_Response": "bool success; string message",
  "std_srvs/srv/SetBool_Request": "bool data",
  "std_srvs/srv/SetBool_Response": "bool success; string message",
  // A robot's own interfaces for loads, as its maker defines them.
  "lift_msgs/msg/Shelf": "string name; string kind; float32 height",
  "lift_msgs/action/HandleLoad_Goal":
    "string load_id; string carrier; lift_msgs/Shelf shelf; bool soft",
  "lift_msgs/action/HandleLoad_Result": "bool success; string message",
  "lift_msgs/action/HandleLoad_Feedback": "float32 done",
  "lift_msgs/srv/HandleLoad_Request": "string load_id; string carrier; lift_msgs/Shelf shelf",
  "lift_msgs/srv/HandleLoad_Response": "bool success; string message",
  "nav2_msgs/action/NavigateToPose_Goal": "geometry_msgs/PoseStamped pose; string behavior_tree",
  "nav2_msgs/action/NavigateToPose_Feedback":
    "geometry_msgs/PoseStamped current_pose; builtin_interfaces/Duration navigation_time; " +
    "builtin_interfaces/Duration estimated_time_remaining; int16 number_of_recoveries; " +
    "float32 distance_remaining",
  "nav2_msgs/action/FollowWaypoints_Feedback": "uint32 current_waypoint",
};

const newer: Record<string, string> = {
  "nav2_msgs/action/NavigateToPose_Result": "uint16 error_code; string error_msg",
  "nav2_msgs/action/FollowWaypoints_Goal":
    "uint32 number_of_loops; uint32 goal_index; geometry_msgs/PoseStamped[] poses",
  "nav2_msgs/action/DockRobot_Goal":
    "bool use_dock_id; string dock_id; geometry_msgs/PoseStamped dock_pose; string dock_type; " +
    "float32 max_staging_time; bool navigate_to_staging_pose",
  "nav2_msgs/action/DockRobot_Result": "bool success; uint16 error_code; uint16 num_retries",
  "nav2_msgs/action/DockRobot_Feedback":
    "uint16 state; builtin_interfaces/Duration docking_time; uint16 num_retries",
  "nav2_msgs/action/UndockRobot_Goal": "string dock_type; float32 max_undocking_time",
  "nav2_msgs/action/UndockRobot_Result": "bool success; uint16 error_code",
  "nav2_msgs/action/UndockRobot_Feedback": "",
};

const byDistro: Record<Distro, Record<string, string>> = {
  humble: {
    "nav2_msgs/action/NavigateToPose_Result": "std_msgs/Empty result",
    "nav2_msgs/action/FollowWaypoints_Goal": "geometry_msgs/PoseStamped[] poses",
    "nav2_msgs/action/FollowWaypoints_Result": "int32[] missed_waypoints",
  },
  jazzy: {
    ...newer,
    "nav2_msgs/msg/MissedWaypoint":
      "uint32 index; geometry_msgs/PoseStamped goal; uint16 error_code",
    "nav2_msgs/action/FollowWaypoints_Result":
      "nav2_msgs/MissedWaypoint[] missed_waypoints; int16 error_code; string error_msg",
  },
  kilted: {
    ...newer,
    "nav2_msgs/msg/WaypointStatus":
      "uint8 waypoint_status; uint32 waypoint_index; geometry_msgs/PoseStamped waypoint_pose; " +
      "uint16 error_code; string error_msg",
    "nav2_msgs/action/FollowWaypoints_Result":
      "nav2_msgs/WaypointStatus[] missed_waypoints; int16 error_code; string error_msg",
  },
};

interface Field {
  name: string;
  type: string;
  isArray: boolean;
  length: number | null;
}

const arrays: Record<string, (values: Iterable<number>) => ArrayBufferView> = {
  int8: (values) => Int8Array.from(values),
  uint8: (values) => Uint8Array.from(values),
  int16: (values) => Int16Array.from(values),
  uint16: (values) => Uint16Array.from(values),
  int32: (values) => Int32Array.from(values),
  uint32: (values) => Uint32Array.from(values),
  float32: (values) => Float32Array.from(values),
  float64: (values) => Float64Array.from(values),
};
const ranges: Record<string, readonly [number, number]> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-2_147_483_648, 2_147_483_647],
  uint32: [0, 4_294_967_295],
};

/** The message definitions of one distribution. */
export class Interfaces {
  readonly #texts: Record<string, string>;

  constructor(distro: Distro) {
    this.#texts = { ...common, ...byDistro[distro] };
  }

  /** Whether a message, or the parts of a service or action of this name are defined. */
  has(type: string): boolean {
    return [type, `${type}_Request`, `${type}_Goal`].some((each) => each in this.#texts);
  }

  /** Whether the message has the field. */
  hasField(type: string, field: string): boolean {
    return this.#fields(type).some(({ name }) => name === field);
  }

  /**
   * The whole message from what was given of it: defaults for the rest, typed arrays for numbers.
   * Throws for a field that is not there and for a value of another type, as a validating publisher.
   */
  complete(type: string, given: unknown): Message {
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      throw new TypeError(`${type}: not an object`);
    }
    if (type.endsWith("_FeedbackMessage")) {
      const { goal_id: id, feedback } = given as Message;
      return {
        goal_id: this.complete("unique_identifier_msgs/msg/UUID", id),
        feedback: this.complete(type.replace(/Message$/, ""), feedback),
      };
    }
    const fields = this.#fields(type);
    for (const name of Object.keys(given)) {
      if (fields.some((field) => field.name === name)) continue;
      throw new TypeError(`${type} has no field ${name}`);
    }
    return Object.fromEntries(
      fields.map((field) => [field.name, this.#value(type, field, (given as Message)[field.name])]),
    );
  }

  #value(owner: string, field: Field, given: unknown): unknown {
    const { name, type, isArray, length } = field;
    const at = `${owner}.${name}`;
    if (!isArray) return this.#single(at, type, given);
    const list = given ?? Array.from({ length: length ?? 0 }, () => undefined);
    if (!Array.isArray(list) && !ArrayBuffer.isView(list)) throw new TypeError(`${at}: no array`);
    const values = Array.from(list as Iterable<unknown>);
    if (length !== null && values.length !== length) {
      throw new RangeError(`${at}: the length of the array must be ${length}`);
    }
    const made = values.map((each) => this.#single(at, type, each));
    return arrays[type] ? arrays[type](made as number[]) : made;
  }

  #single(at: string, type: string, given: unknown): unknown {
    if (type.includes("/")) return this.complete(type, given ?? {});
    if (type === "string" || type === "bool") {
      const wanted = type === "string" ? "string" : "boolean";
      if (given === undefined) return type === "string" ? "" : false;
      if (typeof given !== wanted) throw new TypeError(`${at}: must be ${wanted}`);
      return given;
    }
    if (given === undefined) return 0;
    if (typeof given !== "number") throw new TypeError(`${at}: must be a number`);
    const range = ranges[type];
    if (range && (!Number.isInteger(given) || given < range[0] || given > range[1])) {
      throw new RangeError(`${at}: ${given} is no ${type}`);
    }
    return given;
  }

  #fields(type: string): Field[] {
    const text = this.#texts[type];
    if (text === undefined) throw new Error(`The message required does not exist: ${type}`);
    if (text === "") return [];
    return text.split(";").map((part) => {
      const [what = "", name = ""] = part.trim().split(" ");
      const [, plain = "", length] = /^(.*?)(?:\[(\d*)\])?$/.exec(what) ?? [];
      const full = plain.includes("/") ? plain.replace("/", "/msg/") : plain;
      const isArray = length !== undefined;
      return { name, type: full, isArray, length: length ? Number(length) : null };
    });
  }
}
