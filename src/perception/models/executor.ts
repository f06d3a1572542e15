import type { InstalledModel } from "./installed-model.ts";

/** One input tensor of a model: a batch of pictures, in the layout of its manifest. */
export interface InputTensor {
  /** In row-major order; the executor only reads it, and not after the run has settled. */
  data: Uint8Array | Float32Array;
  /** First the number of pictures. */
  dims: readonly number[];
}

/** One float32 output of a model; the first of `dims` is the number of pictures. */
export interface ModelOutput {
  dims: readonly number[];
  data: Float32Array;
}

/** A model that an executor has loaded. */
export interface LoadedModel {
  /** The provider and threads, or the address; one line for technicians. */
  readonly note: string;
  /** Names of outputs that are feature maps and were asked for; absent where it cannot give them. */
  readonly features?: readonly string[];
  /**
   * Runs the model on a batch, one run at a time. The outputs, in the model's order, belong to the model and
   * are valid until the next run. Rejects with `model_unavailable` for a tensor that the model does not take,
   * when the executor is gone, and after `close`; the model stays usable after the first two.
   */
  run(input: InputTensor): Promise<ReadonlyMap<string, ModelOutput>>;
  /** Releases the model once a run in progress has settled. Idempotent. */
  close(): Promise<void>;
}

/** The state of a compiled form of a model, such as TensorRT's engine. */
export interface EngineProgress {
  state: "building" | "ready" | "failed";
  /** Why the build failed; null otherwise. */
  reason: string | null;
}

/** One way of running models. */
export interface Executor {
  /** Its name in `/api/v1/system`. */
  readonly name: string;
  /** The longest time for which loading a model blocks the process, in milliseconds. */
  readonly patienceMs: number;
  /** True when an obstacle may go away by itself, so that asking again makes sense. */
  readonly mayAppear: boolean;
  /** Returns why it cannot run this model here, in one line, without trying; undefined when it may. */
  obstacle(model: InstalledModel): Promise<string | undefined>;
  /**
   * Loads the model. Compares the weights with the manifest's sha256 first. Rejects with `model_unavailable`
   * and the reason.
   */
  load(model: InstalledModel): Promise<LoadedModel>;
  /** The state of the model's engine; absent for an executor without engines. */
  engine?(model: InstalledModel): Promise<EngineProgress | undefined>;
}

/** The result of one executor when a model was loaded. */
export interface TriedExecutor {
  executor: string;
  /** `chosen`, `slower`, or the reason why it cannot be used. */
  outcome: string;
  /** Median milliseconds of one frame with pre- and post-processing; null when it was not measured. */
  ms: number | null;
}
