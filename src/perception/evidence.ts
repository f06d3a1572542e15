import { describeError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { FragmentRing } from "../cameras/camera.ts";
import type { FrameRef } from "./stream-judge.ts";
import type { Overlay, PrivacyMasks, Vision } from "./vision-port.ts";

/** Addresses of what belongs to an incident. */
export interface EvidenceUrls {
  /** A signed address of the asset; null when there is no such asset any more. */
  url(org: string, assetId: string): string | null;
  /** A signed address of the incident's video; null when there is none (any more). */
  clipUrl(incident: {
    org: string;
    streamId: string;
    id: string;
    startedAtMs: number;
  }): string | null;
}

/** Where pictures of incidents are kept. */
export interface Evidence extends EvidenceUrls {
  /** Stores a JPEG; resolves with the asset's id. */
  put(org: string, jpeg: Uint8Array, about: { streamId: string; jobId: string }): Promise<string>;
  /** Keeps the asset whatever its age and the disk, or ends that. */
  keep(org: string, assetId: string, isKept: boolean): Promise<void>;
  /** The picture, or undefined when it is not kept any more. */
  read(org: string, assetId: string): Promise<Uint8Array | undefined>;
}

/** Pictures waiting to be made for one stream; more incidents at once share none and get none. */
const MAX_WAITING = 16;
/** Width of an incident's picture. */
const SNAPSHOT_WIDTH_PX = 1280;

interface Shot {
  frame: FrameRef;
  pictures: Promise<ShotPictures | null>;
}

/** Asset ids of the picture of an incident's opening, with and without what was drawn on it. */
export interface ShotPictures {
  annotated: string;
  plain: string;
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

  /** Pictures of `frame`; the fragments are taken from the ring at once. */
  take(
    ring: FragmentRing,
    frame: FrameRef,
    look: { overlay: Overlay; masks: PrivacyMasks },
  ): Promise<ShotPictures | null> {
    const last = this.#last;
    if (last?.frame.ptsSec === frame.ptsSec && last.frame.generation === frame.generation) {
      return last.pictures;
    }
    const gop = ring.gopAt(frame.generation, frame.ptsSec);
    if (!gop || this.#waiting >= MAX_WAITING) {
      this.#failed += 1;
      return Promise.resolve(null);
    }
    this.#waiting += 1;
    const { ptsSec } = frame;
    const form = { maxWidthPx: SNAPSHOT_WIDTH_PX, withPlain: true };
    const pictures = this.#queue.then(() => this.#make({ ...gop, ptsSec, ...look, ...form }));
    this.#queue = pictures;
    this.#last = { frame, pictures };
    return pictures;
  }

  async #make(request: Parameters<Vision["still"]>[0]): Promise<ShotPictures | null> {
    const { vision, evidence, log } = this.#parts;
    const { org, streamId, jobId } = this.#owner;
    try {
      const { jpeg, plainJpeg } = await vision.still(request);
      const annotated = await evidence.put(org, jpeg, { streamId, jobId });
      if (!plainJpeg) return { annotated, plain: annotated };
      return { annotated, plain: await evidence.put(org, plainJpeg, { streamId, jobId }) };
    } catch (error) {
      this.#failed += 1;
      log.warn({ streamId, error: describeError(error) }, "no picture of an incident");
      return null;
    } finally {
      this.#waiting -= 1;
    }
  }
}
