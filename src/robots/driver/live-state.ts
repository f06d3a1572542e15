import type { Clock } from "../../base/core/clock.ts";
import type { RobotSample } from "./driver-port.ts";
import type { ConnectionState } from "../robot-terms.ts";

/** The silence that makes a robot stale, and then offline, in milliseconds. */
export interface SilenceLimits {
  staleMs: number;
  offlineMs: number;
}

interface Measurement<T> {
  value: T;
  /** Monotonic, so that setting a clock ages nothing. */
  atMs: number;
  source: string;
}

/** A value from the robot with its age. */
export interface MeasuredValue<T> {
  value: T;
  ageMs: number;
  source: string;
}

type Values = {
  [K in Exclude<keyof RobotSample, "source" | "poseAgeMs">]-?: NonNullable<RobotSample[K]>;
};

/** A robot whose link is lost is stale for this long, and then offline, in milliseconds. */
const lostGraceMs = 500;

/** The last values from a robot, each with its age. It assumes none. */
export class LiveState {
  readonly #clock: Clock;
  readonly #limits: SilenceLimits;
  readonly #measurements: { [K in keyof Values]?: Measurement<Values[K]> } = {};
  #lastHeardMs: number | null = null;
  /** When the transport lost the robot. */
  #lostMs: number | null = null;
  #state: ConnectionState = "offline";
  #sinceWallMs: number;

  constructor(clock: Clock, limits: SilenceLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#sinceWallMs = clock.wallMs();
  }

  /** Takes the finite values of `sample` and ignores others; null means unknown from now on. */
  take(sample: RobotSample): void {
    const atMs = this.#clock.monoMs();
    const { source, pose, velocity, battery, mode, isEmergencyStopped, loads, errors } = sample;
    this.#lastHeardMs = atMs;
    this.#lostMs = null;
    const keep = <K extends keyof Values>(
      name: K,
      value: Values[K] | null | undefined,
      ageMs = 0,
    ): void => {
      if (value === null) delete this.#measurements[name];
      else if (value !== undefined)
        Object.assign(this.#measurements, { [name]: { value, atMs: atMs - ageMs, source } });
    };
    const poseAgeMs = Math.max(0, sample.poseAgeMs ?? 0);
    if (pose && finite(pose.xM, pose.yM, pose.yawRad)) keep("pose", pose, poseAgeMs);
    if (velocity && finite(velocity.linearMps, velocity.angularRadps)) keep("velocity", velocity);
    if (battery && battery.percent >= 0 && battery.percent <= 100) keep("battery", battery);
    keep("mode", mode);
    keep("isEmergencyStopped", isEmergencyStopped);
    keep("loads", loads);
    keep("errors", errors);
  }

  /**
   * The link to the robot is lost: stale from now on. A last will can be older than the robot's present
   * connection, so the robot counts as offline only after a further silence.
   */
  lose(): void {
    this.#lostMs ??= this.#clock.monoMs();
  }

  /**
   * Derives the connection from silence and link; call it periodically. Returns the previous state when it
   * changed.
   */
  update(): { before: ConnectionState; now: ConnectionState } | null {
    const before = this.#state;
    const now = this.#judge();
    if (before === now) return null;
    this.#state = now;
    this.#sinceWallMs = this.#clock.wallMs();
    return { before, now };
  }

  get connection(): ConnectionState {
    return this.#state;
  }

  /** Unix milliseconds of the last change of the connection. */
  get sinceWallMs(): number {
    return this.#sinceWallMs;
  }

  /** Milliseconds since the last sign of life; null before the first. */
  get silenceMs(): number | null {
    return this.#lastHeardMs === null ? null : this.#clock.monoMs() - this.#lastHeardMs;
  }

  /** The newest value of any age; null before the first. */
  value<K extends keyof Values>(name: K): Values[K] | null {
    return (this.#measurements[name]?.value as Values[K] | undefined) ?? null;
  }

  /** The value while it is young enough for decisions: no older than the silence that means offline. */
  fresh<K extends keyof Values>(name: K): Values[K] | null {
    const heard = this.#measurements[name];
    if (!heard || this.#clock.monoMs() - heard.atMs > this.#limits.offlineMs) return null;
    return heard.value as Values[K];
  }

  /** The newest value of any age with its age and source; null before the first. */
  measured<K extends keyof Values>(name: K): MeasuredValue<Values[K]> | null {
    const heard = this.#measurements[name];
    if (!heard) return null;
    const ageMs = Math.max(0, Math.round(this.#clock.monoMs() - heard.atMs));
    return { value: heard.value as Values[K], ageMs, source: heard.source };
  }

  #judge(): ConnectionState {
    const silence = this.silenceMs;
    if (silence === null || silence >= this.#limits.offlineMs) return "offline";
    if (this.#lostMs !== null) {
      return this.#clock.monoMs() - this.#lostMs >= lostGraceMs ? "offline" : "stale";
    }
    return silence >= this.#limits.staleMs ? "stale" : "online";
  }
}

function finite(...numbers: number[]): boolean {
  return numbers.every(Number.isFinite);
}
