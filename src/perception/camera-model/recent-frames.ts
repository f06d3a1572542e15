/** Frames remembered: a camera's analysis is a few seconds late at most. */
const maxFrames = 300;
/** A time further than this from every frame belongs to none. */
const farSec = 1;

/** The times of the newest frames of one run of video. */
export class RecentFrames {
  #ptsSecs: number[] = [];
  #newestSec = Number.NEGATIVE_INFINITY;

  /** Forgets all frames: another run begins. */
  clear(): void {
    this.#ptsSecs = [];
    this.#newestSec = Number.NEGATIVE_INFINITY;
  }

  note(ptsSec: number): void {
    this.#ptsSecs.push(ptsSec);
    this.#newestSec = Math.max(this.#newestSec, ptsSec);
    if (this.#ptsSecs.length > maxFrames) this.#ptsSecs.shift();
  }

  /** True once a frame of this time or a later one has come. */
  hasReached(mediaSec: number): boolean {
    return mediaSec <= this.#newestSec;
  }

  /** Returns the time of the frame nearest to `mediaSec`; undefined where none is near. */
  nearest(mediaSec: number): number | undefined {
    let best: number | undefined;
    for (const ptsSec of this.#ptsSecs) {
      const isNearer =
        best === undefined || Math.abs(ptsSec - mediaSec) < Math.abs(best - mediaSec);
      if (isNearer) best = ptsSec;
    }
    return best !== undefined && Math.abs(best - mediaSec) <= farSec ? best : undefined;
  }
}
