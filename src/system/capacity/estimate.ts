import type { MachineRoom, WatchCost } from "./capacity-port.ts";
import { type CapacityLimit, referenceCamera } from "./capacity-terms.ts";

/** The inputs of an estimate. */
export interface EstimateInputs {
  cost: WatchCost;
  room: MachineRoom;
  /** The share of its time for which the detector of the box works now, 0–1. */
  detectorShare: number;
}

/** A number of cameras, and what bounds it. */
export interface CameraCount {
  cameras: number;
  limit: CapacityLimit;
}

/** How many reference cameras the box carries if it does nothing else, and how many more than now. */
export interface Estimate {
  carries: CameraCount;
  fits: CameraCount;
  /** Processor time of one reference camera, in cores. */
  coresPerCamera: number;
}

/** Processor time of the connection, the ring and the tracker of a camera, beside that of decoding and looking. */
const besideShare = 0.1;
/** The shares of the processor and of the detector's time that cameras may take: above, frames come late. */
const usableProcessor = 0.9;
const usableDetector = 0.9;
/** Memory of a reference camera: two ffmpeg processes and 10 s of video. */
const cameraBytes = 128 * 1024 * 1024;
/** The memory of the appliance without cameras, and the share of the machine's that stays free. */
const applianceBytes = 512 * 1024 * 1024;
const freeMemoryShare = 0.1;

/**
 * Estimates from the costs of decoding and looking. It knows no limits of hardware decoders, of the network and of
 * disks.
 */
export function estimateCapacity({ cost, room, detectorShare }: EstimateInputs): Estimate {
  const { cores, idleCores, memory } = room;
  const cameraMs = (cost.decodeMs + referenceCamera.looksPerSec * cost.lookMs) * (1 + besideShare);
  const coresPerCamera = cameraMs / 1000;
  const perCamera = (referenceCamera.looksPerSec * cost.detectorMs) / 1000;
  const bytes = (free: number): number =>
    memory ? (free - freeMemoryShare * memory.totalBytes) / cameraBytes : Infinity;
  const carries = least({
    processor: (cores * usableProcessor) / coresPerCamera,
    detector: usableDetector / perCamera,
    memory: bytes((memory?.totalBytes ?? 0) - applianceBytes),
  });
  const fits = least({
    processor: (idleCores - cores * (1 - usableProcessor)) / coresPerCamera,
    detector: (usableDetector - detectorShare) / perCamera,
    memory: bytes(memory?.availableBytes ?? 0),
  });
  return { carries, fits, coresPerCamera };
}

function least(counts: Readonly<Record<CapacityLimit, number>>): CameraCount {
  const [limit, count] = Object.entries(counts).toSorted(([, a], [, b]) => a - b)[0]!;
  return { cameras: Math.max(0, Math.floor(count)), limit: limit as CapacityLimit };
}
