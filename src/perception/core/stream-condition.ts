import type { Clock } from "../../base/core/clock.ts";
import type { SourceProblem, SourceStatus } from "../../cameras/source.ts";
import type { StreamState } from "./stream-terms.ts";

/** The time after its end for which trouble with the decoder still deserves a technician's attention. */
const troubleMs = 600_000;

/** The condition of a stream as the wire shows it. */
export interface StreamCondition {
  state: StreamState;
  /** Unix milliseconds of the last change of `state`. */
  sinceMs: number;
  error: SourceProblem | null;
}

/**
 * Derives a stream's state from its source, the vision process and the decoder. A stream is `degraded` while
 * its pictures arrive but cannot be analysed.
 */
export class ConditionTracker {
  readonly #clock: Clock;
  readonly #isLive: boolean;
  readonly #onChange: (condition: StreamCondition) => void;
  #source: SourceStatus | null = null;
  #isVisionUp = true;
  #decodeProblem: SourceProblem | null = null;
  #trouble: { atMs: number; message: string } | undefined;
  #isEnded = false;
  #condition: StreamCondition;

  constructor(
    parts: { clock: Clock; isLive: boolean },
    onChange: (condition: StreamCondition) => void,
  ) {
    this.#clock = parts.clock;
    this.#isLive = parts.isLive;
    this.#onChange = onChange;
    this.#condition = { state: "connecting", sinceMs: parts.clock.wallMs(), error: null };
  }

  get(): StreamCondition {
    return this.#condition;
  }

  onSource(status: SourceStatus): void {
    if (status.state !== "online") this.#decodeProblem = null;
    this.#source = status;
    this.#update();
  }

  onVision(health: "up" | "down"): void {
    this.#isVisionUp = health === "up";
    this.#update();
  }

  /** Notes why the pictures cannot be decoded; null once one was. */
  onDecode(problem: SourceProblem | null): void {
    if (this.#decodeProblem === problem) return;
    this.#decodeProblem = problem;
    if (isOfDecoder(problem)) {
      this.#trouble = { atMs: this.#clock.wallMs(), message: problem.message };
    }
    this.#update();
  }

  /**
   * Returns why a live stream's pictures could not be decoded, now or within the last ten minutes; else null. A stream
   * that the box has no time for does not count.
   */
  decodeTrouble(): string | null {
    if (!this.#isLive) return null;
    if (isOfDecoder(this.#decodeProblem)) return this.#decodeProblem.message;
    const isRecent = this.#trouble && this.#clock.wallMs() - this.#trouble.atMs < troubleMs;
    return isRecent ? this.#trouble!.message : null;
  }

  end(): void {
    this.#isEnded = true;
    this.#update();
  }

  #update(): void {
    const { state, error } = this.#judge();
    const old = this.#condition;
    if (state === old.state && error?.code === old.error?.code) {
      // Shows another sentence for the same trouble without an event.
      this.#condition = { ...old, error };
      return;
    }
    const sinceMs = state === old.state ? old.sinceMs : this.#clock.wallMs();
    this.#condition = { state, sinceMs, error };
    this.#onChange(this.#condition);
  }

  #judge(): { state: StreamState; error: SourceProblem | null } {
    const source = this.#source;
    if (this.#isEnded || source?.state === "ended") {
      return { state: "ended", error: source?.problem ?? null };
    }
    if (source === null || source.state === "starting") {
      return { state: "connecting", error: source?.problem ?? null };
    }
    if (source.state === "offline") return { state: "offline", error: source.problem };
    if (this.#decodeProblem !== null) return { state: "degraded", error: this.#decodeProblem };
    if (!this.#isVisionUp) {
      const message = "The vision process is being restarted";
      return { state: "degraded", error: { code: "vision_down", message } };
    }
    return { state: "watching", error: null };
  }
}

/** Problems of frames that are not analysed, for which no decoder is at fault. */
const otherProblems: ReadonlySet<string> = new Set(["overloaded", "stream_metadata_missing"]);

function isOfDecoder(problem: SourceProblem | null): problem is SourceProblem {
  return problem !== null && !otherProblems.has(problem.code);
}
