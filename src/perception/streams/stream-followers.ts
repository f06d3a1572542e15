import type { StreamRunner } from "./stream-runner.ts";

/** A live viewer of a running stream. */
export interface StreamFollower {
  /** True when it shows the camera's own video, which masks do not cover. */
  seesOwnVideo: boolean;
  onEnd(): void;
}

/** The live viewers of running streams; calls their `onEnd` when the stream ends. */
export class StreamFollowers {
  readonly #followers = new WeakMap<StreamRunner, Set<StreamFollower>>();

  /** Adds a follower; returns the function that removes it. */
  add(runner: StreamRunner, follower: StreamFollower): () => void {
    const followers = this.#of(runner);
    followers.add(follower);
    return () => void followers.delete(follower);
  }

  /** Ends the viewers of the camera's own video, because a mask now hides part of it. */
  endOwnVideo(runner: StreamRunner): void {
    for (const follower of this.#of(runner)) if (follower.seesOwnVideo) follower.onEnd();
  }

  #of(runner: StreamRunner): Set<StreamFollower> {
    const known = this.#followers.get(runner);
    if (known) return known;
    const followers = new Set<StreamFollower>();
    this.#followers.set(runner, followers);
    void runner.stopped.then(() => {
      for (const follower of followers) follower.onEnd();
    });
    return followers;
  }
}
