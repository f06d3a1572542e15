import { fitLight, type Light } from "../../base/geo/grid-light.ts";
import type { SceneGrid } from "../core/vision-port.ts";

/** Time constants in seconds of media time: of the reference, its fine structure, a candidate. */
const referenceSec = 30;
const candidateSec = 4;
const spreadSec = 20;
/** A cell this far from its reference, in luma levels, shows something else; more in a flickering cell. */
const minLevels = 12;
const spreadFactor = 4;
const maxSpreadLevels = 25;
/** Something seen for this long in a cell is there; people in front of it do not end it. */
const establishedSec = 1.5;
/** After the reference has reappeared for this long, the thing is gone. */
const goneSec = 1;
/** A thing hidden for longer than this no longer counts as there. */
const hiddenSec = 20;
/** A cell that shows its reference for more than this share of the time flickers. */
const maxFlicker = 0.3;
/** A simultaneous change of more of the picture than this comes from the light or the camera. */
const globalChangeShare = 0.3;
/** Nothing is learnt from a changed picture for this long; then it becomes a new scene. */
const globalChangeSec = 60;
/** After such a change the camera's exposure settles for this long. */
const settleSec = 2;
/** A momentary change moves the reference by at most this many levels. */
const maxPullLevels = 3;
/** A cell that showed its reference for this long is known; before, a longer-lasting level replaces it. */
const knownSec = 6;
/** The reference of a young watch adapts fast. */
const youngSec = 3;
/** Grids further apart than this are treated as unrelated. */
const maxStepSec = 5;

/**
 * Two memories of each cell: the reference (its usual level) and a candidate (a different level that has
 * lasted since a moment). Light that changes everywhere is fitted and applied to both; people who pass hide a
 * candidate without ending it.
 */
export class StaticCells {
  readonly reference: Float32Array;
  readonly referenceDetail: Float32Array;
  readonly candidate: Float32Array;
  readonly candidateDetail: Float32Array;
  /** When the candidate appeared; NaN without one. */
  readonly sinceSec: Float64Array;
  readonly #seenSec: Float64Array;
  readonly #supportSec: Float32Array;
  readonly #awaySec: Float32Array;
  readonly #backSec: Float32Array;
  readonly #variance: Float32Array;
  readonly #referenceSec: Float32Array;
  #settledSec = Number.NEGATIVE_INFINITY;
  #lastSec = Number.NaN;
  #watchedSec = 0;
  #globalSec = Number.NaN;

  constructor(first: SceneGrid) {
    const cells = first.luma.length;
    this.reference = Float32Array.from(first.luma);
    this.referenceDetail = Float32Array.from(first.detail);
    this.candidate = new Float32Array(cells);
    this.candidateDetail = new Float32Array(cells);
    this.sinceSec = new Float64Array(cells).fill(Number.NaN);
    this.#seenSec = new Float64Array(cells);
    this.#supportSec = new Float32Array(cells);
    this.#awaySec = new Float32Array(cells);
    this.#backSec = new Float32Array(cells);
    this.#variance = new Float32Array(cells).fill(4);
    this.#referenceSec = new Float32Array(cells);
  }

  /** True when something other than the reference is there to stay, seen or hidden now. */
  isEstablished(cell: number): boolean {
    return (
      this.#referenceSec[cell]! >= knownSec &&
      this.#supportSec[cell]! >= establishedSec &&
      !Number.isNaN(this.sinceSec[cell]!)
    );
  }

  /** Seconds for which a cell has shown its reference. */
  referenceSec(cell: number): number {
    return this.#referenceSec[cell]!;
  }

  /** Seconds for which a cell has shown its candidate. */
  candidateSec(cell: number): number {
    return this.#supportSec[cell]!;
  }

  /** Share of the cells that have shown their reference for at least `minSec`, 0–1. */
  knownShare(minSec: number): number {
    let known = 0;
    for (const sec of this.#referenceSec) if (sec >= minSec) known += 1;
    return known / this.#referenceSec.length;
  }

  /** True while the whole picture changes, so that nothing can be judged. */
  get isUnsettled(): boolean {
    return !Number.isNaN(this.#globalSec);
  }

  /** Takes the next grid; learns nothing of covered cells, which somebody hides. */
  step(grid: SceneGrid, tSec: number, isCovered: (cell: number) => boolean): void {
    const elapsedSec = Math.min(maxStepSec, Math.max(0, tSec - this.#lastSec)) || 0;
    this.#lastSec = tSec;
    const strangers = this.#applyLight(grid.luma);
    if (this.#isGlobal(strangers / grid.luma.length, tSec)) return;
    this.#watchedSec += elapsedSec;
    for (let cell = 0; cell < grid.luma.length; cell += 1) {
      if (isCovered(cell)) continue;
      this.#look(cell, { luma: grid.luma[cell]!, detail: grid.detail[cell]!, tSec, elapsedSec });
    }
  }

  /** Makes the present level of `cells` their reference: it belongs to the scene from now on. */
  absorb(cells: readonly number[]): void {
    for (const cell of cells) {
      this.reference[cell] = this.candidate[cell]!;
      this.referenceDetail[cell] = this.candidateDetail[cell]!;
      this.#referenceSec[cell] = this.#supportSec[cell]!;
      this.#drop(cell);
    }
  }

  /**
   * Adapts both memories to the present light, unless that explains too little of the picture; returns how
   * many cells show neither.
   */
  #applyLight(luma: Uint8Array): number {
    const light = fitLight(luma, this.reference);
    const strangers = this.#strangers(luma, light);
    if (strangers > globalChangeShare * luma.length) return strangers;
    for (let cell = 0; cell < luma.length; cell += 1) {
      this.reference[cell] = light.gain * this.reference[cell]! + light.offset;
      this.candidate[cell] = light.gain * this.candidate[cell]! + light.offset;
    }
    return strangers;
  }

  #strangers(luma: Uint8Array, { gain, offset }: Light): number {
    let strangers = 0;
    for (let cell = 0; cell < luma.length; cell += 1) {
      const limit = this.#levels(cell);
      const level = luma[cell]!;
      if (Math.abs(level - clip(gain * this.reference[cell]! + offset)) <= limit) continue;
      const hasCandidate = !Number.isNaN(this.sinceSec[cell]!);
      const isCandidate = Math.abs(level - clip(gain * this.candidate[cell]! + offset)) <= limit;
      if (!hasCandidate || !isCandidate) strangers += 1;
    }
    return strangers;
  }

  /** True while the picture changes as a whole; a lasting change becomes the reference. */
  #isGlobal(share: number, tSec: number): boolean {
    if (share <= globalChangeShare) {
      if (tSec - this.#settledSec < settleSec) return true;
      this.#globalSec = Number.NaN;
      return false;
    }
    this.#settledSec = tSec;
    if (Number.isNaN(this.#globalSec)) this.#globalSec = tSec;
    if (tSec - this.#globalSec < globalChangeSec) return true;
    this.sinceSec.fill(Number.NaN);
    this.#supportSec.fill(0);
    this.#referenceSec.fill(0);
    this.#settledSec = Number.NEGATIVE_INFINITY;
    this.#watchedSec = 0;
    this.#globalSec = Number.NaN;
    return false;
  }

  #levels(cell: number): number {
    return Math.max(minLevels, spreadFactor * Math.sqrt(this.#variance[cell]!));
  }

  #look(
    cell: number,
    now: { luma: number; detail: number; tSec: number; elapsedSec: number },
  ): void {
    const { luma, tSec, elapsedSec } = now;
    const limit = this.#levels(cell);
    const off = Math.abs(luma - clip(this.reference[cell]!));
    if (Number.isNaN(this.sinceSec[cell]!)) {
      const isYoung = this.#watchedSec < youngSec;
      if (off <= limit) this.#referenceSec[cell]! += elapsedSec;
      else if (isYoung) this.#referenceSec[cell] = 0;
      if (off <= limit || isYoung) this.#learn(cell, now);
      else this.#begin(cell, now);
      return;
    }
    const offCandidate = Math.abs(luma - clip(this.candidate[cell]!));
    const isApart = Math.abs(this.candidate[cell]! - this.reference[cell]!) > limit / 2;
    if (isApart && offCandidate <= limit && offCandidate <= off) {
      const rate = 1 - Math.exp(-elapsedSec / candidateSec);
      this.candidate[cell]! += rate * (luma - clip(this.candidate[cell]!));
      this.candidateDetail[cell]! += rate * (now.detail - this.candidateDetail[cell]!);
      this.#supportSec[cell]! += elapsedSec;
      this.#seenSec[cell] = tSec;
      this.#backSec[cell] = 0;
      const isKnown = this.#referenceSec[cell]! >= knownSec;
      if (!isKnown && this.#supportSec[cell]! > this.#referenceSec[cell]!) this.absorb([cell]);
      return;
    }
    if (off <= limit) this.#isBack(cell, elapsedSec);
    else if (!this.isEstablished(cell) || tSec - this.#seenSec[cell]! > hiddenSec) {
      this.#begin(cell, now);
    }
  }

  /** The reference shows again: at once or for a moment only. */
  #isBack(cell: number, elapsedSec: number): void {
    this.#backSec[cell]! += elapsedSec;
    this.#awaySec[cell]! += elapsedSec;
    const flickers = this.#awaySec[cell]! > maxFlicker * this.#supportSec[cell]! + goneSec;
    if (!this.isEstablished(cell) || this.#backSec[cell]! >= goneSec || flickers) this.#drop(cell);
  }

  #learn(cell: number, now: { luma: number; detail: number; elapsedSec: number }): void {
    const isYoung = this.#watchedSec < youngSec;
    const rate = 1 - Math.exp(-now.elapsedSec / (isYoung ? 1 : referenceSec));
    const off = Math.min(maxSpreadLevels, Math.abs(now.luma - this.reference[cell]!));
    const spreadRate = 1 - Math.exp(-now.elapsedSec / spreadSec);
    if (!isYoung) this.#variance[cell]! += spreadRate * (off * off - this.#variance[cell]!);
    const pull = now.luma - clip(this.reference[cell]!);
    const most = isYoung ? 255 : maxPullLevels;
    this.reference[cell]! += rate * Math.max(-most, Math.min(most, pull));
    this.referenceDetail[cell]! += rate * (now.detail - this.referenceDetail[cell]!);
  }

  #begin(cell: number, now: { luma: number; detail: number; tSec: number }): void {
    this.candidate[cell] = now.luma;
    this.candidateDetail[cell] = now.detail;
    this.sinceSec[cell] = now.tSec;
    this.#seenSec[cell] = now.tSec;
    this.#supportSec[cell] = 0;
    this.#awaySec[cell] = 0;
    this.#backSec[cell] = 0;
  }

  #drop(cell: number): void {
    this.sinceSec[cell] = Number.NaN;
    this.#supportSec[cell] = 0;
  }
}

/** Clamps a level to what a camera can show: in strong light the memory exceeds its range. */
function clip(level: number): number {
  return level < 0 ? 0 : level > 255 ? 255 : level;
}
