import type { LoadInterface, NavSettings } from "./child/core/protocol.ts";
import {
  type Ros2Settings,
  type RosbridgeSettings,
  usualStagingXOffsetM,
} from "../../robots/driver/ros-document.ts";
import type { RosLoadHandling } from "../../robots/driver/ros-load-document.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { NetworkRules } from "../../base/core/guarded-dial.ts";
import type { RobotPicture } from "../../robots/driver/driver-port.ts";
import { BridgeProcess } from "./bridge-process.ts";
import { RosDriver } from "./ros-driver.ts";
import type { SharedBridges } from "./shared-bridges.ts";

/** Settings of all ROS robots of the box. */
export interface RosSite {
  /** Setup files of ROS 2 that a shell sources before a bridge is started. */
  setup: readonly string[];
  /** Networks of robots behind rosbridge. */
  networks: NetworkRules;
  /** Serve the robots behind rosbridge. */
  bridges: SharedBridges;
  clock: Clock;
  log: Logger;
}

/** A load service must answer within this unless the settings say otherwise, in seconds. */
const usualHandlingS = 60;
/** A client of an action server is exchanged after so many goals (measured leak: one closure each). */
const recycleAfter = 500;

/** The driver of a robot whose ROS 2 is reached directly; it has not been opened. */
export function ros2Driver(
  settings: Ros2Settings,
  robot: { id: string; mapFrame: string },
  { setup, clock, log: boxLog }: Pick<RosSite, "setup" | "clock" | "log">,
): RosDriver {
  const nodeName = `gatehouse_${robot.id.replaceAll(/[^A-Za-z0-9_]/g, "_")}`;
  const { domain_id: domainId } = settings;
  const log = boxLog.child({ robot_id: robot.id });
  const env = domainId === undefined ? {} : { ROS_DOMAIN_ID: String(domainId) };
  return new RosDriver({
    link: () => ({ kind: "rcl", module: "rclnodejs", nodeName, recycleAfter }),
    settings: navSettings(settings, robot.mapFrame),
    bridge: () => new BridgeProcess({ launch: { setup, env }, clock, log }),
    clock,
    log,
  });
}

/** The driver of a robot whose ROS 2 is behind a rosbridge server; it has not been opened. */
export function rosbridgeDriver(
  settings: RosbridgeSettings,
  robot: { id: string; mapFrame: string },
  { networks, bridges, clock, log }: Omit<RosSite, "setup">,
): RosDriver {
  const { allowedNetworks, ownPorts = () => [] } = networks;
  return new RosDriver({
    link: () => ({
      kind: "rosbridge",
      url: settings.url,
      ...(allowedNetworks ? { allowedNetworks } : {}),
      ownPorts: ownPorts(),
    }),
    settings: navSettings(settings, robot.mapFrame),
    bridge: () => bridges.withRoom(),
    clock,
    log: log.child({ robot_id: robot.id }),
  });
}

/** Settings with every default filled in. */
export function navSettings(
  settings: Omit<Ros2Settings, "domain_id">,
  mapFrame: string,
): NavSettings {
  const { e_stop_topic: stop, e_stop_pressed: pressed = true } = settings;
  return {
    namespace: settings.namespace ?? "",
    mapFrame,
    baseFrame: settings.base_frame ?? null,
    mapTopic: settings.map_topic ?? null,
    scanTopic: settings.scan_topic ?? null,
    odomTopic: settings.odom_topic ?? null,
    batteryTopic: settings.battery_topic ?? null,
    batteryScale: settings.battery_scale ?? "auto",
    velocityTopic: settings.velocity_topic ?? null,
    emergencyStop: stop === "none" ? null : { topic: stop, pressed },
    stopService: settings.stop_service ?? null,
    loads: loadsOf(settings),
    dock: dockOf(settings),
    topSpeedMps: settings.top_speed_mps ?? null,
    keepoutInfoTopic: settings.keepout_info_topic ?? null,
    camera: settings.camera
      ? {
          topic: settings.camera.topic,
          lens: lensOf(settings.camera),
          isSynchronized: settings.camera.clock === "synchronized",
        }
      : null,
  };
}

function loadsOf({ loads }: Omit<Ros2Settings, "domain_id">): NavSettings["loads"] {
  if (!loads) return null;
  const { pick, drop, state_topic: stateTopic = null } = loads;
  return { pick: pick ? handlingOf(pick) : null, drop: drop ? handlingOf(drop) : null, stateTopic };
}

function handlingOf(how: RosLoadHandling): LoadInterface {
  const { name, type, fields = {}, constants = {}, timeout_s: timeoutS = usualHandlingS } = how;
  return { name, type, fields, constants, timeoutMs: timeoutS * 1000 };
}

function dockOf(settings: Omit<Ros2Settings, "domain_id">): NavSettings["dock"] {
  const { dock_id: id = null, dock_type: type = "", dock_pose: pose } = settings;
  if (!pose) return id === null ? null : { id, type, at: null };
  const { frame, x, y, yaw } = pose;
  const stagingXOffsetM = settings.dock_staging_x_offset_m ?? usualStagingXOffsetM;
  const place = { frame, xM: x, yM: y, yawRad: yaw };
  return { id, type, at: { place, type, stagingXOffsetM } };
}

/** Null unless all of it is set: a guess would put people in the wrong place. */
function lensOf(camera: NonNullable<Ros2Settings["camera"]>): RobotPicture["lens"] {
  const { fov_degrees: fov, height_m: heightM, down_degrees: down } = camera;
  if (fov === undefined || heightM === undefined || down === undefined) return null;
  return { fovRad: (fov / 180) * Math.PI, heightM, downRad: (down / 180) * Math.PI };
}
