import type { SimSettings } from "../../robots/driver/sim-document.ts";
import { insideTest } from "../../base/geo/polygon.ts";
import type { MapPose } from "../../robots/driver/command.ts";
import type { CarriedLoad } from "../../robots/driver/driver-port.ts";
import type { SimFloor } from "./sim-floor.ts";
import { type PersonPose, walkerAt } from "./walker.ts";
import type { RobotCommandName } from "../../robots/robot-terms.ts";

/** The state of the simulated robot; metres, seconds, radians, percent. */
interface Body {
  xM: number;
  yM: number;
  yawRad: number;
  linearMps: number;
  angularRadps: number;
  batteryPercent: number;
}

/** A goal of the simulated robot. */
export interface SimGoal {
  id: string;
  kind: RobotCommandName;
  /** Remaining places of the way; the robot drives to the first one now. */
  path: MapPose[];
  maxSpeedMps: number;
  maxTurnRadps: number;
  endsInDock: boolean;
  /** The action at the end of the way; absent for none. */
  handling?: SimHandling;
}

/** A load that is taken up, or put down, and how long that still takes. */
export interface SimHandling {
  does: "pick" | "drop";
  load: CarriedLoad;
  leftSec: number;
}

/** The end of a goal in a step of time. */
export interface SimOutcome {
  goalId: string;
  state: "succeeded" | "failed";
  reason: string | null;
}

/** A robot waits this long for another one in its way, in seconds. */
const patienceSec = 30;
const arrivedM = 0.05;
const arrivedRad = 0.05;
/** Acceleration in m/s²; a stop is immediate, as by brakes. */
const accelerationMps2 = 0.8;
/** Battery in percent per second: standing, per metre driven, and charging. */
const idleDrain = 0.002;
const driveDrainPerM = 0.02;
const chargeRate = 0.5;

/**
 * A differential-drive robot on a plane: it turns towards its goal, drives to it and turns to the requested
 * heading. It reports obstacles that it hits, runs out of battery, charges in its dock. Time comes from
 * outside.
 */
export class SimRobot {
  readonly body: Body;
  /** The map in which it is; another one after `localize`. */
  frame: string;
  readonly faults: NonNullable<SimSettings["faults"]>;
  readonly #dock: MapPose | null;
  /** Solid areas of the map. */
  readonly obstacles: readonly (readonly (readonly [number, number])[])[];
  readonly #isSolid: readonly ((point: readonly [number, number]) => boolean)[];
  readonly #people: Parameters<typeof walkerAt>[0][];
  readonly radiusM: number;
  readonly distanceM: number;
  /** The floor on which it sees other robots; null while it is alone. */
  floor: Pick<SimFloor, "isBlocked" | "others"> | null = null;
  /** How long another robot has been in its way, in seconds. */
  #blockedSec = 0;
  /** Age of the robot and the people around it, in seconds. */
  #ageSec = 0;
  goal: SimGoal | null = null;
  isPaused = false;
  isDocked = false;
  /** The load that it carries; null for none. */
  load: CarriedLoad | null = null;
  limitMps = Infinity;
  /** Of teleop: speeds and how long they still hold, in seconds. */
  teleop: { linearMps: number; angularRadps: number; leftSec: number } | null = null;

  constructor(settings: SimSettings, frame: string, radiusM = 0.3) {
    const { start, dock, obstacles = [], people = [] } = settings;
    this.radiusM = radiusM;
    this.distanceM = settings.distance_m ?? 0.3;
    this.frame = start?.frame ?? frame;
    this.faults = { ...settings.faults };
    this.#dock = dock
      ? { frame: dock.frame, xM: dock.x, yM: dock.y, yawRad: dock.yaw ?? null }
      : null;
    this.obstacles = obstacles;
    this.#isSolid = obstacles.map(insideTest);
    this.#people = people.map(({ way, speed_mps: speedMps = 1 }) => ({ way, speedMps }));
    this.body = bodyOf(settings);
  }

  get dock(): MapPose | null {
    return this.#dock;
  }

  /** The present places of people. They are only visible: the robot drives through them. */
  people(): PersonPose[] {
    return this.#people.map((one) => walkerAt(one, this.#ageSec));
  }

  /** Brakes and drops the goal. */
  halt(): void {
    this.#blockedSec = 0;
    this.goal = null;
    this.teleop = null;
    this.isPaused = false;
    this.#rest();
  }

  /** Advances time by `sec` seconds; returns how a goal ended in them. */
  step(sec: number): SimOutcome | null {
    const { body } = this;
    this.#ageSec += sec;
    body.batteryPercent = Math.max(0, body.batteryPercent - idleDrain * sec);
    if (this.isDocked) body.batteryPercent = Math.min(100, body.batteryPercent + chargeRate * sec);
    if (this.faults.e_stop === true || body.batteryPercent === 0) {
      const ended = this.goal;
      const reason = this.faults.e_stop === true ? "e_stop_active" : "battery_low";
      this.halt();
      return ended && { goalId: ended.id, state: "failed", reason };
    }
    if (this.teleop) {
      this.#drive(
        this.teleop.linearMps,
        this.teleop.angularRadps,
        Math.min(sec, this.teleop.leftSec),
      );
      this.teleop.leftSec -= sec;
      if (this.teleop.leftSec <= 0) this.halt();
      return null;
    }
    if (!this.goal || this.isPaused) {
      this.#rest();
      return null;
    }
    return this.#pursue(this.goal, sec);
  }

  #pursue(goal: SimGoal, sec: number): SimOutcome | null {
    const [target] = goal.path;
    if (target === undefined) return this.#handle(goal, sec);
    const { body } = this;
    const dx = target.xM - body.xM;
    const dy = target.yM - body.yM;
    const leftM = Math.hypot(dx, dy);
    const isThere = leftM <= arrivedM;
    const wantedYaw = isThere ? (target.yawRad ?? body.yawRad) : Math.atan2(dy, dx);
    const turn = wrapped(wantedYaw - body.yawRad);
    if (Math.abs(turn) > (isThere ? arrivedRad : 0.2)) {
      const rate = Math.sign(turn) * Math.min(goal.maxTurnRadps, Math.abs(turn) / sec);
      this.#drive(0, rate, sec);
      return null;
    }
    if (isThere) return this.#arrive(goal);
    body.yawRad = wantedYaw;
    const limit = Math.min(goal.maxSpeedMps, this.limitMps, leftM / sec);
    const speed = Math.min(limit, Math.max(0, body.linearMps) + accelerationMps2 * sec);
    const met = this.#drive(speed, 0, sec);
    this.#blockedSec = met === "robot" ? this.#blockedSec + sec : 0;
    if (met === null || (met === "robot" && this.#blockedSec < patienceSec)) return null;
    this.halt();
    const what = met === "robot" ? "another robot is in the way" : "the way is blocked";
    return { goalId: goal.id, state: "failed", reason: `obstacle: ${what}` };
  }

  #arrive(goal: SimGoal): SimOutcome | null {
    goal.path.shift();
    if (goal.path.length > 0) return null;
    if (goal.handling) {
      this.#rest();
      return null;
    }
    this.halt();
    this.isDocked = goal.endsInDock;
    return { goalId: goal.id, state: "succeeded", reason: null };
  }

  /** Transfers the load at the end of the handling time. */
  #handle({ id: goalId, handling }: SimGoal, sec: number): SimOutcome | null {
    this.#rest();
    if (handling) {
      handling.leftSec -= sec;
      if (handling.leftSec > 0) return null;
      this.load = handling.does === "pick" ? handling.load : null;
    }
    this.halt();
    return { goalId, state: "succeeded", reason: null };
  }

  /** Moves; returns what stands in the way, and does not move then. */
  #drive(linearMps: number, angularRadps: number, sec: number): "obstacle" | "robot" | null {
    const { body } = this;
    const yaw = wrapped(body.yawRad + angularRadps * sec);
    const drift = linearMps === 0 ? 0 : (this.faults.drift_mps ?? 0);
    const x = body.xM + (Math.cos(yaw) * linearMps - Math.sin(yaw) * drift) * sec;
    const y = body.yM + (Math.sin(yaw) * linearMps + Math.cos(yaw) * drift) * sec;
    const isSolid = this.#isSolid.some((isInside) => isInside([x, y]));
    if (isSolid || this.floor?.isBlocked(this, [x, y])) {
      this.#rest();
      return isSolid ? "obstacle" : "robot";
    }
    const drivenM = Math.hypot(x - body.xM, y - body.yM);
    if (drivenM > 0) this.isDocked = false;
    body.batteryPercent = Math.max(0, body.batteryPercent - driveDrainPerM * drivenM);
    Object.assign(body, { xM: x, yM: y, yawRad: yaw, linearMps, angularRadps });
    return null;
  }

  #rest(): void {
    this.body.linearMps = 0;
    this.body.angularRadps = 0;
  }
}

function bodyOf({ start, battery_percent: batteryPercent = 100 }: SimSettings): Body {
  const at = { xM: start?.x ?? 0, yM: start?.y ?? 0, yawRad: start?.yaw ?? 0 };
  return { ...at, linearMps: 0, angularRadps: 0, batteryPercent };
}

/** An angle in (-π, π]. */
function wrapped(rad: number): number {
  return Math.atan2(Math.sin(rad), Math.cos(rad));
}
