import type { RobotCommandName } from "../wire/robot.ts";
import type { SpaceProblem, ZoneArea } from "./areas.ts";
import type { MapPose, RobotCommand } from "./command.ts";

/** One ability of a robot as its driver found it. */
export interface Capability {
  /** A command, or `camera`: the robot gives pictures of its own. */
  name: RobotCommandName | "camera";
  /** Where the knowledge comes from: `factsheet`, `graph`, `simulation`. */
  source: string;
  available: boolean;
  /** A sentence for a technician; null where it is available. */
  reason: string | null;
}

/** Something that a robot carries, as far as it says. */
export interface CarriedLoad {
  id: string | null;
  type: string | null;
  /** Where on the robot, in its maker's words. */
  position: string | null;
  weightKg: number | null;
}

/** Values that a driver received from its robot; only the fields of this message. */
export interface RobotSample {
  /** Where it came from, e.g. `tf` or `state`; shown with each value. */
  source: string;
  pose?: { frame: string; xM: number; yM: number; yawRad: number };
  /** How old the pose was when it was told, in milliseconds: that of its oldest part; absent for 0. */
  poseAgeMs?: number;
  velocity?: { linearMps: number; angularRadps: number };
  /** 0–100; a driver never fills in what the robot did not say. */
  battery?: { percent: number; isCharging: boolean | null };
  /** `automatic` takes goals; `manual` takes teleop only; anything else neither; null: no longer known. */
  mode?: string | null;
  /** Null: no longer known. */
  isEmergencyStopped?: boolean | null;
  /** Empty: it says that it carries nothing. */
  loads?: readonly CarriedLoad[];
  errors?: readonly { code: string; message: string }[];
}

/** How a command goes on. The last three end it; nothing follows them. */
export interface CommandProgress {
  commandId: string;
  state: "executing" | "succeeded" | "failed" | "cancelled";
  /** Why, in words with a code first where there is one; null for nothing to say. */
  reason: string | null;
}

/** Takes what a driver hears. Never throws. */
export interface RobotSink {
  onSample(sample: RobotSample): void;
  onProgress(progress: CommandProgress): void;
  /** `capabilities()`, or what `nativeZones` keeps to, is different now. */
  onCapabilities(): void;
  /**
   * The transport knows that the robot cannot be reached: a last will, a closed connection, a dead
   * bridge. It is stale at once and soon offline, however short its silence; the next sample takes
   * that back.
   */
  onLost(): void;
}

/** Zones that are handed to the robot, which then keeps to them by itself. */
export interface NativeZones {
  /**
   * The zones that shall hold from now on, in place of those before; also before `open`. The driver
   * keeps at it until the robot shows that it has them. Never throws.
   */
  push(zones: readonly ZoneArea[]): void;
  /** Why the robot does not keep to the zone by itself, for a technician; null once it shows that it does. */
  problemOf(zoneId: string): string | null;
}

/**
 * The lowest limit of the zones in force that a straight piece of a way touches, in metres per
 * second; Infinity without one.
 */
export type LimitAlong = (
  frame: string,
  from: { xM: number; yM: number },
  to: { xM: number; yM: number },
) => number;

/** Why a robot may not drive from the first place to the next in a straight line; null where it may. */
export type ProblemAlong = (
  frame: string,
  from: { xM: number; yM: number },
  to: { xM: number; yM: number },
) => SpaceProblem | null;

/** A command on its way to the robot, past the safety gate. */
export interface DriverCommand {
  /** Durable; a driver passes it to the robot where the protocol has room, so that it is found again. */
  id: string;
  command: RobotCommand;
  /**
   * The robot must not drive faster on this command, in metres per second; of `set_speed_limit` the
   * limit to set. Both hold: the command's and the one that was set.
   */
  maxSpeedMps: number;
  maxTurnRadps: number;
}

/** A picture that a robot took. */
export interface RobotPicture {
  /** JPEG, PNG or WebP. */
  bytes: Uint8Array;
  /** Where the robot was; null where that is not known. */
  pose: { frame: string; xM: number; yM: number; yawRad: number } | null;
  /**
   * How the camera looks at flat ground: its horizontal angle of view, its height above the ground,
   * how far it looks down from the horizon. Null where that is not known; then nothing in the
   * picture has a place.
   */
  lens: { fovRad: number; heightM: number; downRad: number } | null;
}

/** The robot's own camera. */
export interface RobotCamera {
  /** Takes a picture now; rejects with `robot_unreachable`. */
  take(): Promise<RobotPicture>;
}

/** A driver's note about a command that the robot took. */
export interface CommandNote {
  /** A code first, then words: the command's `reason` where it ends with this. */
  note: string;
}

/** How something ends that goes on beside the robot's movements. */
export interface BackgroundEnd {
  /** Never rejects; the reason is a code first, then words. */
  ended: Promise<{ state: "succeeded" | "failed"; reason: string | null }>;
}

/**
 * One robot over one transport. The constructor only keeps its arguments; a robot that does not
 * answer is a silence, not an error. Whatever the transport, after `stop` has resolved the robot
 * does not move on account of anything that was sent before.
 */
export interface RobotDriver {
  /**
   * Absent for robots without a camera, or whose camera is not reached this way; there exactly while the
   * capability `camera` is, and may come and go.
   */
  readonly camera?: RobotCamera | undefined;
  /** Begins to listen; what is heard goes to `sink`, from then on until `close`. */
  open(sink: RobotSink): void;
  /** The abilities of the robot as known now. */
  capabilities(): readonly Capability[];
  /** Absent where the transport has no way to hand zones over. */
  readonly nativeZones?: NativeZones;
  /**
   * Called once, before `open`, where the driver says to the robot how fast each piece of its way may
   * be driven: then the limits of zones are its own matter, and no `set_speed_limit` is sent for them.
   */
  boundSpeed?(limitAlong: LimitAlong): void;
  /**
   * Called once, before `open`, where the driver hands its robot a way piece by piece: it hands out
   * no piece of which this finds something, and begins no command from where its way would cross it.
   */
  boundWay?(problemAlong: ProblemAlong): void;
  /**
   * Whether the robot drives straight from each place to the next. Absent or false: it plans its own
   * way, and only zones that it has itself (`nativeZones`) are sure to be kept on it.
   */
  readonly drivesStraight?: boolean;
  /**
   * Where the robot drives to on `dock` and `undock`, the last place in a straight line from the one
   * before; empty where it goes nowhere, null where that is not known. Absent: it is never known.
   */
  ownPlaces?(command: RobotCommand): readonly MapPose[] | null;
  /**
   * Present where the robot says its pose when something changes, not in a rhythm: until when, in
   * monotonic milliseconds, it is sure to have stood where it last said that it is.
   */
  readonly stoodUntilMs?: number;
  /** Frames that the robot knows beside the configured ones. */
  frames(): readonly string[];
  /**
   * Resolves when the robot has taken the command; `onProgress` tells the rest. Rejects with
   * `robot_refused` or `robot_unreachable`; then nothing of it is done. A new movement replaces the
   * one before, which ends as `cancelled`. `teleop` is a movement by hand: the driver ends it by
   * itself after its `durationMs`, by a timer beside the transport, without the box; another
   * `teleop` before that goes on smoothly. Something that goes on beside movements, as being spoken, gives
   * its own end. A `set_speed_limit` while the robot drives says when it takes effect.
   */
  execute(command: DriverCommand): Promise<void | BackgroundEnd | CommandNote>;
  /** Ends the command if the robot still has it; resolves when the robot has taken that. */
  cancel(commandId: string): Promise<void>;
  /**
   * Stops at once, ahead of everything. Resolves with what was done, e.g. `cancel+zero_velocity`;
   * rejects with `robot_unreachable` when the robot did not take it. May be called at any time.
   */
  stop(): Promise<string>;
  /** True when the robot still has this command of an earlier process; progress then follows. */
  reattach(commandId: string): Promise<boolean>;
  /** Ends listening; idempotent. The robot is left as it is. */
  close(): Promise<void>;
}
