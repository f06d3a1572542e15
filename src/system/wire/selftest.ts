/** Durations in milliseconds of what was measured so far; over the newest 10 000 where there were more. */
export interface DurationsWire {
  p50: number;
  p95: number;
  max: number;
}

/** How a measurement of the box by its own test pattern stands. */
export interface LatencyReportWire {
  object: "selftest.latency";
  running_seconds: number;
  /** Squares that the pattern has shown, and how many of them became an event. */
  drawn: number;
  told: number;
  /** Squares whose place was drawn in again before an event told of them. */
  missed: number;
  /** From the moment a square is in the picture to its durable event; null before the first. */
  glass_to_event_ms: DurationsWire | null;
  /** The box's own account, from the time of the picture that it judged: as `gatehouse_stream_latency_seconds`. */
  stages_ms: Record<"detect" | "incident" | "event", DurationsWire | null>;
  /** Frames per second that the box looks at. */
  fps: number;
  /** True in the last report of a measurement. */
  is_last: boolean;
}
