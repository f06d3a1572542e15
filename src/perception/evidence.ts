import { describeError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { FragmentRing } from "../cameras/camera.ts";
import type { FrameRef } from "./stream-judge.ts";
import type { Overlay, Vision } from "./vision-port.ts";

/** Where pictures of incidents are kept. */
export interface Evidence {
  /** Stores a JPEG; resolves with the asset's id. */
  put(org: string, jpeg: Uint8Array, about: { streamId: string; jobId: string }): Promise<string>;
  /** A signed address of the asset; null when there is no such asset any more. */
  url(org: string, assetId: string): string | null;
  /** The picture, or undefined when it is not kept any more. */
  read(org: string, assetId: string): Promise<Uint8Array | undefined>;
}

/** Pictures waiting to be made for one stream; more incidents at once share none and get none. */
const MAX_WAITING = 16;
/** Width of an incident's picture. */
const SNAPSHOT_WIDTH_PX = 1280;

interface Shot {
  frame: FrameRef;
  picture: Promise<string | null>;
}

/**
 * Makes the annotated pictures of one stream's incidents, one after the other, out of the ring.
 * Incidents of the same frame share a picture. A picture that cannot be made is null and counted.
 */
export class SnapshotMaker {
  readonly #parts: { vision: Vision; evidence: Evidence; log: Logger };
  readonly #owner: { org: string; streamId: string; jobId: string };
  #last: Shot | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #failed = 0;

  constructor(
    parts: { vision: Vision; evidence: Evidence; log: Logger },
    owner: { org: string; streamId: string; jobId: string },
  ) {
    this.#parts = parts;
    this.#owner = owner;
  }

  /** Pictures that could not be made. */
  get failed(): number {
    return this.#failed;
  }

  /** Resolves when no picture is being made. */
  async idle(): Promise<void> {
    await this.#queue;
  }

  /** The asset id of a picture of `frame`; the fragments are taken from the ring at once. */
  take(ring: FragmentRing, frame: FrameRef, overlay: Overlay): Promise<string | null> {
    const last = this.#last;
    if (last?.frame.ptsSec === frame.ptsSec && last.frame.generation === frame.generation) {
      return last.picture;
    }
    const gop = ring.gopAt(frame.generation, frame.ptsSec);
    if (!gop || this.#waiting >= MAX_WAITING) {
      this.#failed += 1;
      return Promise.resolve(null);
    }
    this.#waiting += 1;
    const picture = this.#queue.then(() =>
      this.#make({ ...gop, ptsSec: frame.ptsSec, overlay, maxWidthPx: SNAPSHOT_WIDTH_PX }),
    );
    this.#queue = picture;
    this.#last = { frame, picture };
    return picture;
  }

  async #make(request: Parameters<Vision["still"]>[0]): Promise<string | null> {
    const { vision, evidence, log } = this.#parts;
    const { org, streamId, jobId } = this.#owner;
    try {
      const { jpeg } = await vision.still(request);
      return await evidence.put(org, jpeg, { streamId, jobId });
    } catch (error) {
      this.#failed += 1;
      log.warn({ streamId, error: describeError(error) }, "no picture of an incident");
      return null;
    } finally {
      this.#waiting -= 1;
    }
  }
}
