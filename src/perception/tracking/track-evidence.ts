import { motionLabel } from "../core/track.ts";
import type { Detection } from "../core/vision-port.ts";

/** Hits that confirm mere motion, which has no score to speak of. */
const motionHits = 3;
/**
 * Evidence that confirms a detected thing, in units of the score that starts a track: the sum of its scores,
 * and the best of them.
 */
const confirmingSum = 4;
const confirmingBest = 1.375;
/** The best score where the picture shows what it showed before: nobody came there. */
const confirmingFamiliarBest = 1.75;
/** Mean correlation with the background from which a place is familiar. A new thing in the clips has at most 0.82. */
const familiarCorrelation = 0.85;
/** Two detections of this score are enough, however high that threshold is. */
const sureBest = 0.8;
const sureSum = 2 * sureBest;

/** Collects what speaks for a track being a real thing. Belongs to its track. */
export class TrackEvidence {
  #hits = 0;
  #scoreSum = 0;
  #bestScore = 0;
  #correlationSum = 0;
  #correlations = 0;

  /** Counts a detection of the track. */
  add({ score, backgroundCorrelation }: Detection): void {
    this.#hits += 1;
    this.#scoreSum += score;
    this.#bestScore = Math.max(this.#bestScore, score);
    if (backgroundCorrelation === undefined) return;
    this.#correlationSum += backgroundCorrelation;
    this.#correlations += 1;
  }

  /**
   * True with two detections, more while their scores are near `minScore` (the score that starts a track), and
   * a higher best score where the picture looks as before; for mere motion three.
   */
  isEnough(label: string, minScore: number): boolean {
    if (label === motionLabel) return this.#hits >= motionHits;
    const best = this.#isFamiliar() ? confirmingFamiliarBest : confirmingBest;
    return (
      this.#hits >= 2 &&
      this.#scoreSum >= Math.min(confirmingSum * minScore, sureSum) &&
      this.#bestScore >= Math.min(best * minScore, sureBest)
    );
  }

  #isFamiliar(): boolean {
    return (
      this.#correlations > 0 && this.#correlationSum / this.#correlations >= familiarCorrelation
    );
  }
}
