import type { Fragment } from "../../cameras/source.ts";
import type { FrameResult } from "../core/vision-port.ts";

/** A picture that stays the same to the bit for this long, key frames included, is a frozen camera (design, stage 1). */
const frozenSec = 10;
/** For this long it is one whether a key frame came or not: some cameras send only the first. */
const surelyFrozenSec = 60;

/**
 * Finds a camera that sends the same picture again and again. Within a group of pictures a quiet
 * scene may be the same to the bit, because the encoder repeats what did not change; the next key
 * frame of a living sensor is another picture all the same.
 */
export class FreezeWatch {
  #key = { generation: -1, ptsSec: 0 };
  #reportedGeneration = -1;

  /** A piece of video arrived. */
  onFragment({ key, generation, ptsSec }: Pick<Fragment, "key" | "generation" | "ptsSec">): void {
    if (key) this.#key = { generation, ptsSec };
  }

  /** Seconds for which the picture has stood still, once for each generation; null for a living one. */
  onResult(result: Pick<FrameResult, "generation" | "ptsSec" | "identicalSec">): number | null {
    const { generation, ptsSec, identicalSec } = result;
    if (identicalSec < frozenSec || this.#reportedGeneration === generation) return null;
    const { generation: ofKey, ptsSec: keySec } = this.#key;
    const isOverKey = ofKey === generation && keySec > ptsSec - identicalSec && keySec <= ptsSec;
    if (!isOverKey && identicalSec < surelyFrozenSec) return null;
    this.#reportedGeneration = generation;
    return identicalSec;
  }
}
