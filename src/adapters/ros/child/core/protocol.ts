import type { PictureForm } from "../../../../base/core/moving-pictures.ts";
import type {
  DriverCapability,
  CommandProgress,
  DriverMap,
  DriverCommand,
  RobotPicture,
  RobotSample,
  RobotScan,
} from "../../../../robots/driver/driver-port.ts";
import type { ZoneArea } from "../../../../robots/driver/areas.ts";
import type { MapPose } from "../../../../robots/driver/command.ts";

/** A dock of Nav2's docking server. */
export interface DockPlace {
  place: MapPose & { yawRad: number };
  /** Of the plugin that docks there; empty for the only one that the server has. */
  type: string;
  /**
   * The start of the approach: its distance from the dock along the dock's heading, in metres; negative is
   * before it, as the plugin's `staging_x_offset`.
   */
  stagingXOffsetM: number;
}

/** The topic of the robot's emergency stop; null without one. */
export interface EmergencyStopSource {
  /** Of type `std_msgs/msg/Bool`. */
  topic: string;
  /** The value that means pressed. */
  pressed: boolean;
}

/** An action or service of the robot that handles a load. */
export interface LoadInterface {
  name: string;
  /** Of an action (`pkg/action/Name`) or a service (`pkg/srv/Name`). */
  type: string;
  /** Values of the command (`load.id`, `parameters.grip`), by field of the goal or request. */
  fields: Readonly<Record<string, string>>;
  /** Values of fields for which the command has none. */
  constants: Readonly<Record<string, string | number | boolean>>;
  /** A service must answer within this, in milliseconds. */
  timeoutMs: number;
}

/** How the robot handles loads; null for what it does not. */
export interface LoadSettings {
  pick: LoadInterface | null;
  drop: LoadInterface | null;
  /** Of type `std_msgs/msg/Bool` or `std_msgs/msg/String`. */
  stateTopic: string | null;
}

/** The robot's settings for the bridge; names without a leading slash are in its namespace. */
export interface NavSettings {
  /** Of its nodes, with a leading slash; empty for none. */
  namespace: string;
  mapFrame: string;
  /** Null: `base_link`, else `base_footprint`. */
  baseFrame: string | null;
  /** The topic of the map that the box keeps; null for none. */
  mapTopic: string | null;
  /** The topic of its laser scanner; null for none. */
  scanTopic: string | null;
  odomTopic: string | null;
  batteryTopic: string | null;
  /** `auto`: fractions until a value above 1 is seen. */
  batteryScale: "auto" | "fraction" | "percent";
  /** The topic for teleop velocities; null: the collision monitor's input, if any. */
  velocityTopic: string | null;
  emergencyStop: EmergencyStopSource | null;
  /** Called by a stop: `std_srvs/srv/Trigger`, or `SetBool` with true. */
  stopService: { service: string; type: string } | null;
  /** Null: it handles no loads. */
  loads: LoadSettings | null;
  /** Null: `dock` is absent. `at` is null where the docking server knows it by `id`. */
  dock: { id: string | null; type: string; at: DockPlace | null } | null;
  /** The robot's own top speed; null when unset. */
  topSpeedMps: number | null;
  /** Null: found by its type. */
  keepoutInfoTopic: string | null;
  /** The topic of its pictures; null for none. */
  camera: {
    topic: string;
    lens: RobotPicture["lens"];
    /** Whether its stamps are in the box's time. */
    isSynchronized: boolean;
  } | null;
}

/** The bridge's connection to ROS. */
export type LinkOptions =
  | { kind: "rcl"; module: string; nodeName: string; recycleAfter: number }
  | {
      kind: "rosbridge";
      url: string;
      /** Networks (CIDR) that the robot may be in; undefined allows every address. */
      allowedNetworks?: readonly string[];
      /** Ports of the appliance: never dialled on an address of the box. */
      ownPorts: readonly number[];
    };

/** A camera topic that the box follows. */
export interface FollowedTopic {
  /** Names it to the bridge and back. */
  id: number;
  /** Null: that of the settings. */
  topic: string | null;
  /** Pictures in a second, at most. */
  fps: number;
}

/** A picture of a followed topic. */
export interface FollowedPicture {
  bytes: Uint8Array;
  form: PictureForm;
  /** Of its capture, on the machine's monotonic clock (`process.hrtime`), which all processes share. */
  capturedHrMs: number;
}

/** The options with which a bridge serves one robot. */
export interface BridgeOptions {
  link: LinkOptions;
  robot: NavSettings;
  zones: readonly ZoneArea[];
  cameras: readonly FollowedTopic[];
  /** An earlier bridge may have left the robot in teleop motion. */
  standsFirst: boolean;
}

/** Calls that are answered by one `reply` or `refusal` with the same id. */
export type BridgeCall =
  | { name: "execute"; command: DriverCommand }
  | { name: "cancel"; commandId: string }
  | { name: "stop" }
  /** Answered with a `RobotPicture`. */
  | { name: "picture" }
  | { name: "reattach"; commandId: string };

/** To the bridge; `robot` numbers the robots of one process, and `open` is the first message of each. */
export type ToBridge = { robot: number } & RobotOrder;

/** An order to the bridge about one robot. */
export type RobotOrder =
  | { type: "open"; options: BridgeOptions }
  | { type: "call"; id: number; call: BridgeCall }
  | { type: "zones"; zones: readonly ZoneArea[] }
  /** Replaces the topics that it follows. */
  | { type: "cameras"; cameras: readonly FollowedTopic[] }
  /** Ends teleop and drops the robot. A goal continues. */
  | { type: "close" };

/** The bridge's summary of its robot. */
export interface BridgeAbilities {
  capabilities: readonly DriverCapability[];
  frames: readonly string[];
  /** Ids of zones that the robot was seen to keep by itself. */
  heldZones: readonly string[];
  /** The reason why it keeps none, for a technician; null where it keeps some. */
  zoneProblem: string | null;
  /** The start of the approach to its dock, and the dock; null where unknown. */
  dockWay: readonly MapPose[] | null;
}

/** From the bridge: its sign of life, and what concerns one robot. */
export type FromBridge = { type: "beat" } | ({ robot: number } & RobotReport);

/** A report of the bridge about one robot. */
export type RobotReport =
  | ({ type: "abilities" } & BridgeAbilities)
  | { type: "sample"; sample: RobotSample }
  | { type: "map"; map: DriverMap }
  | { type: "scan"; scan: RobotScan }
  | { type: "progress"; progress: CommandProgress }
  | { type: "picture"; camera: number; picture: FollowedPicture }
  /** A followed topic brings no pictures, in words for a technician. */
  | { type: "blind"; camera: number; reason: string }
  | { type: "reply"; id: number; value: unknown }
  | { type: "refusal"; id: number; code: "robot_refused" | "robot_unreachable"; message: string }
  /** ROS cannot be used here; the process is ended by its owner. */
  | { type: "unavailable"; reason: string }
  /** The robot cannot be reached from here on, as the transport knows. */
  | { type: "lost" }
  | { type: "trouble"; message: string };

/** Period of the bridge's sign of life, in milliseconds. */
export const beatMs = 100;
