import type { ComputeResults } from "./protocol.ts";
import { limits } from "../../base/contract/limits.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import type { HealthCompute, SegmentationModel } from "../../health/compute-port.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import { ComputePool } from "./compute-pool.ts";

/** 16 Mi samples are measured in 4 s on two idle cores; a model may need longer. */
const deadlineMs = 60_000;
/** Longer side of the picture for a model. */
const maxSidePx = 2048;

/** Looks into recordings and pictures in disposable child processes, two at once. */
export class HealthChildren implements HealthCompute, Part {
  readonly #pool: ComputePool;

  constructor(options: { clock: Clock }) {
    this.#pool = new ComputePool({ ...options, deadlineMs, subject: "input" });
  }

  /** Ends all children and rejects their work. */
  stop(): void {
    this.#pool.stop();
  }

  signals(
    input: Parameters<HealthCompute["signals"]>[0],
    options: Parameters<HealthCompute["signals"]>[1],
  ): Promise<ComputeResults["signals"]> {
    return this.#pool.run({ call: "signals", input, options });
  }

  plainSamples(
    ...[file, options]: Parameters<HealthCompute["plainSamples"]>
  ): Promise<ComputeResults["plainSamples"]> {
    return this.#pool.run({ call: "plainSamples", file, options });
  }

  clinical(
    method: string,
    input: JsonObject,
    picture: JsonObject | null,
  ): Promise<ComputeResults["clinical"]> {
    return this.#pool.run({ call: "clinical", method, input, picture });
  }

  dicomFacts(bytes: Uint8Array): Promise<ComputeResults["dicomFacts"]> {
    return this.#pool.run({ call: "dicomFacts", bytes });
  }

  cleanPicture(bytes: Uint8Array): Promise<ComputeResults["cleanPicture"]> {
    const maxPixels = limits.picturePixels;
    return this.#pool.run({ call: "cleanPicture", bytes, maxPixels, maxSidePx });
  }

  segment(bytes: Uint8Array, net: SegmentationModel): Promise<ComputeResults["segment"]> {
    return this.#pool.run({ call: "segment", bytes, net });
  }
}
