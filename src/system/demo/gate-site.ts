import type { StreamRequest } from "../../perception/settings/stream-document.ts";

/** Stream of the drawn gate at night. */
export const gateStreamId = "demo-gate";

/**
 * Points on the ground of the drawn gate, in the yard's map, as the drawing's lens shows them
 * (`mounts.gate` in `scripts/demo-scene/view.ts`).
 */
export const gateCalibration: NonNullable<StreamRequest["calibration"]> = {
  frame: "map",
  points: [
    { image: [0.3089, 0.632], map: [-4.4, 13.6] },
    { image: [0.6147, 0.632], map: [-0.4, 13.6] },
    { image: [0.2256, 0.5743], map: [-6, 15] },
    { image: [0.8949, 0.5743], map: [4, 15] },
    { image: [0.9474, 0.7218], map: [3, 12] },
    { image: [0.4083, 0.9625], map: [-2.6, 9.5] },
    { image: [0.6674, 0.8448], map: [-0.4, 10.5] },
    { image: [0.313, 0.8349], map: [-3.6, 10.6] },
  ],
};

const people = { classes: ["person"] };

/** The body of `POST /api/v1/surveillance/streams` for the gate at night, seen by infrared light. */
export function gateStream(cameraUrl: string, site: string): StreamRequest {
  return {
    stream_id: gateStreamId,
    display_name: "Gate at night",
    source: { type: "rtsp", url: cameraUrl, fps_cap: 10 },
    context: {
      site,
      zones: {
        outside: {
          polygon: [
            [0.3, 0.56],
            [0.63, 0.56],
            [0.62, 0.625],
            [0.305, 0.625],
          ],
        },
        inside: {
          polygon: [
            [0.36, 0.655],
            [0.78, 0.655],
            [0.98, 0.99],
            [0.41, 0.96],
          ],
        },
        gate: {
          line: [
            [0.309, 0.632],
            [0.615, 0.632],
          ],
        },
      },
    },
    behaviors: [
      { type: "loitering", zone: "outside", seconds: 3, ...people },
      { type: "line_crossing", line: "gate", direction: "any", ...people },
      { type: "intrusion", zone: "inside", seconds: 1, severity: "critical", ...people },
    ],
    calibration: gateCalibration,
    recording: { mode: "continuous" },
    alerts: { min_severity: "info", cooldown_seconds: 10, group_by: "zone" },
  };
}
