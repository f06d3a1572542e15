import type { Clock } from "../../base/core/clock.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import {
  clipEndMs,
  type ClipRecord,
  clipsBetween,
  getClip,
  maxClipMs,
  putClip,
} from "./clip-record.ts";
import {
  putSegment,
  type RecordingClass,
  segmentsBetween,
  type SegmentRecord,
} from "./segment-record.ts";
import type { StreamRef } from "../../base/core/stream-ref.ts";

/** Segments whose class changes in one transaction at most. */
const batch = 30;

/** The recorded spans that belong to incidents, and the classes of their segments. */
export class Clips {
  readonly #parts: { store: Store; clock: Clock };

  constructor(parts: { store: Store; clock: Clock }) {
    this.#parts = parts;
  }

  /** Returns the class of a segment by the clips that it is part of. */
  classOf(segment: Pick<SegmentRecord, "org" | "streamId" | "startMs" | "endMs">): RecordingClass {
    const span = { fromMs: segment.startMs, toMs: segment.endMs };
    const clips = clipsBetween(this.#parts.store, segment, span);
    if (clips.some((clip) => clip.isProtected)) return "protected";
    return clips.length > 0 ? "incident" : "continuous";
  }

  /** Stores the start of an incident's clip; an existing clip of the incident continues. */
  async begin(stream: StreamRef, incidentId: string, fromMs: number): Promise<void> {
    await this.#parts.store.transact((tx) => {
      if (getClip(tx, stream.org, incidentId)) return;
      putClip(tx, { v: 1, ...stream, incidentId, fromMs, toMs: null, isProtected: false });
    });
    await this.#reclass(stream, { fromMs, toMs: this.#parts.clock.wallMs() });
  }

  /** Stores the end of the clip, at most `maxClipMs` after its start. */
  async end(org: string, incidentId: string, at: { endMs: number; postMs: number }): Promise<void> {
    const ended = await this.#change(org, incidentId, (clip) => ({
      ...clip,
      toMs: Math.min(at.endMs, clip.fromMs + maxClipMs) + at.postMs,
    }));
    if (ended) await this.#reclass(ended, { fromMs: ended.fromMs, toMs: clipEndMs(ended) });
  }

  /** Sets or ends the protection of the clip; false when there is none. */
  async protect(org: string, incidentId: string, isProtected: boolean): Promise<boolean> {
    const clip = await this.#change(org, incidentId, (one) => ({ ...one, isProtected }));
    if (clip) await this.#reclass(clip, { fromMs: clip.fromMs, toMs: clipEndMs(clip) });
    return clip !== undefined;
  }

  async #change(
    org: string,
    incidentId: string,
    change: (clip: ClipRecord) => ClipRecord,
  ): Promise<ClipRecord | undefined> {
    const work = (tx: StoreTransaction): ClipRecord | undefined => {
      const clip = getClip(tx, org, incidentId);
      if (!clip) return undefined;
      const changed = change(clip);
      putClip(tx, changed);
      return changed;
    };
    return await this.#parts.store.transact(work, { essential: true });
  }

  /** Moves finished segments of the span into the class of their clips. */
  async #reclass(stream: StreamRef, span: { fromMs: number; toMs: number }): Promise<void> {
    const { store } = this.#parts;
    const found = segmentsBetween(store, stream, span).filter(({ isOpen }) => !isOpen);
    const wrong = found.filter((segment) => segment.class !== this.classOf(segment));
    for (let at = 0; at < wrong.length; at += batch) {
      const work = (tx: StoreTransaction): void => {
        for (const one of wrong.slice(at, at + batch)) this.#putInClass(tx, one);
      };
      await store.transact(work, { essential: true });
    }
  }

  #putInClass(tx: StoreTransaction, segment: SegmentRecord): void {
    // Retention may have removed it first.
    const [now] = segmentsBetween(tx, segment, {
      fromMs: segment.startMs,
      toMs: segment.startMs + 1,
    }).filter(({ id }) => id === segment.id);
    if (now) putSegment(tx, { ...now, class: this.classOf(now) });
  }
}
