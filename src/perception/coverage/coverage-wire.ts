import type { CoverageWire } from "../wire/coverage.ts";
import type { CoverageHour } from "./coverage-list.ts";
import { hourMs } from "./coverage-record.ts";
import { lostReasons } from "./coverage-terms.ts";

/** An hour of a stream on the wire. */
export function coverageWire({
  streamId,
  startMs,
  row,
  backfilledMs = 0,
}: CoverageHour & { backfilledMs?: number }): CoverageWire {
  const observedMs = row.ms.observed ?? 0;
  const lost = lostReasons.map((reason) => [reason, (row.ms[reason] ?? 0) / 1000] as const);
  const lostMs = lostReasons.reduce((sum, reason) => sum + (row.ms[reason] ?? 0), 0);
  const allMs = observedMs + lostMs;
  return {
    object: "surveillance.coverage",
    stream_id: streamId,
    from: startMs / 1000,
    to: (startMs + hourMs) / 1000,
    accounted_until: row.untilMs / 1000,
    seconds_observed: observedMs / 1000,
    seconds_not_observed: lostMs / 1000,
    not_observed: Object.fromEntries(lost) as CoverageWire["not_observed"],
    seconds_backfilled: backfilledMs / 1000,
    // Rounded down: only an hour without any loss is 1.
    observed_ratio: allMs === 0 ? 0 : Math.floor((observedMs / allMs) * 1e6) / 1e6,
    frames_judged: row.frames,
    clock_step_seconds: row.stepMs / 1000,
  };
}
