import type { Reading } from "../base/contract/metrics.ts";
import type { HttpServices } from "./services.ts";

/** Readings of connections and of long-lived answers. */
export function httpReadings(http: HttpServices): Reading[] {
  const { eventStreams, liveViews, liveVideos, connections } = http.counts();
  const views = "gatehouse_live_views";
  const dropped = "gatehouse_live_frames_dropped_total";
  return [
    { name: "gatehouse_event_streams", value: eventStreams.open },
    { name: "gatehouse_event_stream_waiting_bytes", value: eventStreams.waitingBytes },
    { name: "gatehouse_event_streams_cut_total", value: eventStreams.cut },
    { name: "gatehouse_http_connections", value: connections.open },
    { name: "gatehouse_http_connections_dropped_total", value: connections.dropped },
    { name: views, value: liveViews.open, labels: { kind: "pictures" } },
    { name: views, value: liveVideos.open, labels: { kind: "video" } },
    { name: dropped, value: liveViews.dropped, labels: { kind: "pictures" } },
    { name: dropped, value: liveVideos.dropped, labels: { kind: "video" } },
  ];
}
