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
  /** Its last place; null while unknown. */
  readonly place: { frame: string; point: PointM } | null;
  /** True when its bounds allow this way. */
  mayDrive(way: Way): boolean;
  /** Something is free that it may wait for. */
  proceed(): void;
  /** Its trip has another way, which it may drive as far as `grantedM`. */
  reroute(): void;
  /** Its reservation of an area ended before it came there. */
  lose(reason: string): void;
}

/** Something about traffic that people should know. */
export interface TrafficFinding {
  type: "traffic_deadlock" | "traffic_conflict" | "traffic_blocked";
  severity: "warning" | "critical";
  robotId: string;
  summary: string;
  action: string | null;
}
