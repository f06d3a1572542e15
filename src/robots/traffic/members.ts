import type { PointM } from "../../base/geo/line.ts";
import type { Trip } from "./trip.ts";
import type { Way } from "./way.ts";

/** A robot that takes part in the traffic. */
export interface TrafficMember {
  readonly robotId: string;
  /** Radius of the circle around its position in which it fits, in metres. */
  readonly radiusM: number;
  readonly trip: Trip | null;
  /** True while the way that it drives is not known: it keeps what it has. */
  readonly keepsAll: boolean;
  /** True while it carries out a command of an earlier process, whose way nobody knows. */
  readonly isAttached: boolean;
  /** True while it drives, as far as it says. */
  readonly isMoving: boolean;
  /** Its last place; null while unknown. */
  readonly place: { frame: string; point: PointM } | null;
  /** True when its bounds allow this way. */
  mayDrive(way: Way): boolean;
  /** Something is free that it may wait for. */
  proceed(): void;
  /** Its trip has another way, which it may drive as far as `grantedM`. */
  reroute(): void;
  /** Its command ends: its reservation of an area ended before it came there, or a door is not open. */
  lose(reason: string): void;
  /** It stops on its way, and goes on when what it may drive has grown again. */
  recall(): void;
  /** It stops, whatever moves it. */
  halt(): void;
}

/** Something about traffic that people should know. */
export interface TrafficFinding {
  type: "traffic_deadlock" | "traffic_conflict" | "traffic_blocked" | "door_entered";
  severity: "warning" | "critical";
  robotId: string;
  summary: string;
  action: string | null;
}
