/** One moment of a video: on its time line in seconds, and in Unix milliseconds. */
export interface Moment {
  atSec: number;
  wallMs: number;
}

/** Puts the media times of a camera's connections, one after the other, on one time line of seconds. */
export class TimeLine {
  #origin: { ptsSec: number; atSec: number } | undefined;
  #newest: Moment | undefined;

  /** The newest frame; undefined before the first. */
  get newest(): Moment | undefined {
    return this.#newest;
  }

  /** The next frame is the first of another connection: the wall time that passed says where it is. */
  beginConnection(): void {
    this.#origin = undefined;
  }

  /** Takes the next frame of video. */
  push({ ptsSec, wallMs }: { ptsSec: number; wallMs: number }): Moment {
    const last = this.#newest;
    const sinceMs = last ? Math.max(1, wallMs - last.wallMs) : 0;
    this.#origin ??= { ptsSec, atSec: (last?.atSec ?? 0) + sinceMs / 1000 };
    this.#newest = { atSec: this.at(ptsSec), wallMs };
    return this.#newest;
  }

  /** Returns the place of a media time of the connection; call it after its first frame. */
  at(ptsSec: number): number {
    const { ptsSec: startSec, atSec } = this.#origin!;
    return atSec + ptsSec - startSec;
  }
}

/** One track's RTP times on a time line, from a random start (RFC 3550 5.1). */
export class RtpTimes {
  readonly #rate: number;
  readonly #start: number;

  /** `rate`: ticks in a second. */
  constructor(rate: number, start: number) {
    this.#rate = rate;
    this.#start = start;
  }

  /** Returns the RTP time of a place on the time line. */
  of(atSec: number): number {
    return (this.#start + Math.round(atSec * this.#rate)) >>> 0;
  }
}
