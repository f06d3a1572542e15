import type { BoxNorm } from "../../../../base/contract/geometry.ts";
import { fitLight, type Light } from "../../../../base/geo/grid-light.ts";
import type { GridSize } from "../decoding/decoder-args.ts";
import { type MovingRegion, movingRegions } from "./motion-regions.ts";

/** The motion in one frame. */
export interface Motion {
  /** Fraction of the cells that moved, 0–1. */
  ratio: number;
  regions: readonly MovingRegion[];
}

/** Time constants in seconds of media time. */
const backgroundSec = 2;
/** A cell that moves is taken over slowly: what stops becomes background after about this long. */
const foregroundSec = 20;
/** The spread is learnt slowly, so that a tree in the wind stops waking the detector. */
const spreadSec = 10;
/** Frames further apart than this say nothing about motion; the background starts again. */
const maxGapSec = 5;
/** More of the picture than this, at once, is light or the camera, not an object. */
const globalRatio = 0.6;
/** After a global change the background is taken over at once for this long. */
const settleSec = 0.5;
/** Clipping of what one frame may add to a cell's spread, in luma levels. */
const maxSpreadLevels = 40;

/**
 * Finds moving cells against a running mean and variance per cell. Light that changes everywhere is fitted
 * (gain and offset over all cells) and taken out first, as far as a picture can show it; a change of most of
 * the picture at once becomes the new background. Times are media times, so that gaps and slow cameras do not
 * change what it sees.
 */
export class MotionGate {
  readonly #grid: GridSize;
  readonly #mean: Float32Array;
  readonly #variance: Float32Array;
  readonly #residual: Float32Array;
  readonly #moving: Uint8Array;
  /** 0–1; 1 wakes on the faintest motion. May be changed at any time. */
  sensitivity: number;
  #lastPtsSec = Number.NaN;
  #settleUntilSec = Number.NEGATIVE_INFINITY;

  constructor(grid: GridSize, sensitivity: number) {
    const cells = grid.columns * grid.rows;
    this.#grid = grid;
    this.sensitivity = sensitivity;
    this.#mean = new Float32Array(cells);
    this.#variance = new Float32Array(cells);
    this.#residual = new Float32Array(cells);
    this.#moving = new Uint8Array(cells);
  }

  /** The usual luma of each cell, as far as it is known by now; undefined before the first frame. */
  get background(): Float32Array | undefined {
    return Number.isNaN(this.#lastPtsSec) ? undefined : this.#mean;
  }

  /** Looks at the next frame's luma, one value 0–255 a cell, row by row. */
  update(luma: Float32Array, ptsSec: number): Motion {
    const elapsedSec = ptsSec - this.#lastPtsSec;
    this.#lastPtsSec = ptsSec;
    if (!(elapsedSec > 0 && elapsedSec < maxGapSec)) {
      this.#adopt(luma, ptsSec);
      return { ratio: 0, regions: [] };
    }
    const light = fitLight(luma, this.#mean);
    const ratio = this.#mark(luma, light);
    if (ratio > globalRatio || ptsSec < this.#settleUntilSec) {
      if (ratio > globalRatio) this.#settleUntilSec = ptsSec + settleSec;
      this.#mean.set(luma);
      return { ratio: 0, regions: [] };
    }
    this.#learn(luma, light, elapsedSec);
    const regions = movingRegions(this.#moving, this.#residual, this.#grid);
    const cells = regions.reduce((sum, region) => sum + region.cells, 0);
    return { ratio: cells / luma.length, regions };
  }

  #adopt(luma: Float32Array, ptsSec: number): void {
    this.#mean.set(luma);
    this.#variance.fill(0);
    this.#settleUntilSec = ptsSec + settleSec;
  }

  /** Smallest change that counts, in luma levels: 16 at sensitivity 0, 3 at 1. */
  #minLevels(): number {
    return 16 - 13 * this.sensitivity;
  }

  /** Marks the moving cells and writes by how many thresholds each exceeds; returns their fraction. */
  #mark(luma: Float32Array, light: Light): number {
    const minLevels = this.#minLevels();
    const spreads = 6 - 3 * this.sensitivity;
    let count = 0;
    for (let i = 0; i < luma.length; i += 1) {
      const expected = light.gain * this.#mean[i]! + light.offset;
      const difference = Math.abs(luma[i]! - pixelLevel(expected));
      const threshold = Math.max(minLevels, spreads * Math.sqrt(this.#variance[i]!));
      const isMoving = difference > threshold;
      this.#moving[i] = isMoving ? 1 : 0;
      this.#residual[i] = difference / threshold;
      if (isMoving) count += 1;
    }
    return count / luma.length;
  }

  #learn(luma: Float32Array, light: Light, elapsedSec: number): void {
    const background = 1 - Math.exp(-elapsedSec / backgroundSec);
    const foreground = 1 - Math.exp(-elapsedSec / foregroundSec);
    const spread = 1 - Math.exp(-elapsedSec / spreadSec);
    for (let i = 0; i < luma.length; i += 1) {
      const expected = light.gain * this.#mean[i]! + light.offset;
      const difference = luma[i]! - expected;
      const rate = this.#moving[i] === 1 ? foreground : background;
      // The light is taken over at once, the rest at the cell's rate.
      this.#mean[i] = expected + rate * difference;
      const clipped = Math.min(maxSpreadLevels, Math.abs(difference));
      const spreadRate = this.#moving[i] === 1 ? spread / 4 : spread;
      this.#variance[i]! += spreadRate * (clipped * clipped - this.#variance[i]!);
    }
  }
}

/** A level as a picture shows it. */
function pixelLevel(level: number): number {
  return level < 0 ? 0 : level > 255 ? 255 : level;
}

/** The boxes of regions, largest first. */
export function boxesOf(motion: Motion): BoxNorm[] {
  return motion.regions.map((region) => region.boxNorm);
}
