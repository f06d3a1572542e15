import { appearanceSimilarity } from "../core/appearance.ts";
import type { Detection } from "../core/vision-port.ts";

/** Share of the newest picture in a track's colours. */
const newShare = 0.1;
/**
 * Between these two the factor rises. In the clips of `perception-events` the median similarity of one person 1.5 s
 * apart is 0.95 to 1, of different people 0.80 to 0.90 (2026-11-23).
 */
const alike = 0.9;
const unlike = 0.5;
/** The factor of a detection that does not look like the track at all. */
const unlikeFactor = 0.5;

/** The colours of one track. Belongs to its track. */
export class TrackAppearance {
  #colours: Float32Array | undefined;

  /** 0.5–1 by how much the detection looks like the track; 1 while the colours of one of them are unknown. */
  factor({ appearance }: Detection): number {
    if (appearance === undefined || this.#colours === undefined) return 1;
    const similarity = appearanceSimilarity(this.#colours, appearance);
    const share = Math.min(1, Math.max(0, (similarity - unlike) / (alike - unlike)));
    return unlikeFactor + (1 - unlikeFactor) * share;
  }

  /** Takes the colours of a detection of this track that shows nothing else. */
  learn({ appearance }: Detection): void {
    if (appearance === undefined) return;
    if (this.#colours === undefined) {
      this.#colours = Float32Array.from(appearance);
      return;
    }
    for (let at = 0; at < appearance.length; at += 1) {
      this.#colours[at]! += newShare * (appearance[at]! - this.#colours[at]!);
    }
  }
}
