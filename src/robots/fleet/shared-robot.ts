import type { Fence } from "../../base/core/fence.ts";

/** The box that drives a shared robot. */
export interface DrivingBox {
  boxId: string;
  /** True while it is this box. */
  isOwn: boolean;
  /** Revision of its lease. */
  revision: number;
}

/** Says which box of the site drives which robot. */
export interface RobotSharing {
  /** Null while none does. */
  boxOf(robot: { org: string; id: string }): DrivingBox | null;
  /** Why this box does not drive it, in words for the caller, without a period. */
  problemOf(robot: { org: string; id: string }): string;
}

/** A robot that several boxes know, as this box has it. */
export interface SharedRobot {
  /** Closed while another box drives it. */
  fence: Fence;
  box(): DrivingBox | null;
}
