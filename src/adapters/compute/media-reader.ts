import { limits } from "../../base/contract/limits.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import type { MediaPictures, PictureSource } from "../../media/picture-port.ts";
import { ComputePool } from "./compute-pool.ts";

/** One picture at a time: a large one takes half a gigabyte while it is read. */
const maxChildren = 1;
/** As many as jobs can ask for at once. */
const maxWaiting = 128;
/** For one picture; scaling and coding 4K takes seconds on a small board. */
const requestTimeoutMs = 60_000;

/** Pictures of media jobs, read in disposable processes of their own. */
export class MediaReader implements MediaPictures, Part {
  readonly #pool: ComputePool;

  constructor({ clock }: { clock: Clock }) {
    const bounds = { maxChildren, maxWaiting, deadlineMs: requestTimeoutMs };
    this.#pool = new ComputePool({ clock, ...bounds });
  }

  stop(): void {
    this.#pool.stop();
  }

  reference(from: PictureSource): ReturnType<MediaPictures["reference"]> {
    return this.#pool.run({ call: "reference", from, maxPixels: limits.picturePixels });
  }

  finish(...[bytes, target]: Parameters<MediaPictures["finish"]>) {
    return this.#pool.run({ call: "finish", bytes, target, maxPixels: limits.picturePixels });
  }
}
