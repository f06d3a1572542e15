import type { StreamWire } from "../wire/surveillance.ts";
import type { SourceStatus } from "../../cameras/source.ts";
import type { FrameResult } from "../core/vision-port.ts";

/** The numbers of a stream at its end. */
export interface StreamTotals {
  frames: number;
  durationSec: number;
  tracks: number;
  incidents: number;
  incidentsByType: Record<string, number>;
  incidentIds: readonly string[];
  dropped: Record<string, number>;
  timingsMs: Record<string, number>;
}

/** The part of a stream on the wire that only a running one has. */
export type StreamHealth = Pick<
  StreamWire,
  | "fps_in"
  | "fps_detected"
  | "idle"
  | "frames_dropped"
  | "codec"
  | "width"
  | "height"
  | "connects"
  | "main_source"
  | "open_incidents"
  | "tracks"
>;

/** What the stream's source says of itself; nothing of one that was not asked yet. */
export function sourceHealth(source: SourceStatus | undefined) {
  return {
    fps_in: source?.fpsIn ?? 0,
    codec: source?.codec ?? null,
    width: source?.widthPx ?? null,
    height: source?.heightPx ?? null,
    connects: source?.connects ?? 0,
  };
}

/** Incidents that a stream's totals name at most. */
const maxIncidentIds = 100;

/** Counts what becomes of a stream's frames. */
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

  totals(): Pick<StreamTotals, "frames" | "durationSec" | "incidentIds" | "timingsMs"> {
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

/** Of frames that were not judged, those that too much work took. */
export function loadDropsOf(dropped: Readonly<Record<string, number>>): number {
  const { detector_busy: busy = 0, decoder_behind: behind = 0, late = 0 } = dropped;
  return busy + behind + late;
}
