import type { SpaceProblem, ZoneArea } from "./areas.ts";
import type { MapPose, RobotCommand } from "./command.ts";
import type { Fence } from "../../base/core/fence.ts";
import type { MovingPictureSink } from "../../base/core/moving-pictures.ts";
import type { RobotCommandName } from "../robot-terms.ts";

/** One ability of a robot as its driver found it. */
export interface DriverCapability {
  /** A command, or `camera`: the robot takes pictures itself. */
  name: RobotCommandName | "camera";
  /** Source of the knowledge: `factsheet`, `graph`, `simulation`. */
  source: string;
  available: boolean;
  /** A sentence for a technician; null where it is available. */
  reason: string | null;
}

/** A load that the robot reports. */
export interface CarriedLoad {
  id: string | null;
  type: string | null;
  /** Place on the robot, in its maker's words. */
  position: string | null;
  weightKg: number | null;
}

/** Values that a driver received from its robot; only the fields of this message. */
export interface RobotSample {
  /** Source of the values, e.g. `tf` or `state`; shown with each value. */
  source: string;
  pose?: { frame: string; xM: number; yM: number; yawRad: number };
  /** Age of the pose when it arrived, in milliseconds: that of its oldest part; absent for 0. */
  poseAgeMs?: number;
  velocity?: { linearMps: number; angularRadps: number };
  /** 0–100; a driver never invents a value. */
  battery?: { percent: number; isCharging: boolean | null };
  /** `automatic` takes goals; `manual` takes teleop only; anything else neither; null: no longer known. */
  mode?: string | null;
  /** Null: no longer known. */
  isEmergencyStopped?: boolean | null;
  /** Empty: it reports no load. */
  loads?: readonly CarriedLoad[];
  errors?: readonly { code: string; message: string }[];
}

/** The progress of a command. The last three states end it; nothing follows them. */
export interface CommandProgress {
  commandId: string;
  state: "executing" | "succeeded" | "failed" | "cancelled";
  /** The reason, with a code first where there is one; null for none. */
  reason: string | null;
}

/** A map that a robot sent, with its topic. */
export interface DriverMap {
  topic: string;
  frame: string;
  widthCells: number;
  heightCells: number;
  /** Side of a cell. */
  resolutionM: number;
  /** The lower left corner. */
  origin: { xM: number; yM: number; yawRad: number };
  /** Row after row from the highest: 0 to 100 percent occupied, 255 unknown. */
  bytes: Uint8Array;
}

/** One turn of a robot's laser scanner. */
export interface RobotScan {
  topic: string;
  /** The scanner's own frame. */
  frame: string;
  /** The scanner's place on the robot, in metres from its middle and radians from ahead; null where unknown. */
  mount: { xM: number; yM: number; yawRad: number } | null;
  /** Age of the scan when it arrived, in milliseconds. */
  ageMs: number;
  /** Direction of the first beam, and of each beam from the one before, in the scanner's frame. */
  startRad: number;
  stepRad: number;
  /** Distance of each beam in metres; 0 where nothing came back. At most `maxBeams`. */
  rangesM: Float32Array;
}

/** Most beams of a scan. */
export const maxBeams = 10_000;

/** A map that the robot says it has. */
export interface ReportedMap {
  id: string;
  version: string | null;
  /** True when the robot uses it. */
  isEnabled: boolean;
  /** The robot's own words about it. */
  description: string | null;
}

/** Receives the messages of a driver. Never throws. */
export interface RobotSink {
  onSample(sample: RobotSample): void;
  onProgress(progress: CommandProgress): void;
  /** Called when `capabilities()`, or the zones of `nativeZones`, have changed. */
  onCapabilities(): void;
  /**
   * Called when the transport knows that the robot is unreachable: a last will, a closed connection, a dead
   * bridge. The robot is stale at once and offline soon after; the next sample ends that.
   */
  onLost(): void;
  /** Called with each new state of the robot's map; absent where nobody keeps maps. */
  onMap?(map: DriverMap): void;
  /** Called with the turns of the robot's laser scanner, at most five in a second; absent where nobody keeps them. */
  onScan?(scan: RobotScan): void;
}

/** Zones that the driver hands to the robot, which then keeps to them by itself. */
export interface NativeZones {
  /**
   * Replaces the zones, also before `open`. The driver repeats them until the robot confirms them. Never
   * throws.
   */
  push(zones: readonly ZoneArea[]): void;
  /**
   * Returns why the robot does not keep to the zone by itself, for a technician; null once it confirms that
   * it does.
   */
  problemOf(zoneId: string): string | null;
}

/**
 * Returns the lowest limit of the zones that a straight piece of a way touches, in metres per second;
 * Infinity without one.
 */
export type LimitAlong = (
  frame: string,
  from: { xM: number; yM: number },
  to: { xM: number; yM: number },
) => number;

/** Returns why a robot may not drive from the first place to the next in a straight line; null where it may. */
export type ProblemAlong = (
  frame: string,
  from: { xM: number; yM: number },
  to: { xM: number; yM: number },
) => SpaceProblem | null;

/** A command for the robot that has passed the safety gate. */
export interface DriverCommand {
  /**
   * Durable; a driver sends it to the robot where the protocol has a field for it, so that it can be found
   * again.
   */
  id: string;
  command: RobotCommand;
  /**
   * The largest speed on this command, in metres per second; for `set_speed_limit` the limit to set. The
   * command's limit and the set one both apply.
   */
  maxSpeedMps: number;
  maxTurnRadps: number;
  /** Places through which the robot goes first; only for drivers with `boundRelease`. */
  via?: readonly MapPose[];
  /** Revision of the lease under which this box drives a robot that several boxes know; absent for other robots. */
  fence?: number;
}

/** A picture from a robot. */
export interface RobotPicture {
  /** JPEG, PNG or WebP. */
  bytes: Uint8Array;
  /** The robot's place; null where unknown. */
  pose: { frame: string; xM: number; yM: number; yawRad: number } | null;
  /**
   * The camera's view of flat ground: its horizontal angle of view, its height above the ground, and its
   * angle below the horizon. Null where unknown; then nothing in the picture has a place.
   */
  lens: { fovRad: number; heightM: number; downRad: number } | null;
}

/** The robot's own camera. */
export interface RobotCamera {
  /** Takes a picture now; rejects with `robot_unreachable`. */
  take(): Promise<RobotPicture>;
}

/** The pictures that a driver is asked for. */
export interface PictureWish {
  /** Null: the camera of the robot's settings. */
  topic: string | null;
  /** In a second, at most. */
  fps: number;
}

/** A driver's note about a command that the robot accepted. */
export interface CommandNote {
  /** A code first, then words; the command's `reason` when it ends with this. */
  note: string;
}

/** The end of an action beside the robot's movements. */
export interface BackgroundEnd {
  /** Never rejects; the reason is a code first, then words. */
  ended: Promise<{ state: "succeeded" | "failed"; reason: string | null }>;
}

/**
 * One robot over one transport. The constructor only keeps its arguments; a robot that does not answer is a
 * silence, not an error. With every transport, after `stop` has resolved no earlier command moves the robot.
 */
export interface RobotDriver {
  /**
   * Absent for robots without a camera, or whose camera this transport does not reach; present exactly while
   * the capability `camera` is, and may come and go.
   */
  readonly camera?: RobotCamera | undefined;
  /**
   * Follows a camera of the robot, of which it keeps only the newest picture that waits, until the returned function
   * is called. Absent where this transport reaches no camera.
   */
  followCamera?(wish: PictureWish, sink: MovingPictureSink): () => void;
  /** Starts listening; passes messages to `sink` until `close`. */
  open(sink: RobotSink): void;
  /** The robot's abilities as known now. */
  capabilities(): readonly DriverCapability[];
  /** Absent where the transport cannot send zones. */
  readonly nativeZones?: NativeZones;
  /**
   * Called once, before `open`, for a driver that sends a speed limit with each piece of the way: it then
   * applies the limits of zones itself, without `set_speed_limit`.
   */
  boundSpeed?(limitAlong: LimitAlong): void;
  /**
   * Called once, before `open`, for a driver that sends the way piece by piece: it sends no piece that this
   * check refuses, and starts no command whose way would cross a bound.
   */
  boundWay?(problemAlong: ProblemAlong): void;
  /**
   * Present where the robot gets its whole way, and may drive only the released part of it. Called once, before `open`:
   * the driver then releases the piece to the place `index` of a command, counted from 0 over `via` and all laps, only
   * while `mayRelease` is true, and looks again on `release`.
   */
  boundRelease?(mayRelease: (commandId: string, index: number) => boolean): void;
  /**
   * Called once, before `open`, for a robot that several boxes know and a driver that sends by itself, such as
   * repetitions: while `mayCommand` is false it sends nothing that could move the robot, and while `mayStop` is false
   * nothing at all.
   */
  boundFence?(fence: Fence): void;
  /** True while places may have a curve that leads to them: the robot drives along it. Absent: it never does. */
  readonly takesCurves?: boolean;
  /** More of a way may be released now. */
  release?(): void;
  /**
   * Returns the places through which the box takes the robot on this command, in order; null for those of the command
   * alone. Absent: always null.
   */
  wayOf?(command: RobotCommand): readonly MapPose[] | null;
  /** Returns why there is no way for this command from the robot's place; null where there is one. */
  wayProblem?(command: RobotCommand): { rule: "no_way" | "pose_unknown"; message: string } | null;
  /**
   * True when the robot drives straight from each place to the next. Otherwise it plans its own way, and
   * keeps only its own zones (`nativeZones`) for certain.
   */
  readonly drivesStraight?: boolean;
  /**
   * Returns the robot's places on `dock` and `undock`, the last one in a straight line from the one before;
   * empty where it stays, null where unknown. Absent: always unknown.
   */
  ownPlaces?(command: RobotCommand): readonly MapPose[] | null;
  /**
   * Present where the robot reports its pose on changes instead of periodically: the monotonic milliseconds
   * until which it certainly stood at its last reported place.
   */
  readonly stoodUntilMs?: number;
  /** Returns the maps that the robot says it has; null where it says nothing. Absent: it never does. */
  reportedMaps?(): readonly ReportedMap[] | null;
  /** Frames that the robot knows beside the configured ones. */
  frames(): readonly string[];
  /**
   * Resolves when the robot has accepted the command; `onProgress` reports the rest. Rejects with
   * `robot_refused` or `robot_unreachable`; the robot then does nothing of it. A new movement replaces the
   * previous one, which ends as `cancelled`. `teleop` is a movement by hand: the driver ends it by itself
   * after its `durationMs`, by a timer beside the transport, without the box; another `teleop` before that
   * continues smoothly. An action beside movements, such as speech, returns its own end. A `set_speed_limit`
   * while the robot drives returns when it takes effect.
   */
  execute(command: DriverCommand): Promise<void | BackgroundEnd | CommandNote>;
  /** Ends the command if the robot still has it; resolves when the robot has accepted that. */
  cancel(commandId: string): Promise<void>;
  /**
   * Stops at once, ahead of everything. Resolves with the means, e.g. `cancel+zero_velocity`; rejects with
   * `robot_unreachable` when the robot did not accept it. Call it at any time.
   */
  stop(): Promise<string>;
  /** True when the robot still has this command of an earlier process; progress then follows. */
  reattach(commandId: string): Promise<boolean>;
  /** Stops listening; idempotent. The robot stays as it is. */
  close(): Promise<void>;
}
