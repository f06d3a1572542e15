import type { ConnectionState } from "../wire/robot.ts";
import type { MeasuredWire } from "../wire/robot-answers.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { RobotSample } from "./driver-port.ts";

/** How long a silence makes a robot stale, and then offline, in milliseconds. */
export interface SilenceLimits {
  staleMs: number;
  offlineMs: number;
}

interface Measurement<T> {
  value: T;
  /** Monotonic, so that a clock that is set does not age anything. */
  atMs: number;
  source: string;
}

type Values = {
  [K in Exclude<keyof RobotSample, "source" | "poseAgeMs">]-?: NonNullable<RobotSample[K]>;
};

/** A robot whose link is lost is stale for so long, and then offline, in milliseconds. */
const lostGraceMs = 500;

/** The last values from a robot, each with its age. None is ever assumed. */
export class LiveState {
  readonly #clock: Clock;
  readonly #limits: SilenceLimits;
  readonly #measurements: { [K in keyof Values]?: Measurement<Values[K]> } = {};
  #lastHeardMs: number | null = null;
  /** Since when the transport knows that the robot cannot be reached. */
  #lostMs: number | null = null;
  #state: ConnectionState = "offline";
  #sinceWallMs: number;

  constructor(clock: Clock, limits: SilenceLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#sinceWallMs = clock.wallMs();
  }

  /** Takes what is finite in `sample`; the rest is as if it had not been said, and null is unknown from now on. */
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
   * The link to the robot is lost: stale from now on. A last will can be older than the connection
   * that the robot has, so that it counts as offline only when it stays silent for a moment.
   */
  lose(): void {
    this.#lostMs ??= this.#clock.monoMs();
  }

  /** The connection by silence and link; looks at the clock. Returns the state before, when it changed. */
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

  /** Unix milliseconds since which the connection is as it is. */
  get sinceWallMs(): number {
    return this.#sinceWallMs;
  }

  /** Milliseconds since the last sign of life; null before the first. */
  get silenceMs(): number | null {
    return this.#lastHeardMs === null ? null : this.#clock.monoMs() - this.#lastHeardMs;
  }

  /** The newest value, however old; null when it was never heard. */
  value<K extends keyof Values>(name: K): Values[K] | null {
    return (this.#measurements[name]?.value as Values[K] | undefined) ?? null;
  }

  /** The value while it is young enough to decide on: no older than a silence that means offline. */
  fresh<K extends keyof Values>(name: K): Values[K] | null {
    const heard = this.#measurements[name];
    if (!heard || this.#clock.monoMs() - heard.atMs > this.#limits.offlineMs) return null;
    return heard.value as Values[K];
  }

  /** The value on the wire, made by `shape`; null when it was never heard. */
  wire<K extends keyof Values, T>(name: K, shape: (value: Values[K]) => T): MeasuredWire<T> | null {
    const heard = this.#measurements[name];
    if (!heard) return null;
    const ageMs = Math.max(0, Math.round(this.#clock.monoMs() - heard.atMs));
    return { value: shape(heard.value as Values[K]), age_ms: ageMs, source: heard.source };
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
