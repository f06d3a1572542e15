import type { RobotRequest } from "../driver/robot-document.ts";
import type { RobotUnit } from "./robot-unit.ts";

/** A robot's settings as stored or configured. */
export interface RobotRecord {
  v: 1;
  org: string;
  id: string;
  request: RobotRequest;
  origin: "config" | "api";
  createdAtMs: number;
}

/** A robot of the box with its settings. */
export interface KnownRobot {
  unit: RobotUnit;
  record: RobotRecord;
}
