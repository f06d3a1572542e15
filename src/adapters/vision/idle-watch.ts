import type { Fragment } from "../../cameras/source.ts";
import type { FrameResult } from "../../perception/core/vision-port.ts";

/** Seconds of media time without motion after which a scene is idle. */
const quietSec = 10;
/** Longest distance of key frames with which a scene may idle: it is also the longest sleep. */
const maxGopSec = 4;
/** Key frames closer together than this are not all decoded: of some cameras every frame is one. */
const minLookSec = 1;

/**
 * Says when a quiet scene is decoded at its key frames only, and when to wake. It falls asleep at a
 * key frame, and wakes with the first one that moves, when the stream's owner forbids it, or when
 * the camera's key frames come further apart than four seconds.
 */
export class IdleWatch {
  #lastKeySec: number | undefined;
  #gopSec: number | undefined;
  #movedSec: number | undefined;
  #takenSec = Number.NEGATIVE_INFINITY;
  #isTired = false;
  #isIdle = false;

  /** Distance of the key frames that alone are decoded now; null while every frame is. */
  get idleGopSec(): number | null {
    return this.#isIdle ? Math.max(minLookSec, this.#gopSec!) : null;
  }

  /** Time of the newest key frame that the decoder got while idle. */
  get takenSec(): number {
    return this.#takenSec;
  }

  /** Another connection or decoder: awake, and nothing is known of the scene. */
  reset(): void {
    this.#lastKeySec = undefined;
    this.#gopSec = undefined;
    this.#movedSec = undefined;
    this.#takenSec = Number.NEGATIVE_INFINITY;
    this.#isTired = false;
    this.#isIdle = false;
  }

  /** Something happens before the camera: the scene counts as moving now. True if it was idle. */
  wake(): boolean {
    const wasIdle = this.#isIdle;
    this.#movedSec = undefined;
    this.#isTired = false;
    this.#isIdle = false;
    return wasIdle;
  }

  /** True when the decoder is to get the next fragment of the camera. */
  takes({ key, ptsSec }: Pick<Fragment, "key" | "ptsSec">): boolean {
    if (!key) {
      const isLate = ptsSec - (this.#lastKeySec ?? ptsSec) > maxGopSec;
      if (isLate) this.#isTired = false;
      return !this.#isIdle || isLate;
    }
    if (this.#lastKeySec !== undefined) this.#gopSec = ptsSec - this.#lastKeySec;
    this.#lastKeySec = ptsSec;
    const isShort = this.#gopSec !== undefined && this.#gopSec > 0 && this.#gopSec <= maxGopSec;
    const wasIdle = this.#isIdle;
    this.#isIdle = this.#isTired && isShort;
    if (wasIdle && this.#isIdle && ptsSec - this.#takenSec < minLookSec) return false;
    this.#takenSec = ptsSec;
    return true;
  }

  /** Takes what became of a frame; true when the scene wakes now, in the middle of its pictures. */
  onResult({ detected, ptsSec }: Pick<FrameResult, "detected" | "ptsSec">, may: boolean): boolean {
    if (detected || !may || this.#movedSec === undefined) this.#movedSec = ptsSec;
    this.#isTired = ptsSec - this.#movedSec >= quietSec;
    if (this.#isTired || !this.#isIdle) return false;
    this.#isIdle = false;
    return true;
  }
}
