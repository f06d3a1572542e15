import type { TimelineWire } from "../wire/timeline.ts";
import type { StreamTimeline } from "./timeline-service.ts";

/** The timeline of a stream on the wire; times are Unix seconds. */
export function timelineWire({
  streamId,
  recordings,
  gaps,
  incidents,
}: StreamTimeline): TimelineWire {
  return {
    object: "surveillance.timeline_stream",
    stream_id: streamId,
    recordings: recordings.map(({ startMs, endMs }) => ({
      from: startMs / 1000,
      to: endMs / 1000,
    })),
    gaps: gaps.map(({ fromMs, toMs, reason, lostMs, backfilledMs }) => ({
      from: fromMs / 1000,
      to: toMs / 1000,
      reason,
      seconds: lostMs / 1000,
      seconds_backfilled: backfilledMs / 1000,
    })),
    incidents: incidents.map(({ fromMs, toMs, incidentId, ...mark }) => ({
      from: fromMs / 1000,
      to: toMs / 1000,
      ...mark,
      incident_id: incidentId,
    })),
  };
}
