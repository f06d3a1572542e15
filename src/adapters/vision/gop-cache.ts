import type { Fragment, InitSegment } from "../../cameras/source.ts";

/** The input that a new decoder starts with: a header and the fragments from a key frame on. */
export interface DecoderStart {
  init: InitSegment;
  fragments: readonly Fragment[];
}

/**
 * The fragments that a new decoder needs to go on where the last one was: from the newest key
 * frame, or with `keepFrom` from the key frame at or before that time. Beyond the bound it forgets
 * everything up to the next key frame: the new decoder then starts there.
 */
export class GopCache {
  readonly #maxBytes: number;
  #init: InitSegment | undefined;
  #fragments: Fragment[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Starts a new generation. */
  reset(init: InitSegment): void {
    this.#init = init;
    this.#fragments = [];
    this.#bytes = 0;
  }

  /**
   * Adds the next fragment. A key frame makes older ones superfluous, except those that reach back
   * to `keepFromSec`.
   */
  append(fragment: Fragment, keepFromSec = Number.POSITIVE_INFINITY): void {
    if (fragment.generation !== this.#init?.generation) return;
    if (fragment.key) this.#forgetBefore(Math.min(keepFromSec, fragment.ptsSec), fragment);
    else if (this.#fragments.length === 0) return;
    this.#fragments.push(fragment);
    this.#bytes += fragment.bytes.length;
    if (this.#bytes > this.#maxBytes) {
      this.#fragments = [];
      this.#bytes = 0;
    }
  }

  /** Returns the input that a decoder can start with now; no fragments when none are held. */
  start(): DecoderStart | undefined {
    return this.#init && { init: this.#init, fragments: this.#fragments };
  }

  /** Drops what lies before the last key frame at or before `sec`; `next` counts as one. */
  #forgetBefore(sec: number, next: Fragment): void {
    if (next.ptsSec <= sec) {
      this.#fragments = [];
      this.#bytes = 0;
      return;
    }
    const first = this.#fragments.findLastIndex((one) => one.key && one.ptsSec <= sec);
    for (const gone of this.#fragments.splice(0, Math.max(0, first))) {
      this.#bytes -= gone.bytes.length;
    }
  }
}
