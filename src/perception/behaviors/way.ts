import type { PointNorm } from "../../contract/geometry.ts";

/** The speed is judged over this much time, which is longer than any shake of a box. */
const WINDOW_SEC = 1;
/** And over at least this share of it, and this many looks; below that, nothing is said. */
const MIN_WINDOW_SEC = 0.5;
const MIN_SIGHTS = 3;
/** Sights kept of one track; at 30 frames a second older ones are thinned out. */
const MAX_SIGHTS = 16;
/** A way whose points lie further off a steady pace than this share of it is a jump of the box. */
const MAX_UNSTEADY = 0.12;

interface Sight {
  tSec: number;
  at: PointNorm;
}

/** A steady pace: units of the given points per second. */
export interface Pace {
  perSec: number;
  /** Start of the window that the pace is of. */
  fromSec: number;
}

/** How fast one thing goes, by a straight line through where it was in the newest second. */
export class Way {
  #sights: Sight[] = [];

  /** Notes a place, in any unit; answers with the pace, or null while nothing can be said. */
  go(tSec: number, at: PointNorm): Pace | null {
    this.#sights = this.#sights.filter((sight) => tSec - sight.tSec <= WINDOW_SEC + 1e-6);
    const newest = this.#sights.at(-1);
    if (!newest || tSec - newest.tSec >= WINDOW_SEC / MAX_SIGHTS) this.#sights.push({ tSec, at });
    const from = this.#sights[0]!;
    if (this.#sights.length < MIN_SIGHTS || tSec - from.tSec < MIN_WINDOW_SEC - 1e-6) return null;
    const perSec = steadyPace(this.#sights);
    return perSec === null ? null : { perSec, fromSec: from.tSec };
  }
}

/** Least squares in time for each coordinate; null when the points do not follow it. */
function steadyPace(sights: readonly Sight[]): number | null {
  const n = sights.length;
  const mean = (of: (sight: Sight) => number): number =>
    sights.reduce((sum, sight) => sum + of(sight), 0) / n;
  const tMean = mean((one) => one.tSec);
  const [xMean, yMean] = [mean((one) => one.at[0]), mean((one) => one.at[1])];
  const tVariance = mean((one) => (one.tSec - tMean) ** 2);
  const vx = mean((one) => (one.tSec - tMean) * (one.at[0] - xMean)) / tVariance;
  const vy = mean((one) => (one.tSec - tMean) * (one.at[1] - yMean)) / tVariance;
  const off = mean(({ tSec, at }) => {
    const t = tSec - tMean;
    return (at[0] - xMean - vx * t) ** 2 + (at[1] - yMean - vy * t) ** 2;
  });
  const perSec = Math.hypot(vx, vy);
  const way = perSec * (sights.at(-1)!.tSec - sights[0]!.tSec);
  return Math.sqrt(off) > MAX_UNSTEADY * way ? null : perSec;
}
