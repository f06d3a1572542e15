import type { Fragment } from "../../cameras/source.ts";

/** Most that is held back: beyond it waiting saves nothing. */
const maxFrames = 16;
const maxFrameBytes = 65_536;

/**
 * Holds back the frames of a stream that only those after them need. A decoder gives a picture for the first frame
 * of each period of `1/fps`; the frames before that one can reach it together with it, which wakes three processes
 * as many times less. Where frames come in another order than they are shown nothing is held back: the decoder
 * gives a picture only after later frames.
 */
export class HeldFrames {
  readonly #held: Fragment[] = [];
  #bytes = 0;
  #lastPtsSec = Number.NEGATIVE_INFINITY;
  #period = Number.NaN;
  #isReordered = false;

  /** Another decoder, or another run of fragments: what is held is forgotten. */
  reset(): void {
    this.take();
    this.#lastPtsSec = Number.NEGATIVE_INFINITY;
    this.#period = Number.NaN;
    this.#isReordered = false;
  }

  /** Takes the next frame and gives those that the decoder is to have now, in order. */
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

  /** Gives what is held. */
  take(): readonly Fragment[] {
    this.#bytes = 0;
    return this.#held.splice(0);
  }
}
