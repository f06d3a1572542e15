import type { CameraObject } from "../../cameras/metadata/camera-metadata.ts";

/** Objects remembered; beyond it the one that was seen least recently is forgotten. */
const maxObjects = 500;
/** A camera uses the id of an object again, at the earliest after this much time without it. */
const forgetSec = 60;

/** The class that a camera named last for each of its objects: cameras need not repeat it in every frame. */
export class ObjectClasses {
  readonly #known = new Map<string, { label: string; score: number; seenSec: number }>();

  /** Returns the class of `object`, seen at `mediaSec`; undefined while the camera has named none. */
  of(
    { id, label, score }: CameraObject,
    mediaSec: number,
  ): { label: string; score: number } | undefined {
    const before = this.#known.get(id);
    const isOld = before !== undefined && Math.abs(mediaSec - before.seenSec) > forgetSec;
    const now = label === null ? (isOld ? undefined : before) : { label, score };
    this.#known.delete(id);
    if (now === undefined) return undefined;
    this.#known.set(id, { label: now.label, score: now.score, seenSec: mediaSec });
    if (this.#known.size > maxObjects) this.#known.delete(this.#known.keys().next().value!);
    return { label: now.label, score: now.score };
  }
}
