import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { PtzPosition } from "../../cameras/onvif-port.ts";
import type { LookLimits } from "../settings/autotracking-document.ts";
import type { CameraResponse, Offset, TurnSpeed } from "./camera-response.ts";

/** A velocity for all axes, in shares of the full speed. */
export interface Velocity extends TurnSpeed {
  zoom: number;
}

/** No movement. */
export const still: Velocity = { pan: 0, tilt: 0, zoom: 0 };

/** An object this near to the middle does not start the camera. */
const deadBand = 0.05;
/** A slower object does not keep the camera turning. */
const stillSpeed = 0.03;
/** The camera brings the object to the middle in about this time, or in one and a half of its delays. */
const calmMs = 700;
const delays = 1.5;
/** The camera zooms when the object is smaller or taller than this, and stops inside the inner bounds. */
const heights = { small: 0.2, enough: 0.28, fitting: 0.45, tall: 0.6 } as const;
const zoomSpeed = 0.4;
/** It zooms in only on an object this near to the middle. */
const centred = 0.2;
/** Speeds below this are none. */
const leastSpeed = 0.02;

/** Computes the speeds for the camera from the place of the object in the picture. */
export class Steering {
  readonly #response: CameraResponse;
  #zoom: -1 | 0 | 1 = 0;

  constructor(response: CameraResponse) {
    this.#response = response;
  }

  /** Forgets the zoom under way. */
  reset(): void {
    this.#zoom = 0;
  }

  /** Returns the velocity for an object last seen in `box`; `maxSpeed` bounds each axis. */
  velocity(nowMs: number, box: BoxNorm, how: { maxSpeed: number; zoom: boolean }): Velocity {
    const speed = this.#response.objectSpeed();
    const ahead = this.#response.predict(nowMs, speed) ?? offsetOf(box);
    const { gain, latencyMs } = this.#response;
    const overSec = Math.max(calmMs, delays * latencyMs) / 1000;
    const axis = (offset: number, own: number, perSec: number): number => {
      const isNear = Math.abs(offset) < deadBand;
      if (isNear && Math.abs(own) < stillSpeed) return 0;
      const ideal = ((isNear ? 0 : offset / overSec) + own) / perSec;
      const bounded = Math.max(-how.maxSpeed, Math.min(how.maxSpeed, ideal));
      return Math.abs(bounded) < leastSpeed ? 0 : Math.round(bounded * 100) / 100;
    };
    const pan = axis(ahead.x, speed.x, gain.pan);
    const tilt = axis(ahead.y, speed.y, gain.tilt);
    return { pan, tilt, zoom: how.zoom ? this.#zoomFor(box, ahead, how.maxSpeed) : 0 };
  }

  #zoomFor(box: BoxNorm, ahead: Offset, maxSpeed: number): number {
    const height = box[3] - box[1];
    const isCut = box[1] <= 0.01 || box[3] >= 0.99 || box[0] <= 0.01 || box[2] >= 0.99;
    const isCentred = Math.max(Math.abs(ahead.x), Math.abs(ahead.y)) < centred;
    if (height > heights.tall || (isCut && height > heights.enough)) this.#zoom = -1;
    else if (height < heights.small && isCentred) this.#zoom = 1;
    const isDone =
      this.#zoom > 0 ? height >= heights.enough || !isCentred : height <= heights.fitting && !isCut;
    if (isDone) this.#zoom = 0;
    return this.#zoom * Math.min(zoomSpeed, maxSpeed);
  }
}

/** How far the middle of a box is from the middle of the picture. */
export function offsetOf([left, top, right, bottom]: BoxNorm): Offset {
  return { x: (left + right) / 2 - 0.5, y: 0.5 - (top + bottom) / 2 };
}

/** Returns the velocity without the parts that lead out of the limits from `position`. */
export function within(
  velocity: Velocity,
  limits: LookLimits,
  position: Pick<PtzPosition, "pan" | "tilt" | "zoom">,
): Velocity {
  const bound = (axis: keyof Velocity): number => {
    const [least, greatest] = limits[axis] ?? [-Infinity, Infinity];
    const at = position[axis];
    const leadsOut = at !== null && (velocity[axis] > 0 ? at >= greatest : at <= least);
    return leadsOut ? 0 : velocity[axis];
  };
  return { pan: bound("pan"), tilt: bound("tilt"), zoom: bound("zoom") };
}
