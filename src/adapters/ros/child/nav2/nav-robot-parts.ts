import type { Clock } from "../../../../base/core/clock.ts";
import type {
  CommandProgress,
  DriverMap,
  RobotSample,
  RobotScan,
} from "../../../../robots/driver/driver-port.ts";
import type { BridgeAbilities, FollowedPicture, NavSettings } from "../core/protocol.ts";
import type { RosLink } from "../core/ros-link.ts";

/** Callbacks of a robot's owner. They never throw. */
export interface NavRobotEvents {
  onSample(sample: RobotSample): void;
  onMap(map: DriverMap): void;
  onScan(scan: RobotScan): void;
  onProgress(progress: CommandProgress): void;
  /** The abilities have changed. */
  onAbilities(abilities: BridgeAbilities): void;
  /** The transport knows that the robot cannot be reached. */
  onLost(): void;
  onTrouble(message: string): void;
  /** A picture of a topic that it follows. */
  onPicture(camera: number, picture: FollowedPicture): void;
  /** A topic that it follows brings no pictures. */
  onBlind(camera: number, reason: string): void;
}

/** Dependencies of a robot. */
export interface NavRobotParts {
  link: RosLink;
  settings: NavSettings;
  clock: Clock;
  events: NavRobotEvents;
}
