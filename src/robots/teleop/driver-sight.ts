import type { Clock } from "../../base/core/clock.ts";
import type { FrameTimes, ShownFrame } from "../../base/core/shown-frames.ts";
import { type PictureLimits, speedShare } from "../driver/picture-limits.ts";

/** Teleop speeds of a robot. */
export interface Velocity {
  linearMps: number;
  angularRadps: number;
}

/** The parts of a driver's sight. */
export interface DriverSightParts {
  clock: Clock;
  frames: FrameTimes;
  limits: PictureLimits;
  /** The robot's greatest speeds. */
  maxSpeedMps: number;
  maxTurnRadps: number;
}

/**
 * What the person who drives sees: the newest frame that the page said it shows. The box knows when that frame was
 * taken; the page only names it. So a page that lies can at best be as old as the box's own newest frame.
 */
export class DriverSight {
  readonly #parts: DriverSightParts;
  #capturedMs: number | null = null;

  constructor(parts: DriverSightParts) {
    this.#parts = parts;
  }

  /** The page shows this frame. One that the box does not know, or an older one, changes nothing. */
  shown(frame: ShownFrame): void {
    const capturedMs = this.#parts.frames.capturedMs(frame);
    if (capturedMs === null) return;
    this.#capturedMs = Math.max(this.#capturedMs ?? -Infinity, capturedMs);
  }

  /** Age of the picture now, in milliseconds: from its capture to this moment; null before the first. */
  get ageMs(): number | null {
    if (this.#capturedMs === null) return null;
    return Math.max(0, this.#parts.clock.monoMs() - this.#capturedMs);
  }

  /** Whole milliseconds for which the picture may still be driven by; 0 where it may not. */
  leftMs(ageMs: number | null): number {
    return ageMs === null ? 0 : Math.max(0, Math.floor(this.#parts.limits.stopAgeMs - ageMs));
  }

  /** The share of the robot's greatest speeds that a picture of this age allows. */
  share(ageMs: number | null): number {
    return speedShare(ageMs, this.#parts.limits);
  }

  /** The velocity, as far as a picture of this age allows it; both of its parts are lowered alike. */
  lowered(velocity: Velocity, ageMs: number | null): Velocity {
    const { maxSpeedMps, maxTurnRadps } = this.#parts;
    const share = this.share(ageMs);
    // Nothing to drive at: the gate says why.
    if (share === 0) return velocity;
    const most = { linearMps: maxSpeedMps * share, angularRadps: maxTurnRadps * share };
    const factor = Math.min(
      1,
      most.linearMps / Math.abs(velocity.linearMps),
      most.angularRadps / Math.abs(velocity.angularRadps),
    );
    if (!(factor < 1)) return velocity;
    return {
      linearMps: within(velocity.linearMps * factor, most.linearMps),
      angularRadps: within(velocity.angularRadps * factor, most.angularRadps),
    };
  }

  close(): void {
    this.#parts.frames.close();
  }
}

/** No rounding may lead beyond the limit. */
function within(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}
