import { fileURLToPath } from "node:url";
import { Durations } from "./durations.ts";

/**
 * The test pattern: 640×360 at 15 frames per second, 148 frames in a loop. On even gray a bright
 * square appears every 37 frames, moves for 18 and disappears; each time in another quarter of the
 * picture, so that the place of an event identifies its square. 37 is not a multiple of the frames
 * between two analyses at the usual rates, so squares appear at every phase of them. Made by
 * `scripts/latency-pattern.sh`.
 */
export const patternFile = fileURLToPath(new URL("pattern.mp4", import.meta.url));

const loopFrames = 148;
const squareEvery = 37;
const firstSquare = 19;

/** The zones of the pattern, in the order of its squares. */
export const quarters = ["top_left", "top_right", "bottom_left", "bottom_right"] as const;

/** Matches the squares of the pattern with their events. */
export class PatternSquares {
  readonly durations = new Durations();
  /** Monotonic time at which the square of a quarter appeared, until its event. */
  readonly #untold = new Map<string, number>();
  #drawn = 0;
  #missed = 0;

  /** Number of squares shown. */
  get drawn(): number {
    return this.#drawn;
  }

  /** Number of squares without an event before the next square of their quarter. */
  get missed(): number {
    return this.#missed;
  }

  /** True after the second square: earlier events do not count. */
  get isWarm(): boolean {
    return this.#drawn > 0;
  }

  /** Frame `n` of an endless loop was due at `dueMs`, monotonic. Skips the first square. */
  onFrame(n: number, dueMs: number): void {
    if (n < squareEvery) return;
    const into = (n % loopFrames) - firstSquare;
    if (into < 0 || into % squareEvery !== 0) return;
    const quarter = quarters[into / squareEvery]!;
    if (this.#untold.has(quarter)) this.#missed += 1;
    this.#untold.set(quarter, dueMs);
    this.#drawn += 1;
  }

  /**
   * An event of this zone was durable at `atMs`, monotonic; skips a second one of the same square.
   */
  onEvent(zone: string, atMs: number): void {
    const dueMs = this.#untold.get(zone);
    if (dueMs === undefined) return;
    this.#untold.delete(zone);
    this.durations.add(atMs - dueMs);
  }
}
