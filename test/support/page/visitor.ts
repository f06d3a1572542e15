import { standing } from "../perception/scripted-tracks.ts";

/** The first page of a list. */
export const firstPage = { limit: 20, offset: 0 };
/** A stream request with a yard and a gate to its left. */
export const yardRequest = {
  stream_id: "yard-cam",
  source: { url: "rtsp://user:s3cret@10.0.0.9/stream", type: "rtsp" },
  detect: ["person"],
  behaviors: [
    { type: "intrusion", zone: "yard" },
    { type: "line_crossing", line: "gate" },
  ],
  alerts: { cooldown_seconds: 30, group_by: "zone" },
  context: {
    site: "north",
    zones: {
      yard: { xyxy: [0.5, 0.2, 1, 1] },
      gate: {
        line: [
          [0.3, 0.2],
          [0.3, 1],
        ],
      },
    },
  },
};

/** Somebody who walks in from the left, and stands in the yard from second 7 on. */
export function visitor(_id: string, ptsSec: number) {
  const x = Math.min(0.7, 0.1 * ptsSec);
  return { detections: [{ label: "person", score: 0.8, boxNorm: standing(x, 0.8) }] };
}
