import type { Fragment } from "../../cameras/source.ts";
import type { FrameResult } from "../core/vision-port.ts";

/** A picture that stays the same to the bit for this long, key frames included, is a frozen camera (design, stage 1). */
const frozenSec = 10;
/** After this long it is frozen even without a key frame: some cameras send only the first. */
const surelyFrozenSec = 60;

/**
 * Finds a camera that repeats one picture. Within a group of pictures a quiet scene may be bit-identical,
 * because the encoder repeats unchanged parts; the next key frame of a working sensor always differs.
 */
export class FreezeWatch {
  #key = { generation: -1, ptsSec: 0 };
  #reportedGeneration = -1;

  /** Notes that video arrived. */
  onFragment({ key, generation, ptsSec }: Pick<Fragment, "key" | "generation" | "ptsSec">): void {
    if (key) this.#key = { generation, ptsSec };
  }

  /**
   * Returns the seconds for which the picture has been frozen, once for each generation; null while it
   * changes.
   */
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
