/** Time limits for a silent source; see `docs/cameras/cameras.md`. */
const stallLimits = {
  /** From the start of a connection to its first picture. */
  firstPictureMs: 20_000,
  minMs: 2000,
  /** Upper limit, whatever the camera's GOP. */
  maxMs: 30_000,
  gops: 3,
} as const;

/** Most that one check counts: while the box itself is held up, frames lie unread. */
const maxCountedMs = 500;

/**
 * Detects a live source that has been silent for too long: max(2 s, 3 GOP), at most 30 s. Only time in
 * which this process ran counts.
 */
export class StallWatch {
  #silentMs = 0;
  #checkedMs = 0;
  #lastKeySec: number | undefined;
  #gopSec = 0;
  #hasPicture = false;

  /** Starts a connection; the length of the camera's GOP is remembered. */
  begin(nowMs: number): void {
    this.#silentMs = 0;
    this.#checkedMs = nowMs;
    this.#lastKeySec = undefined;
    this.#hasPicture = false;
  }

  note(frame: { key: boolean; ptsSec: number }, nowMs: number): void {
    this.#silentMs = 0;
    this.#checkedMs = nowMs;
    this.#hasPicture = true;
    if (!frame.key) return;
    const gopSec = this.#lastKeySec === undefined ? 0 : frame.ptsSec - this.#lastKeySec;
    if (gopSec > 0) this.#gopSec = gopSec;
    this.#lastKeySec = frame.ptsSec;
  }

  /** Returns the silence that is allowed now, in milliseconds. */
  limitMs(): number {
    if (!this.#hasPicture) return stallLimits.firstPictureMs;
    const gopsMs = stallLimits.gops * this.#gopSec * 1000;
    return Math.min(stallLimits.maxMs, Math.max(stallLimits.minMs, gopsMs));
  }

  /** Counts the time since the last check; true once the silence is too long. Call about every 250 ms. */
  check(nowMs: number): boolean {
    this.#silentMs += Math.min(maxCountedMs, nowMs - this.#checkedMs);
    this.#checkedMs = nowMs;
    return this.#silentMs > this.limitMs();
  }
}
