import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import type { Evidence } from "./evidence-port.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { FragmentRing } from "../../cameras/camera.ts";
import type { Fragment } from "../../cameras/source.ts";
import type { FrameRef } from "../core/frame-ref.ts";
import type { Overlay, PrivacyMasks, Vision } from "../core/vision-port.ts";

/** Pictures waiting to be made for one stream, and the video that they hold; further incidents get none. */
const maxWaiting = 256;
/** As much as the ring itself holds at most: 60 s of 4 Mbit/s. */
const maxHeldBytes = 32 * 1024 * 1024;
/** Width of an incident's picture. */
const snapshotWidthPx = 1280;

interface SharedSnapshot {
  frame: FrameRef;
  pictures: Promise<SnapshotPictures | null>;
}

/** Asset ids of the picture of an incident's opening, with and without the drawing. */
export interface SnapshotPictures {
  annotated: string;
  plain: string;
}

/**
 * Makes the annotated pictures of one stream's incidents, one after the other, out of the ring. Incidents of
 * the same frame share a picture. Up to 256 wait while their video takes at most 32 MiB. A picture that fails
 * is null and counted.
 */
export class SnapshotMaker {
  readonly #parts: { vision: Pick<Vision, "still">; evidence: Evidence; log: Logger };
  readonly #owner: { org: string; streamId: string; jobId: string };
  #last: SharedSnapshot | undefined;
  readonly #lane = new SerialLane();
  #waiting = 0;
  readonly #held = new HeldVideo();
  #failed = 0;

  constructor(
    parts: { vision: Pick<Vision, "still">; evidence: Evidence; log: Logger },
    owner: { org: string; streamId: string; jobId: string },
  ) {
    this.#parts = parts;
    this.#owner = owner;
  }

  /** Pictures that failed. */
  get failed(): number {
    return this.#failed;
  }

  /** Bytes of video that waiting pictures hold, in the ring or outside of it. */
  get heldBytes(): number {
    return this.#held.bytes;
  }

  /** Resolves when no picture is in work. */
  async idle(): Promise<void> {
    await this.#lane.idle();
  }

  /** Pictures of `frame`; the fragments are taken from the ring at once. */
  take(
    ring: FragmentRing,
    frame: FrameRef,
    look: { overlay: Overlay; masks: PrivacyMasks },
  ): Promise<SnapshotPictures | null> {
    const last = this.#last;
    if (last?.frame.ptsSec === frame.ptsSec && last.frame.generation === frame.generation) {
      return last.pictures;
    }
    const gop = ring.gopAt(frame.generation, frame.ptsSec);
    if (!gop || this.#waiting >= maxWaiting || !this.#held.hold(gop.fragments)) {
      this.#failed += 1;
      return Promise.resolve(null);
    }
    this.#waiting += 1;
    const { ptsSec } = frame;
    const form = { maxWidthPx: snapshotWidthPx, withPlain: true, isPatient: true };
    const pictures = this.#lane.run(() => this.#make({ ...gop, ptsSec, ...look, ...form }));
    this.#last = { frame, pictures };
    return pictures;
  }

  async #make(request: Parameters<Vision["still"]>[0]): Promise<SnapshotPictures | null> {
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
      this.#held.letGo(request.fragments);
    }
  }
}

/** Counts the groups of pictures that waiting shots hold; shots of one group share its bytes. */
class HeldVideo {
  /** By the group's key frame. */
  readonly #groups = new Map<Fragment, { shots: number; bytes: number }>();
  bytes = 0;

  /** Holds a group of fragments for one more shot; returns false when there is no room. */
  hold(fragments: readonly Fragment[]): boolean {
    const [first] = fragments;
    if (!first) return false;
    const group = this.#groups.get(first) ?? { shots: 0, bytes: 0 };
    const bytes = Math.max(
      group.bytes,
      fragments.reduce((sum, each) => sum + each.bytes.length, 0),
    );
    if (this.bytes - group.bytes + bytes > maxHeldBytes) return false;
    this.bytes += bytes - group.bytes;
    this.#groups.set(first, { shots: group.shots + 1, bytes });
    return true;
  }

  letGo([first]: readonly Fragment[]): void {
    const group = first && this.#groups.get(first);
    if (!group) return;
    group.shots -= 1;
    if (group.shots > 0) return;
    this.#groups.delete(first);
    this.bytes -= group.bytes;
  }
}
