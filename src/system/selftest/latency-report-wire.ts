import type { DurationQuantiles } from "./durations.ts";

/** Progress of a measurement by the test pattern. */
export interface LatencyReport {
  object: "selftest.latency";
  running_seconds: number;
  /** Squares that the pattern has shown, and those with an event. */
  drawn: number;
  told: number;
  /** Squares whose place had the next square before their event. */
  missed: number;
  /** Time from a square's frame to its durable event; null before the first. */
  glass_to_event_ms: DurationQuantiles | null;
  /**
   * The box's own measurement, from the time of the analysed frame: as
   * `gatehouse_stream_latency_seconds`.
   */
  stages_ms: Record<"detect" | "incident" | "event", DurationQuantiles | null>;
  /** Frames per second that the box analyses. */
  fps: number;
  /** True in the last report of a measurement. */
  is_last: boolean;
}
