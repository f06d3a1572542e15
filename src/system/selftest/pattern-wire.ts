import type { StreamRequest } from "../../perception/settings/stream-document.ts";
import { quarters } from "./pattern.ts";

/** Returns the request of the stream that watches the pattern, at the box's default rate. */
export function patternRequest(streamId: string, url: string): StreamRequest {
  const zones = Object.fromEntries(
    quarters.map((name, index) => {
      const [x, y] = [(index % 2) / 2, Math.floor(index / 2) / 2];
      return [name, { xyxy: [x, y, x + 0.5, y + 0.5] as [number, number, number, number] }];
    }),
  );
  return {
    stream_id: streamId,
    source: { type: "rtsp", url },
    model: "motion",
    motion: { mode: "always" },
    context: { zones },
    behaviors: quarters.map((zone) => ({ type: "intrusion", zone, severity: "info" })),
    alerts: { min_severity: "info", cooldown_seconds: 0 },
    recording: { mode: "off" },
  };
}
