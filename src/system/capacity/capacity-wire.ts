import type { CapacityReport, Measurement } from "./capacity-meter.ts";
import { estimateCapacity } from "./estimate.ts";
import type { CapacityWire } from "./wire/capacity.ts";

/** Returns the report on the wire, with the estimate. */
export function capacityWire({ state, problem, last }: CapacityReport): CapacityWire {
  return {
    object: "system.capacity",
    state,
    problem,
    estimate: last && estimateWire(last),
    inputs: last && inputsWire(last),
  };
}

function estimateWire(measured: Measurement): CapacityWire["estimate"] {
  const { cost, room, watched, atMs } = measured;
  const { detectorShare } = watched;
  const { carries, fits, coresPerCamera } = estimateCapacity({ cost, room, detectorShare });
  return {
    measured_at: Math.floor(atMs / 1000),
    carries,
    fits,
    cores_per_camera: rounded(coresPerCamera, 3),
  };
}

function inputsWire({ cost, room, origin, watched }: Measurement): CapacityWire["inputs"] {
  return {
    video: origin,
    model: cost.model,
    frames: cost.looks,
    decode_ms_per_second: rounded(cost.decodeMs, 1),
    frame_ms: rounded(cost.lookMs, 1),
    detector_ms: rounded(cost.detectorMs, 1),
    cores: room.cores,
    idle_cores: rounded(room.idleCores, 2),
    memory_available_bytes: room.memory?.availableBytes ?? null,
    streams: watched.streams,
    detector_share: rounded(watched.detectorShare, 2),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
