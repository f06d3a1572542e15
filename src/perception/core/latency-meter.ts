import { type Meter, silentMeter } from "../../base/contract/metrics.ts";
import type { SourceSpec } from "../../cameras/source.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { FrameResult } from "./vision-port.ts";

/**
 * Measures one stream: the age of its pictures at the judgement, at the opening of an incident, and when its
 * event is durable. A file has no time of its own, so the meter measures its stages alone.
 */
export class LatencyMeter {
  readonly #meter: Meter;
  readonly #clock: Clock;
  readonly #isLive: boolean;
  readonly #labels: { organisation: string; stream: string };

  constructor(
    parts: { meter?: Meter; clock: Clock },
    { org, streamId, source }: { org: string; streamId: string; source: SourceSpec },
  ) {
    this.#meter = parts.meter ?? silentMeter;
    this.#clock = parts.clock;
    this.#isLive = source.kind !== "file";
    this.#labels = { organisation: org, stream: streamId };
  }

  /** Notes that a frame was judged; `pictureMs` is its own wall time, null when unknown. */
  frame({ timingsMs, detected }: FrameResult, pictureMs: number | null): void {
    if (detected) {
      for (const stage of ["queue", "motion", "detect"] as const) {
        this.#meter.observe("gatehouse_frame_stage_seconds", timingsMs[stage] / 1000, { stage });
      }
    }
    if (pictureMs !== null) this.since("detect", pictureMs);
  }

  /** Notes that the stage was reached now for a picture of `pictureMs`, in Unix milliseconds. */
  since(stage: "detect" | "incident" | "event", pictureMs: number): void {
    if (!this.#isLive) return;
    const seconds = (this.#clock.wallMs() - pictureMs) / 1000;
    this.#meter.observe("gatehouse_stream_latency_seconds", seconds, { ...this.#labels, stage });
  }
}
