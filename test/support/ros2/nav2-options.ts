import type { Distro, Message } from "./interfaces.ts";
import type { Pose } from "./planar.ts";

/** What is used of rclnodejs; the real module and the stand-in both have it. */
// oxlint-disable-next-line typescript/no-explicit-any -- rclnodejs has its types only where it is installed
export type Rcl = any;

/** How the robot is. */
export interface Nav2RobotOptions {
  rcl: Rcl;
  distro: Distro;
  /** With a leading slash; empty for none. */
  namespace: string;
  start?: { x: number; y: number; yaw: number };
  /** Fastest that it drives by itself, in metres per second. */
  topMps?: number;
  /** How long it takes to stand still after a cancel, in milliseconds. */
  brakeMs?: number;
  /** Level that it says, and in which scale. */
  battery?: number;
  /** Whether its controller listens to speed limits, and its costmap to keep-out masks. */
  hasSpeedLimit?: boolean;
  hasKeepout?: boolean;
  hasDock?: boolean;
  /** Parameters of its docking server; null for one that reads its docks from a file. */
  dockParameters?: Record<string, Message> | null;
  /** What its camera shows, as JPEG or PNG; on the topic `image/compressed`. */
  picture?: Uint8Array | null;
  /** Quality of service of its odometry. */
  odomReliability?: "reliable" | "best_effort";
}

/** A goal that it drives. */
export interface Task {
  handle: Rcl;
  type: string;
  /** Poses that are still to be reached. */
  path: Pose[];
  missed: number[];
  isDocking: boolean;
  finish(result: Message): void;
}
