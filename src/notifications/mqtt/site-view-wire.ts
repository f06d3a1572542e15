import type { StreamWire } from "../../perception/wire/surveillance-answers.ts";
import type { BusAlarm, BusBox, BusCamera, BusRobot } from "./wire/mqtt.ts";
import type { SiteMode } from "../../perception/core/schedule-terms.ts";
import type { RobotStatusWire } from "../../robots/wire/robot-answers.ts";

/** A robot with the names of its abilities. */
export interface RobotSnapshot extends BusRobot {
  abilities: readonly string[];
}

/**
 * The state of one organisation for the bus, read about once a second while the broker is
 * connected.
 */
export interface SiteView {
  box(): Omit<BusBox, "cameras" | "robots">;
  mode(): SiteMode;
  /** Cameras that are watched, or should be. */
  cameras(): BusCamera[];
  /** Newest picture (JPEG) of `cameras`, by stream id; a new picture is a new array. */
  pictures(cameras: readonly BusCamera[]): ReadonlyMap<string, Uint8Array>;
  robots(): RobotSnapshot[];
  /** Active alarms. */
  alarms(): BusAlarm[];
}

/** Returns a stream on the bus; `tracks`: its objects in view. */
export function busCamera(
  stream: Pick<
    StreamWire,
    "stream_id" | "display_name" | "state" | "since" | "last_error" | "open_incidents" | "recording"
  >,
  tracks: readonly { label: string }[],
): BusCamera {
  const counts: Record<string, number> = {};
  for (const { label } of tracks) counts[label] = (counts[label] ?? 0) + 1;
  const people = counts["person"] ?? 0;
  return {
    stream_id: stream.stream_id,
    name: stream.display_name,
    state: stream.state,
    since: stream.since,
    online: stream.state === "watching",
    problem: stream.last_error?.code ?? null,
    occupied: people > 0,
    people,
    counts,
    open_incidents: stream.open_incidents,
    recording: stream.recording.mode,
  };
}

/** Returns a robot on the bus. */
export function robotSnapshot(status: RobotStatusWire): RobotSnapshot {
  const percent = status.battery?.value.percent;
  return {
    robot_id: status.robot_id,
    name: status.name,
    connection: status.connection.state,
    since: status.connection.since,
    mode: status.mode?.value ?? null,
    battery_percent: percent === undefined ? null : Math.round(percent),
    charging: status.battery?.value.charging ?? null,
    e_stop: status.e_stop?.value ?? null,
    active_command: status.active_command?.command ?? null,
    held_by_stop: status.held_by_stop,
    inside_geofence: status.inside_geofence,
    abilities: status.capabilities.map(({ name }) => name),
  };
}
