/** Durations in milliseconds of what was measured so far; over the newest 10 000 where there were more. */
export interface DurationsWire {
  p50: number;
  p95: number;
  max: number;
}

/** Progress of a measurement by the test pattern. */
export interface LatencyReportWire {
  object: "selftest.latency";
  running_seconds: number;
  /** Squares that the pattern has shown, and those with an event. */
  drawn: number;
  told: number;
  /** Squares whose place had the next square before their event. */
  missed: number;
  /** Time from a square's frame to its durable event; null before the first. */
  glass_to_event_ms: DurationsWire | null;
  /**
   * The box's own measurement, from the time of the analysed frame: as
   * `gatehouse_stream_latency_seconds`.
   */
  stages_ms: Record<"detect" | "incident" | "event", DurationsWire | null>;
  /** Frames per second that the box analyses. */
  fps: number;
  /** True in the last report of a measurement. */
  is_last: boolean;
}
