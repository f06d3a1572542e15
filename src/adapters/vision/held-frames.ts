import type { Fragment } from "../../cameras/source.ts";

/** Most that is held back: beyond it waiting saves nothing. */
const maxFrames = 16;
const maxFrameBytes = 65_536;

/**
 * Delays the frames of a stream that only later frames need. A decoder returns a picture for the first frame
 * of each period of `1/fps`; the frames before it can be sent together with it, which wakes three processes
 * less often. Reordered frames are not delayed, because the decoder returns a picture only after later
 * frames.
 */
export class HeldFrames {
  readonly #held: Fragment[] = [];
  #bytes = 0;
  #lastPtsSec = Number.NEGATIVE_INFINITY;
  #period = Number.NaN;
  #isReordered = false;

  /** Drops the delayed frames: another decoder, or another run of fragments. */
  reset(): void {
    this.take();
    this.#lastPtsSec = Number.NEGATIVE_INFINITY;
    this.#period = Number.NaN;
    this.#isReordered = false;
  }

  /** Takes the next frame and returns those for the decoder now, in order. */
  add(fragment: Fragment, fps: number): readonly Fragment[] {
    this.#held.push(fragment);
    this.#bytes += fragment.bytes.length;
    this.#isReordered ||= fragment.ptsSec < this.#lastPtsSec;
    this.#lastPtsSec = fragment.ptsSec;
    // The same rule as the decoder's own choice (`decoder-args.ts`).
    const period = Math.floor(fragment.ptsSec * fps + 0.001);
    const isChosen = !(period <= this.#period);
    if (isChosen) this.#period = period;
    const isFull = this.#held.length >= maxFrames || this.#bytes >= maxFrameBytes;
    return isChosen || isFull || this.#isReordered ? this.take() : [];
  }

  /** Returns the delayed frames. */
  take(): readonly Fragment[] {
    this.#bytes = 0;
    return this.#held.splice(0);
  }
}
