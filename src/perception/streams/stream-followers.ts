import type { StreamRunner } from "./stream-runner.ts";

/** Somebody who watches a running stream live. */
export interface Follower {
  /** Whether it sees the camera's own video, which no mask covers. */
  seesOwnVideo: boolean;
  onEnd(): void;
}

/** Who watches which running stream; they are told when it ends. */
export class StreamFollowers {
  readonly #followers = new WeakMap<StreamRunner, Set<Follower>>();

  /** Adds a follower; returns the way to leave. */
  add(runner: StreamRunner, follower: Follower): () => void {
    const followers = this.#of(runner);
    followers.add(follower);
    return () => void followers.delete(follower);
  }

  /** Who watches the camera's own video may not go on: something of it is hidden now. */
  endOwnVideo(runner: StreamRunner): void {
    for (const follower of this.#of(runner)) if (follower.seesOwnVideo) follower.onEnd();
  }

  #of(runner: StreamRunner): Set<Follower> {
    const known = this.#followers.get(runner);
    if (known) return known;
    const followers = new Set<Follower>();
    this.#followers.set(runner, followers);
    void runner.stopped.then(() => {
      for (const follower of followers) follower.onEnd();
    });
    return followers;
  }
}
