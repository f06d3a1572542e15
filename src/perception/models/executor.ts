import type { InstalledModel } from "./installed-model.ts";

/** One tensor that a net reads: a batch of pictures, in the layout of the model's manifest. */
export interface InputTensor {
  /** In row-major order; the executor only reads it, and not after the run has settled. */
  data: Uint8Array | Float32Array;
  /** First the number of pictures. */
  dims: readonly number[];
}

/** One float32 output of a net; the first of `dims` is the number of pictures. */
export interface NetOutput {
  dims: readonly number[];
  data: Float32Array;
}

/** A net that an executor holds ready. */
export interface LoadedNet {
  /** How it is run: provider and threads, or address; one line for technicians. */
  readonly note: string;
  /**
   * Runs the net on a batch. One run at a time; the outputs, in the net's order, belong to the net
   * and are valid until the next run. Rejects with `model_unavailable` for a tensor that the net
   * does not take, when the executor is gone, and after `close`; the net stays usable after the
   * first two.
   */
  run(input: InputTensor): Promise<ReadonlyMap<string, NetOutput>>;
  /** Lets go of the net once a run in progress has settled. Idempotent. */
  close(): Promise<void>;
}

/** One way of running nets. */
export interface Executor {
  /** Its name in `/api/v1/system`. */
  readonly name: string;
  /** How long loading a model may block the process, in milliseconds. */
  readonly patienceMs: number;
  /** True when an obstacle may go away by itself: it is worth asking again. */
  readonly mayAppear: boolean;
  /** Why it cannot run this model here, in one line, without trying; undefined when it may. */
  obstacle(model: InstalledModel): Promise<string | undefined>;
  /**
   * Makes the model's net ready. Rejects with `model_unavailable` and the reason; the weights that
   * it reads are compared with the manifest's sha256 first.
   */
  load(model: InstalledModel): Promise<LoadedNet>;
}

/** What became of one executor when a model was loaded. */
export interface TriedExecutor {
  executor: string;
  /** `chosen`, `slower`, or why it cannot be used. */
  outcome: string;
  /** Median milliseconds of one frame with pre- and post-processing; null when it did not get there. */
  ms: number | null;
}
