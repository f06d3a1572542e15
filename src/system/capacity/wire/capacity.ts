import { type Static, Type } from "typebox";
import { named, oneOfValues, orNull, unixTime } from "../../../base/contract/answers.ts";
import { capacityLimits, capacityStates, sampleOrigins } from "../capacity-terms.ts";

const count = Type.Integer({ minimum: 0 });
const cameras = Type.Object({
  cameras: count,
  limit: oneOfValues(capacityLimits, "What bounds the number"),
});

/** `data` of `GET /api/v1/system/capacity`. */
export const capacityAnswer = named(
  "Capacity",
  Type.Object({
    object: Type.Literal("system.capacity"),
    state: oneOfValues(capacityStates),
    problem: orNull(Type.String({ description: "Why the last measurement failed" })),
    estimate: orNull(
      Type.Object(
        {
          measured_at: unixTime,
          carries: cameras,
          fits: cameras,
          cores_per_camera: Type.Number({
            minimum: 0,
            description: "Processor time of one such camera, in cores",
          }),
        },
        {
          description:
            "Estimate of how many cameras of 1280 × 720 pixels, 15 frames and 5 analysed frames a second the box carries if it does nothing else, and how many more fit beside its present work. It knows no limits of hardware decoders, networks and disks",
        },
      ),
    ),
    inputs: orNull(
      Type.Object(
        {
          video: oneOfValues(
            sampleOrigins,
            "`cameras`: the last seconds of the box's own cameras. `clip`: a clip of the demo",
          ),
          model: Type.String(),
          frames: Type.Integer({ minimum: 0, description: "Number of frames that were analysed" }),
          decode_ms_per_second: Type.Number({
            minimum: 0,
            description:
              "Milliseconds of processor time that decoding one second of such a camera takes",
          }),
          frame_ms: Type.Number({
            minimum: 0,
            description: "Milliseconds of processor time that analysing one decoded frame takes",
          }),
          detector_ms: Type.Number({
            minimum: 0,
            description:
              "Milliseconds for which one frame holds the detector, which takes one at a time",
          }),
          cores: count,
          idle_cores: Type.Number({ minimum: 0 }),
          memory_available_bytes: orNull(count),
          streams: count,
          detector_share: Type.Number({
            minimum: 0,
            description: "Share of its time for which the detector works now",
          }),
        },
        { description: "Figures that the estimate is computed from" },
      ),
    ),
  }),
);

/** `data` of `GET /api/v1/system/capacity`. */
export type CapacityWire = Static<typeof capacityAnswer>;
