import type { Clock } from "../../base/core/clock.ts";
import type { RestreamPath, RestreamSource } from "../../cameras/restream/restream-port.ts";
import type { OpusEncoder } from "../../cameras/sound/opus-port.ts";
import { SharedVideo } from "./shared-video.ts";

/** A connection's share of a video. */
export interface HeldVideo {
  shared: SharedVideo;
  /** Idempotent. */
  release(): void;
}

/** The parts that the videos are built from. */
export interface SharedVideosParts {
  source: Pick<RestreamSource, "open">;
  clock: Clock;
  /** For readers that play only Opus. */
  opus?: OpusEncoder | undefined;
}

/** The videos that are read now, each open once for all its readers. */
export class SharedVideos {
  readonly #source: Pick<RestreamSource, "open">;
  readonly #clock: Clock;
  readonly #opus: OpusEncoder | undefined;
  readonly #open = new Map<string, SharedVideo>();

  constructor(parts: SharedVideosParts) {
    this.#source = parts.source;
    this.#clock = parts.clock;
    this.#opus = parts.opus;
  }

  /** Opens the video, or joins its readers. Throws as `SharedVideo.open`. */
  hold(org: string, path: RestreamPath): HeldVideo {
    const key = JSON.stringify([org, path.streamId, path.track]);
    const shared = this.#open.get(key) ?? this.#openNew(key, { org, path });
    shared.hold();
    let isReleased = false;
    return {
      shared,
      release() {
        if (!isReleased) shared.release();
        isReleased = true;
      },
    };
  }

  /** Ends all videos and their readers. */
  closeAll(): void {
    for (const video of this.#open.values()) video.close();
  }

  #openNew(key: string, { org, path }: { org: string; path: RestreamPath }): SharedVideo {
    const video = new SharedVideo({
      clock: this.#clock,
      opus: this.#opus,
      open: (sink) => this.#source.open(org, path, sink),
      onClosed: () => {
        if (this.#open.get(key) === video) this.#open.delete(key);
      },
    });
    video.open();
    this.#open.set(key, video);
    return video;
  }
}
