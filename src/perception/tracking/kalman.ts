import type { BoxNorm } from "../../base/contract/geometry.ts";

/** Numbers kept per axis: position, speed, and the three distinct entries of their covariance. */
const numbersPerAxis = 5;
/** Axes: centre x, centre y, width, height; all in frame heights. */
const axisCount = 4;

/** Standard deviation of a detector's box edge, as a share of the box' height (ByteTrack: 1/20). */
const measurementShare = 1 / 20;
/** Change of speed that a thing can make in a second, in box heights. */
const accelerationShare = 2;
/** The size of a box changes much more slowly than its place. */
const sizeAccelerationShare = 0.3;
/** Speed that a new track may have, in box heights a second. */
const startSpeedShare = 2;
/** A box this near to an edge of the picture touches it. */
const edgeShare = 0.01;
/** The estimate of a box is never more certain than this, in frame heights. */
const minUncertainty = 0.002;

/**
 * Constant-velocity Kalman filter of one box in media time. Noise is independent per axis, so the
 * 8×8 filter of SORT falls apart into four 2×2 ones, which is exact and needs 20 numbers. Lengths
 * are in frame heights: x is multiplied by the frame's aspect.
 */
export class BoxFilter {
  readonly #state = new Float64Array(axisCount * numbersPerAxis);
  readonly #aspect: number;

  constructor(box: BoxNorm, aspect: number) {
    this.#aspect = aspect;
    const measured = this.#measure(box);
    const height = measured[3]!;
    for (let axis = 0; axis < axisCount; axis += 1) {
      const at = axis * numbersPerAxis;
      this.#state[at] = measured[axis]!;
      this.#state[at + 2] = noise(height) ** 2 * 4;
      this.#state[at + 4] = (startSpeedShare * height) ** 2;
    }
  }

  /** The estimated box as fractions of the frame. */
  box(): BoxNorm {
    const [cx, cy, width, height] = [0, 1, 2, 3].map((axis) => this.#state[axis * numbersPerAxis]!);
    const halfWidth = Math.max(minUncertainty, width!) / 2 / this.#aspect;
    const halfHeight = Math.max(minUncertainty, height!) / 2;
    const x = cx! / this.#aspect;
    return [x - halfWidth, cy! - halfHeight, x + halfWidth, cy! + halfHeight];
  }

  /** Speed of the centre in box heights a second. */
  relativeSpeed(): number {
    const height = Math.max(minUncertainty, this.#state[3 * numbersPerAxis]!);
    return Math.hypot(this.#state[1]!, this.#state[numbersPerAxis + 1]!) / height;
  }

  /** True when the box touches an edge of the picture and moves towards it faster than `minSpeed` box heights a second. */
  leavesPicture(minSpeed: number): boolean {
    const [left, top, right, bottom] = this.box();
    const height = Math.max(minUncertainty, bottom - top);
    const [speedX, speedY] = [this.#state[1]! / height, this.#state[numbersPerAxis + 1]! / height];
    if (left < edgeShare && speedX < -minSpeed) return true;
    if (right > 1 - edgeShare && speedX > minSpeed) return true;
    if (top < edgeShare && speedY < -minSpeed) return true;
    return bottom > 1 - edgeShare && speedY > minSpeed;
  }

  /** Moves the estimate `dtSec` ahead; `damping` 0–1 is the share of speed that is kept. */
  predict(dtSec: number, damping: number): void {
    const height = Math.max(minUncertainty, this.#state[3 * numbersPerAxis]!);
    for (let axis = 0; axis < axisCount; axis += 1) {
      const share = axis < 2 ? accelerationShare : sizeAccelerationShare;
      this.#predictAxis(axis * numbersPerAxis, { dtSec, damping, q: (share * height) ** 2 });
    }
  }

  #predictAxis(at: number, step: { dtSec: number; damping: number; q: number }): void {
    const s = this.#state;
    const { dtSec: dt, damping, q } = step;
    s[at + 1]! *= damping;
    s[at]! += s[at + 1]! * dt;
    const p00 = s[at + 2]!;
    const p01 = s[at + 3]!;
    const p11 = s[at + 4]!;
    s[at + 2] = p00 + 2 * dt * p01 + dt * dt * p11 + (q * dt ** 3) / 3;
    s[at + 3] = p01 + dt * p11 + (q * dt * dt) / 2;
    s[at + 4] = p11 + q * dt;
  }

  /** Corrects the estimate by a detection. */
  correct(box: BoxNorm): void {
    const measured = this.#measure(box);
    const r = noise(measured[3]!) ** 2;
    const s = this.#state;
    for (let axis = 0; axis < axisCount; axis += 1) {
      const at = axis * numbersPerAxis;
      const p00 = s[at + 2]!;
      const p01 = s[at + 3]!;
      const gain = p00 / (p00 + r);
      const speedGain = p01 / (p00 + r);
      const error = measured[axis]! - s[at]!;
      s[at]! += gain * error;
      s[at + 1]! += speedGain * error;
      s[at + 2] = (1 - gain) * p00;
      s[at + 3] = (1 - gain) * p01;
      s[at + 4]! -= speedGain * p01;
    }
  }

  /** Fixes the thing at its place, at rest. */
  rest(): void {
    for (let axis = 0; axis < axisCount; axis += 1) this.#state[axis * numbersPerAxis + 1] = 0;
  }

  #measure(box: BoxNorm): readonly number[] {
    return [
      ((box[0] + box[2]) / 2) * this.#aspect,
      (box[1] + box[3]) / 2,
      (box[2] - box[0]) * this.#aspect,
      box[3] - box[1],
    ];
  }
}

function noise(height: number): number {
  return Math.max(minUncertainty, height * measurementShare);
}
