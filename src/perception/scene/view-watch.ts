import type { SceneGrid } from "../core/vision-port.ts";
import { blocksOf, measureView, type ViewMeasure, type ViewReference } from "./view-measure.ts";
import { findShift, type ViewShift } from "./view-shift.ts";

/** The state of a view; `blank`: it has too little structure for a judgement. */
export type ViewFault = "covered" | "defocused" | "moved";

/** A camera's view at one moment. */
export interface ViewState {
  state: "learning" | "usual" | "blank" | ViewFault;
  /** When the state began, in stream time; interruptions of less than a second do not count. */
  sinceSec: number;
  measure: ViewMeasure | null;
  /** True while the newest look differs from the state and has not lasted yet. */
  isDoubtful: boolean;
  /** The shift of a view that moved; null where it shows something else altogether. */
  shift: ViewShift | null;
}

/** The view as stored over restarts; bytes, row by row. */
export interface StoredView {
  columns: number;
  rows: number;
  basis: string;
  luma: Uint8Array;
  detail: Uint8Array;
}

/** The watch learns the usual view for this long before it judges. */
const learnSec = 8;
/** It then adapts slowly: light, seasons, dust. */
const followSec = 120;
/** Looks are this far apart at least. */
const periodSec = 0.15;
/** A shift is looked for at most this often: it costs some milliseconds. */
const shiftPeriodSec = 0.9;
/** Below this share of blocks with structure a view cannot be judged. */
const minUsable = 0.15;
/** With at least this share recognised the view is the usual one; below the other it is another one. */
const usualShare = 0.5;
const otherShare = 0.25;
/** This share of blocks without structure means a covered lens. */
const coveredShare = 0.6;
/** Sharpness below this, with the large shapes in place, is a lens out of focus. */
const maxDefocusedSharpness = 0.45;
const minShapeAgreement = 0.6;
/** A shift counts with this fit, this much better than without it, and this large. */
const minFit = 0.5;
const minGain = 0.2;
const minShift = 0.02;
/** Another view without a shift may be a lorry in front of the lens: it must last this much longer. */
const obstacleSec = 3;
/** And be calm: cells change by less than this many levels between looks. */
const calmLevels = 6;
/** A turned camera was meant to turn: after this long the new view becomes the usual one. */
const acceptSec = 600;
/** A state that is interrupted for less than this goes on. */
const holdSec = 1;

/**
 * Finds a camera that is covered, out of focus, or turned away from its usual view. It compares structure, so
 * that brightness does not matter. A camera turned on purpose gets a new usual view, unless its lens was
 * covered before.
 */
export class ViewWatch {
  #basis: string;
  readonly #luma: Float32Array;
  readonly #detail: Float32Array;
  readonly #shape: { columns: number; rows: number };
  readonly #blocks: readonly (readonly number[])[];
  #shift: { atSec: number; found: ViewShift } | null = null;
  #learntSec = 0;
  #lastSec = Number.NaN;
  #previous: Uint8Array | undefined;
  #state: ViewState;
  #doubt: { state: ViewState["state"]; sinceSec: number } | null = null;
  #isToldToTurn = false;

  /** Begins with the first grid, or where an earlier watch of the same camera stopped. */
  constructor(first: SceneGrid, storedView?: StoredView) {
    const { columns, rows } = first;
    this.#shape = { columns, rows };
    this.#blocks = blocksOf(this.#shape);
    const isKept = storedView?.columns === columns && storedView.rows === rows;
    const from = isKept ? storedView : first;
    this.#basis = from.basis;
    this.#luma = Float32Array.from(from.luma);
    this.#detail = Float32Array.from(from.detail);
    if (isKept) this.#learntSec = learnSec;
    this.#state = { state: "learning", sinceSec: 0, measure: null, shift: null, isDoubtful: false };
  }

  /** The usual view, once it is learnt. */
  kept(): StoredView | undefined {
    if (this.#learntSec < learnSec) return undefined;
    const bytes = (values: Float32Array): Uint8Array =>
      Uint8Array.from(values, (value) => Math.max(0, Math.min(255, Math.round(value))));
    const { columns, rows } = this.#shape;
    const [luma, detail] = [bytes(this.#luma), bytes(this.#detail)];
    return { columns, rows, basis: this.#basis, luma, detail };
  }

  /** Takes the next grid of the same size; `isTurned` while the camera moves on purpose. */
  step(grid: SceneGrid, tSec: number, isTurned = false): ViewState {
    this.#isToldToTurn ||= isTurned;
    const elapsedSec = tSec - this.#lastSec;
    if (elapsedSec >= 0 && elapsedSec < periodSec) return this.#state;
    const stepSec = Number.isNaN(elapsedSec) ? periodSec : Math.min(2, elapsedSec);
    this.#lastSec = tSec;
    if (grid.basis !== this.#basis) this.#changeBasis(grid);
    if (this.#isToldToTurn && this.#state.state !== "covered") this.#beginAnew(grid, isTurned);
    if (this.#learntSec < learnSec) {
      this.#follow(grid, stepSec / Math.max(stepSec, Math.min(learnSec, this.#learntSec + 1)));
      this.#learntSec += stepSec;
      this.#state = {
        state: "learning",
        sinceSec: tSec,
        measure: null,
        shift: null,
        isDoubtful: false,
      };
    } else {
      this.#judge(grid, tSec, stepSec);
    }
    this.#previous = grid.luma;
    return this.#state;
  }

  /** Starts learning detail again after a change of the way it is measured. */
  #changeBasis(grid: SceneGrid): void {
    this.#basis = grid.basis;
    this.#detail.set(grid.detail);
    this.#learntSec = 0;
  }

  /** Makes the view at the end of a commanded movement the usual one. */
  #beginAnew(grid: SceneGrid, isTurned: boolean): void {
    this.#luma.set(grid.luma);
    this.#detail.set(grid.detail);
    this.#learntSec = 0;
    this.#doubt = null;
    this.#shift = null;
    this.#isToldToTurn = isTurned;
  }

  #judge(grid: SceneGrid, tSec: number, stepSec: number): void {
    const measure = measureView(grid, this.#usual(), this.#blocks);
    const { state, shift } = this.#verdict(grid, measure, tSec);
    this.#settle(state, tSec, { measure, shift });
    const isUsual = state === "usual" || state === "blank";
    if (isUsual) this.#follow(grid, 1 - Math.exp(-stepSec / followSec));
    const stands = this.#state.state === "moved" && tSec - this.#state.sinceSec > acceptSec;
    if (stands) this.#learntSec = 0;
  }

  #verdict(
    grid: SceneGrid,
    measure: ViewMeasure,
    tSec: number,
  ): { state: ViewState["state"]; shift: ViewShift | null } {
    const none = { shift: null };
    if (measure.usable < minUsable) return { state: "blank", ...none };
    const sameShapes = measure.likeness >= minShapeAgreement;
    if (sameShapes && measure.sharpness < maxDefocusedSharpness)
      return { state: "defocused", ...none };
    if (measure.agreeing >= usualShare) return { state: "usual", ...none };
    if (measure.emptied >= coveredShare) return { state: "covered", ...none };
    const shift = this.#findShift(grid, tSec);
    const isShift =
      shift.fit >= minFit &&
      shift.fit - shift.fitUnmoved >= minGain &&
      Math.hypot(shift.xNorm, shift.yNorm) >= minShift;
    if (isShift) return { state: "moved", shift };
    const isOther = measure.agreeing < otherShare && this.#isCalm(grid);
    return { state: isOther ? "moved" : "usual", ...none };
  }

  #usual(): ViewReference {
    return { ...this.#shape, luma: this.#luma, detail: this.#detail };
  }

  #findShift(grid: SceneGrid, tSec: number): ViewShift {
    if (!this.#shift || !(tSec - this.#shift.atSec < shiftPeriodSec)) {
      this.#shift = { atSec: tSec, found: findShift(grid, this.#usual()) };
    }
    return this.#shift.found;
  }

  #isCalm(grid: SceneGrid): boolean {
    const before = this.#previous;
    if (!before) return false;
    let sum = 0;
    for (let cell = 0; cell < before.length; cell += 1) {
      sum += Math.abs(before[cell]! - grid.luma[cell]!);
    }
    return sum / before.length < calmLevels;
  }

  /** A state begins with its first look, and an interruption must last to end it. */
  #settle(
    state: ViewState["state"],
    tSec: number,
    measurement: Pick<ViewState, "measure" | "shift">,
  ): void {
    if (state === this.#state.state || this.#state.state === "learning") {
      const sinceSec = this.#state.state === "learning" ? tSec : this.#state.sinceSec;
      this.#state = { state, sinceSec, ...measurement, isDoubtful: false };
      this.#doubt = null;
      return;
    }
    if (this.#doubt?.state !== state) this.#doubt = { state, sinceSec: tSec };
    const waitSec = state === "moved" && measurement.shift === null ? obstacleSec : holdSec;
    if (tSec - this.#doubt.sinceSec < waitSec) {
      this.#state = { ...this.#state, isDoubtful: true };
      return;
    }
    this.#state = { state, sinceSec: this.#doubt.sinceSec, ...measurement, isDoubtful: false };
    this.#doubt = null;
  }

  #follow(grid: SceneGrid, rate: number): void {
    for (let cell = 0; cell < grid.luma.length; cell += 1) {
      this.#luma[cell]! += rate * (grid.luma[cell]! - this.#luma[cell]!);
      this.#detail[cell]! += rate * (grid.detail[cell]! - this.#detail[cell]!);
    }
  }
}
