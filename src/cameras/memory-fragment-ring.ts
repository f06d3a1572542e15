import type { FragmentRing, GopSlice } from "./camera.ts";
import { type Fragment, type InitSegment, sizeOf } from "./source.ts";

/** The bounds of a ring. */
export interface RingLimits {
  /** Seconds of media that stay available; default 10. */
  seconds: number;
  /** Most bytes of fragments held; default 32 MiB. */
  bytes: number;
}

/** The ring's default size. */
const defaultRingLimits: RingLimits = { seconds: 10, bytes: 32 * 1024 * 1024 };

/** The fragments that a ring holds and has dropped, counted. */
export interface RingStats {
  bytes: number;
  fragments: number;
  /** Fragments dropped for newer ones. */
  evicted: number;
  /** Fragments that the ring refused: before the first key frame, or of a GOP beyond the limit. */
  refused: number;
}

interface Gop {
  init: InitSegment;
  startWallMs: number;
  fragments: Fragment[];
  bytes: number;
}

/** Frames whose times differ by less than this are the same frame (times are rounded to 1/90 000). */
const sameFrameSec = 0.001;

/**
 * The last seconds of a source, in GOPs: the ring always starts at a key frame and drops its oldest GOP
 * as a whole once the rest covers `seconds`, or at once when `bytes` is exceeded. The newest GOP
 * stays whatever its length, as long as it fits `bytes` alone.
 */
export class MemoryFragmentRing implements FragmentRing {
  readonly #limits: RingLimits;
  #init: InitSegment | undefined;
  #gops: Gop[] = [];
  #bytes = 0;
  #evicted = 0;
  #refused = 0;

  constructor(limits: Partial<RingLimits> = {}) {
    this.#limits = { ...defaultRingLimits, ...limits };
  }

  /** Starts a new generation; fragments of older ones stay until they are too old. */
  begin(init: InitSegment): void {
    this.#init = init;
  }

  /** Keeps `fragment`, which is of the newest generation and follows the one before. */
  push(fragment: Fragment): void {
    const newest = this.#gops.at(-1);
    const isOrphan = newest?.init.generation !== fragment.generation && !fragment.key;
    if (this.#init === undefined || isOrphan) {
      this.#refused += 1;
      return;
    }
    let gop = newest;
    if (fragment.key || gop === undefined) {
      gop = { init: this.#init, startWallMs: fragment.wallMs, fragments: [], bytes: 0 };
      this.#gops.push(gop);
    }
    gop.fragments.push(fragment);
    const size = sizeOf(fragment);
    gop.bytes += size;
    this.#bytes += size;
    this.#makeRoom(fragment.wallMs);
  }

  init(): InitSegment | undefined {
    return this.#init;
  }

  gopAt(generation: number, ptsSec: number): GopSlice | undefined {
    const index = this.#gops.findLastIndex(
      (each) =>
        each.init.generation === generation && each.fragments[0]!.ptsSec <= ptsSec + sameFrameSec,
    );
    const gop = this.#gops[index];
    if (gop === undefined) return undefined;
    let last = 0;
    for (const [at, each] of gop.fragments.entries()) {
      const isCloser = each.ptsSec > gop.fragments[last]!.ptsSec;
      if (isCloser && each.ptsSec <= ptsSec + sameFrameSec) last = at;
    }
    const frame = gop.fragments[last]!;
    const isNewest = index === this.#gops.length - 1 && last === newestIndex(gop.fragments);
    const endSec = frame.ptsSec + Math.max(frame.durationSec, sameFrameSec);
    if (isNewest && ptsSec > endSec) return undefined;
    return { init: gop.init, fragments: gop.fragments.slice(0, last + 1) };
  }

  latestGop(): GopSlice | undefined {
    const gop = this.#gops.at(-1);
    return gop && { init: gop.init, fragments: gop.fragments.slice() };
  }

  /** Returns every GOP that reaches into the time from `wallMs` (Unix milliseconds) on, oldest first. */
  since(wallMs: number): GopSlice[] {
    const first = this.#gops.findLastIndex((gop) => gop.startWallMs <= wallMs);
    return this.#gops
      .slice(Math.max(0, first))
      .map(({ init, fragments }) => ({ init, fragments: fragments.slice() }));
  }

  /** Drops all fragments. */
  clear(): void {
    this.#gops = [];
    this.#bytes = 0;
  }

  stats(): RingStats {
    const fragments = this.#gops.reduce((sum, gop) => sum + gop.fragments.length, 0);
    return { bytes: this.#bytes, fragments, evicted: this.#evicted, refused: this.#refused };
  }

  #makeRoom(nowWallMs: number): void {
    const isSpare = (): boolean => {
      const next = this.#gops[1];
      if (next === undefined) return false;
      return (
        this.#bytes > this.#limits.bytes ||
        nowWallMs - next.startWallMs >= this.#limits.seconds * 1000
      );
    };
    while (isSpare()) this.#evicted += this.#dropOldest();
    // A single GOP beyond the limit is useless: a decoder cannot start in its tail.
    if (this.#bytes > this.#limits.bytes) this.#refused += this.#dropOldest();
  }

  #dropOldest(): number {
    const gop = this.#gops.shift()!;
    this.#bytes -= gop.bytes;
    return gop.fragments.length;
  }
}

/** Returns the index of the frame that is shown last; with B-frames that is not the last one sent. */
function newestIndex(fragments: readonly Fragment[]): number {
  let newest = 0;
  for (const [at, each] of fragments.entries()) {
    if (each.ptsSec > fragments[newest]!.ptsSec) newest = at;
  }
  return newest;
}
