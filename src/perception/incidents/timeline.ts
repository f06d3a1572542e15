import type { Fragment } from "../../cameras/source.ts";

/** Generations remembered: late frames of an older connection still find their time. */
const maxGenerations = 8;

interface Anchor {
  /** Seconds added to a PTS to get stream time; fixed for the life of a generation. */
  offsetSec: number;
  /** Unix milliseconds minus PTS in milliseconds, by the newest fragment. */
  wallOffsetMs: number;
}

/**
 * Turns the media time of each connection into one stream time that never goes back. Inside a generation stream
 * time is exactly the PTS; between two it follows the wall clock.
 */
export class Timeline {
  readonly #anchors = new Map<number, Anchor>();
  #lastSec = Number.NEGATIVE_INFINITY;

  /** Notes when `fragment` was taken; call for every fragment, in order. */
  note(fragment: Pick<Fragment, "generation" | "ptsSec" | "wallMs">): void {
    const wallOffsetMs = fragment.wallMs - fragment.ptsSec * 1000;
    const known = this.#anchors.get(fragment.generation);
    if (known) {
      known.wallOffsetMs = wallOffsetMs;
      return;
    }
    const offsetSec = Math.max(wallOffsetMs / 1000, this.#lastSec - fragment.ptsSec);
    this.#anchors.set(fragment.generation, { offsetSec, wallOffsetMs });
    if (this.#anchors.size > maxGenerations) {
      this.#anchors.delete(this.#anchors.keys().next().value!);
    }
  }

  /**
   * Returns stream time and wall time of a frame; null for a frame older than the last judged one, or of an
   * unknown connection.
   */
  moment(generation: number, ptsSec: number): { tSec: number; wallMs: number } | null {
    const anchor = this.#anchors.get(generation);
    if (!anchor) return null;
    const tSec = ptsSec + anchor.offsetSec;
    if (tSec <= this.#lastSec) return null;
    this.#lastSec = tSec;
    return { tSec, wallMs: ptsSec * 1000 + anchor.wallOffsetMs };
  }
}
