import type { SegmentClass, SignalSegment, StepModel } from "./signal-models.ts";

/** Consecutive steps of one class; `to` is the first step after them. */
export interface StepRun {
  /** Number of the class. */
  label: number;
  from: number;
  to: number;
  /** Mean score of the class in the steps that belong to it, 0–1. */
  confidence: number;
}

/** The rules for joining steps; see `StepModel`. */
export interface RunRules extends Pick<StepModel, "threshold"> {
  /** Number of the background class; -1 for none. */
  background: number;
  joinSteps: number;
  minSteps: number;
}

/** Scores of the time steps of one stretch: the mean of overlapping windows. */
export class StepScores {
  readonly #steps: number;
  readonly #classes: number;
  /** Scores of each class, step after step. */
  readonly #sums: Float32Array;
  readonly #counts: Uint16Array;

  constructor(steps: number, classes: number) {
    this.#steps = steps;
    this.#classes = classes;
    this.#sums = new Float32Array(steps * classes);
    this.#counts = new Uint16Array(steps);
  }

  /** Adds a window's scores, `[classes, steps]`; the window begins at step `from`. */
  add(from: number, scores: Float32Array): void {
    const inWindow = scores.length / this.#classes;
    const count = Math.min(inWindow, this.#steps - from);
    for (let step = 0; step < count; step += 1) {
      this.#counts[from + step]! += 1;
      for (let label = 0; label < this.#classes; label += 1) {
        this.#sums[(from + step) * this.#classes + label]! += scores[label * inWindow + step]!;
      }
    }
  }

  /** Steps covered by a window. */
  covered(): number {
    return this.#counts.reduce((sum, count) => sum + Math.min(1, count), 0);
  }

  /** The highest mean score of a class in any step. */
  highest(label: number): number {
    let highest = 0;
    for (let step = 0; step < this.#steps; step += 1) {
      highest = Math.max(highest, this.#mean(step, label));
    }
    return highest;
  }

  /**
   * Returns the runs: a step belongs to the class of its highest score, if that reaches the threshold. Two
   * runs of a class with at most `joinSteps` of background between them are one.
   */
  *runs(rules: RunRules): Generator<StepRun> {
    let last: (StepRun & { sum: number; of: number }) | undefined;
    const isLong = ({ from, to }: StepRun): boolean => to - from >= rules.minSteps;
    for (let step = 0; step < this.#steps; step += 1) {
      const label = this.#labelOf(step, rules);
      if (label < 0) continue;
      if (last?.label !== label || step - last.to > rules.joinSteps) {
        if (last && isLong(last)) yield last;
        last = { label, from: step, to: step, confidence: 0, sum: 0, of: 0 };
      }
      last.to = step + 1;
      last.sum += this.#mean(step, label);
      last.of += 1;
      last.confidence = last.sum / last.of;
    }
    if (last && isLong(last)) yield last;
  }

  #mean(step: number, label: number): number {
    return this.#sums[step * this.#classes + label]! / Math.max(1, this.#counts[step]!);
  }

  #labelOf(step: number, { threshold, background }: RunRules): number {
    let best = 0;
    for (let label = 1; label < this.#classes; label += 1) {
      if (this.#mean(step, label) > this.#mean(step, best)) best = label;
    }
    const isIt =
      this.#counts[step]! > 0 && best !== background && this.#mean(step, best) >= threshold;
    return isIt ? best : -1;
  }
}

/** Segments kept; beyond it the most certain ones stay. */
const maxSegments = 500;

/** Collects segments in bounded memory, with totals of all of them. */
export class SegmentList {
  readonly #figures: Omit<SegmentClass, "seconds" | "highestScore">[];
  #segments: SignalSegment[] = [];
  #count = 0;

  constructor(classes: readonly string[]) {
    this.#figures = classes.map((label) => ({ label, segments: 0, longest: null }));
  }

  /** Adds a segment of the class with that number. */
  add(label: number, segment: SignalSegment): void {
    const figures = this.#figures[label]!;
    figures.segments += 1;
    if (!figures.longest || lengthOf(segment) > lengthOf(figures.longest)) {
      const { startSec, endSec, confidence } = segment;
      figures.longest = { startSec, endSec, confidence };
    }
    this.#count += 1;
    this.#segments.push(segment);
    if (this.#segments.length >= 4 * maxSegments) this.#cut();
  }

  /** Returns the number of a class's segments, and the longest. */
  figures(label: number): Omit<SegmentClass, "seconds" | "highestScore"> {
    return this.#figures[label]!;
  }

  /** Returns the most certain 500 in order of time, and the number of further ones. */
  finish(): { segments: readonly SignalSegment[]; leftOut: number } {
    this.#cut();
    const segments = this.#segments.toSorted(
      (a, b) => a.startSec - b.startSec || (a.channel ?? "").localeCompare(b.channel ?? "", "en"),
    );
    return { segments, leftOut: this.#count - segments.length };
  }

  #cut(): void {
    this.#segments = this.#segments
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, maxSegments);
  }
}

function lengthOf({ startSec, endSec }: Pick<SignalSegment, "startSec" | "endSec">): number {
  return endSec - startSec;
}
