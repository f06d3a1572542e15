import type { StreamCondition } from "../core/stream-condition.ts";
import type { CoverageLedger, CoverageStream, CoverageWatch } from "./coverage-ledger.ts";
import type { LostReason } from "./coverage-terms.ts";

/** Judged frames this close together leave no gap; neither do three intervals of the requested rate. */
const seenMs = 2000;

/**
 * Longest time between two judged frames, in milliseconds, that counts as observed at `fpsCap` frames
 * a second; `idleGopSec` is the distance of key frames while these alone are decoded.
 */
export function longestGapMs(fpsCap: number, idleGopSec: number | null): number {
  return Math.max(seenMs, 3000 / fpsCap, 1500 * (idleGopSec ?? 0));
}

/** Reports a running stream to the ledger. Files have no account. */
export class StreamCoverage {
  #watch: CoverageWatch | undefined;
  #condition: LostReason | null = "source_down";
  #isModelMissing = false;
  #isAway = false;

  /** Begins the account. */
  begin(ledger: CoverageLedger, stream: CoverageStream): void {
    this.#watch = ledger.open(stream);
  }

  /** Notes that a frame of the source arrived. */
  onFragment(): void {
    this.#watch?.onFragment();
  }

  /** Notes that a frame was judged whose picture has been the same for `identicalSec`. */
  onFrame(identicalSec: number): void {
    this.#watch?.onFrame(identicalSec);
  }

  /** Notes a change of the stream's condition. */
  onCondition(condition: StreamCondition): void {
    this.#condition = causeOf(condition);
    this.#tell();
  }

  /** Notes if the requested model can be used; mere motion does not replace it. */
  onModel(problem: unknown): void {
    this.#isModelMissing = problem !== null;
    this.#tell();
  }

  /** Notes if the camera looks elsewhere than at the home view in which its zones were drawn. */
  onAway(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#tell();
  }

  /** Ends the account: on request, or until the appliance runs again. Idempotent. */
  end(isStopped: boolean): void {
    this.#watch?.end({ isStopped });
  }

  #tell(): void {
    const looking = this.#isAway ? "moved" : null;
    this.#watch?.onCause(this.#condition ?? (this.#isModelMissing ? "detector_down" : looking));
  }
}

const degradedCauses = new Map<string | undefined, LostReason>([
  ["vision_down", "detector_down"],
  ["stream_metadata_missing", "detector_down"],
  ["overloaded", "overload"],
]);

/** Returns the reason for which a stream in this condition is unobserved; null for none. */
function causeOf({ state, error }: StreamCondition): LostReason | null {
  if (state === "watching") return null;
  if (state === "ended") return "stopped";
  if (state === "degraded") return degradedCauses.get(error?.code) ?? "undecodable";
  return error?.code === "stream_frozen" ? "frozen" : "source_down";
}
