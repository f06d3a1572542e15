import type { FrameResult } from "../core/vision-port.ts";

/** The figures of a stream's judged frames. */
export interface FrameTotals {
  frames: number;
  durationSec: number;
  /** Ids of the first incidents that the stream opened. */
  incidentIds: readonly string[];
  /** Mean milliseconds of a frame in each stage. */
  timingsMs: Record<string, number>;
}

/** Incidents that a stream's totals name at most. */
const maxIncidentIds = 100;

/** Counts the frames of a stream by their result. */
export class StreamTally {
  readonly #timings = { queue: 0, motion: 0, detect: 0 };
  readonly #incidentIds: string[] = [];
  #frames = 0;
  #firstPtsSec = Number.NaN;
  #lastPtsSec = 0;

  noteFrame({ ptsSec, timingsMs }: Pick<FrameResult, "ptsSec" | "timingsMs">): void {
    if (this.#frames === 0) this.#firstPtsSec = ptsSec;
    this.#frames += 1;
    this.#lastPtsSec = ptsSec;
    for (const stage of ["queue", "motion", "detect"] as const) {
      this.#timings[stage] += timingsMs[stage];
    }
  }

  noteIncident(id: string): void {
    if (this.#incidentIds.length < maxIncidentIds) this.#incidentIds.push(id);
  }

  totals(): FrameTotals {
    const frames = this.#frames;
    const mean = (ms: number): number => Math.round((ms / Math.max(1, frames)) * 100) / 100;
    const { queue, motion, detect } = this.#timings;
    const sec = frames === 0 ? 0 : this.#lastPtsSec - this.#firstPtsSec;
    return {
      frames,
      durationSec: Math.round(sec * 1000) / 1000,
      incidentIds: this.#incidentIds,
      timingsMs: { queue: mean(queue), motion: mean(motion), detect: mean(detect) },
    };
  }
}
