import { invalidField } from "../../base/contract/fail.ts";
import type { RobotRequest } from "./robot-document.ts";
import { polygonProblem } from "../../base/geo/polygon.ts";
import type { Area } from "./areas.ts";
import type { PeopleLimitSettings } from "./people-limit-settings.ts";
import type { PictureLimits } from "./picture-limits.ts";
import { recordingLimits } from "../recordings/recording-terms.ts";

/** When a robot charges between the steps of runs, and what it needs. */
export interface ChargingSettings {
  belowPercent: number;
  untilPercent: number;
  /** Charge that a kilometre and an hour take. */
  percentPerKm: number;
  percentPerHour: number;
}

/** When a robot is recorded, how far back and for how long, and with how many pictures. */
export interface RecordingSettings {
  ofIncidents: boolean;
  beforeMs: number;
  afterMs: number;
  /** 0: none. */
  picturesPerSec: number;
}

/** The settings of a robot with all defaults. */
export interface RobotSettings {
  name: string | null;
  driver: RobotRequest["driver"];
  frames: readonly string[];
  geofence: Area | null;
  maxSpeedMps: number;
  maxTurnRadps: number;
  /** Radius of the circle in which it fits, in metres. */
  radiusM: number;
  batteryFloorPercent: number;
  /** When it charges by itself between the steps of runs; null: never. */
  charging: ChargingSettings | null;
  /** Within bounds the box stops a robot on a command when its pose is older than this. */
  maxPoseAgeMs: number;
  /** True when it may drive to a dock whose place is not known, within bounds. */
  isDockWayAdvisory: boolean;
  /** How old the picture may be by which somebody drives it; null without such a limit. */
  drivingPicture: PictureLimits | null;
  /** When it is recorded. */
  recording: RecordingSettings;
  /** The advisory limit by people; null without it. */
  peopleLimit: PeopleLimitSettings | null;
}

/**
 * Settings of a request. Fails with `invalid_request_body` naming the field for a geofence that crosses
 * itself or lies in a frame that the robot does not have.
 */
export function readSettings(request: RobotRequest): RobotSettings {
  const frames = request.frames ?? ["map"];
  const { geofence } = request;
  assertShapes(request, frames);
  assertDriver(request);
  assertDock(request, frames);
  return {
    name: request.name ?? null,
    driver: request.driver,
    frames,
    geofence: geofence ? { frame: geofence.frame, polygon: geofence.polygon } : null,
    maxSpeedMps: request.max_speed_mps ?? 1,
    maxTurnRadps: request.max_turn_radps ?? 1.5,
    radiusM: request.radius_m ?? 0.3,
    batteryFloorPercent: request.battery_floor_percent ?? 15,
    charging: chargingOf(request),
    maxPoseAgeMs: request.max_pose_age_ms ?? 1000,
    isDockWayAdvisory: isDockWayAdvisory(request),
    drivingPicture: drivingPictureOf(request),
    recording: recordingOf(request),
    peopleLimit: peopleLimitOf(request),
  };
}

function assertShapes(request: RobotRequest, frames: readonly string[]): void {
  const { geofence, sim } = request;
  if (geofence) {
    const problem = polygonProblem(geofence.polygon);
    if (problem !== null)
      throw invalidField("geofence.polygon", `is not valid (${problem}). Correct its corners`);
    if (!frames.includes(geofence.frame)) {
      throw invalidField(
        "geofence.frame",
        `is no frame of the robot. Use one of ${frames.join(", ")}`,
      );
    }
  }
  for (const [at, obstacle] of (sim?.obstacles ?? []).entries()) {
    const problem = polygonProblem(obstacle);
    if (problem !== null) throw invalidField(`sim.obstacles[${at}]`, problem);
  }
}

function assertDriver(request: RobotRequest): void {
  const { driver } = request;
  if (driver !== "sim" && !request[driver]) {
    throw invalidField(driver, `is missing. The driver ${driver} needs it`);
  }
  if (driver === "rosbridge" && !URL.canParse(request.rosbridge!.url)) {
    throw invalidField("rosbridge.url", "is not a URL. Use a form such as ws://192.168.10.31:9090");
  }
  const { corridor, version } = request.vda5050 ?? {};
  if (corridor && (version === "1.1" || version === "2.0")) {
    throw invalidField(
      "vda5050.corridor",
      `VDA 5050 ${version} does not have it. Use version 2.1 or later`,
    );
  }
}

function chargingOf({ charging, battery_floor_percent: floor = 15 }: RobotRequest) {
  if (!charging) return null;
  const { below_percent: belowPercent, until_percent: untilPercent = 80 } = charging;
  if (belowPercent <= floor)
    throw invalidField(
      "charging.below_percent",
      `is not above battery_floor_percent (${floor}). Choose a greater charge`,
    );
  if (untilPercent <= belowPercent)
    throw invalidField(
      "charging.until_percent",
      `is not above below_percent (${belowPercent}). Choose a greater charge`,
    );
  const { percent_per_km: percentPerKm = 20, percent_per_hour: percentPerHour = 10 } = charging;
  return { belowPercent, untilPercent, percentPerKm, percentPerHour };
}

function drivingPictureOf({ camera, driving_picture: wire }: RobotRequest): PictureLimits | null {
  if (!wire) return null;
  if (camera === undefined)
    throw invalidField("camera", "is missing. driving_picture needs the stream to drive by");
  const { full_speed_age_ms: fullSpeedAgeMs, stop_age_ms: stopAgeMs } = wire;
  if (stopAgeMs <= fullSpeedAgeMs)
    throw invalidField(
      "driving_picture.stop_age_ms",
      "is not above full_speed_age_ms. Choose a greater age",
    );
  return { streamId: camera, fullSpeedAgeMs, stopAgeMs };
}

function recordingOf({ recording = {} }: RobotRequest): RecordingSettings {
  const { before_seconds: beforeSec = recordingLimits.beforeDefaultSec } = recording;
  const { after_seconds: afterSec = recordingLimits.afterDefaultSec } = recording;
  return {
    ofIncidents: recording.incidents ?? true,
    beforeMs: beforeSec * 1000,
    afterMs: afterSec * 1000,
    picturesPerSec: recording.pictures_per_second ?? recordingLimits.picturesPerSecDefault,
  };
}

function peopleLimitOf({
  people_speed_limit: wire,
  max_speed_mps: mostMps = 1,
}: RobotRequest): PeopleLimitSettings | null {
  if (!wire) return null;
  const { slowest_mps: slowestMps = 0.1 } = wire;
  if (slowestMps > mostMps)
    throw invalidField(
      "people_speed_limit.slowest_mps",
      `is above max_speed_mps (${mostMps}). Choose a lower speed`,
    );
  return {
    streamIds: wire.streams,
    personMps: wire.person_mps ?? 1.6,
    reactionMs: wire.reaction_ms ?? 500,
    brakeMps2: wire.brake_mps2 ?? 0.5,
    clearanceM: wire.clearance_m ?? 0.5,
    slowestMps,
    isUnobservedOccupied: wire.unobserved !== "free",
  };
}

/** The settings of a ROS robot with any transport. */
function rosOf(request: RobotRequest) {
  return request.driver === "ros2" ? request.ros2 : request.rosbridge;
}

function isDockWayAdvisory(request: RobotRequest): boolean {
  return rosOf(request)?.dock_way === "advisory";
}

function assertDock(request: RobotRequest, frames: readonly string[]): void {
  const frame = rosOf(request)?.dock_pose?.frame;
  if (frame === undefined || frames.includes(frame)) return;
  const param = `${request.driver}.dock_pose.frame`;
  throw invalidField(param, `is no frame of the robot. Use one of ${frames.join(", ")}`);
}
