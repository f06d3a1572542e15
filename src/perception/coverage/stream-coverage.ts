import type { LostReason } from "../wire/coverage.ts";
import type { StreamCondition } from "../core/stream-condition.ts";
import type { CoverageLedger, CoverageStream, CoverageWatch } from "./coverage-ledger.ts";

/** Two judged frames this close together leave nothing unseen; so do three intervals of the asked rate. */
const seenMs = 2000;

/**
 * Longest time between two judged frames, in milliseconds, that counts as observed at `fpsCap` frames
 * a second; `idleGopSec` is the distance of key frames while these alone are decoded.
 */
export function longestGapMs(fpsCap: number, idleGopSec: number | null): number {
  return Math.max(seenMs, 3000 / fpsCap, 1500 * (idleGopSec ?? 0));
}

/**
 * What a running stream tells the ledger. Files are read, not watched over: they have no account.
 */
export class StreamCoverage {
  #watch: CoverageWatch | undefined;
  #condition: LostReason | null = "source_down";
  #isModelMissing = false;

  /** Begins the account. */
  begin(ledger: CoverageLedger, stream: CoverageStream): void {
    this.#watch = ledger.open(stream);
  }

  /** A frame of the source arrived. */
  onFragment(): void {
    this.#watch?.onFragment();
  }

  /** A frame was judged that has been the same picture for `identicalSec`. */
  onFrame(identicalSec: number): void {
    this.#watch?.onFrame(identicalSec);
  }

  /** The stream's condition changed. */
  onCondition(condition: StreamCondition): void {
    this.#condition = causeOf(condition);
    this.#tell();
  }

  /** The asked model can, or cannot, be used; movements alone are not what was asked for. */
  onModel(problem: unknown): void {
    this.#isModelMissing = problem !== null;
    this.#tell();
  }

  /** The stream ended: told to, or to go on when the box runs again. Idempotent. */
  end(isStopped: boolean): void {
    this.#watch?.end({ isStopped });
  }

  #tell(): void {
    this.#watch?.onCause(this.#condition ?? (this.#isModelMissing ? "detector_down" : null));
  }
}

const degradedCauses = new Map<string | undefined, LostReason>([
  ["vision_down", "detector_down"],
  ["overloaded", "overload"],
]);

/** Returns the reason for which a stream in this condition is unobserved; null for none. */
function causeOf({ state, error }: StreamCondition): LostReason | null {
  if (state === "watching") return null;
  if (state === "ended") return "stopped";
  if (state === "degraded") return degradedCauses.get(error?.code) ?? "undecodable";
  return error?.code === "stream_frozen" ? "frozen" : "source_down";
}
