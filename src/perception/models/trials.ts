import type { InstalledModel } from "./installed-model.ts";

/** The speed of a model in one way of running it, on this box under its present load. */
export interface BenchRow {
  /** Name of the executor, as `/api/v1/system` gives it. */
  executor: string;
  threads: number;
  runs: number;
  /** Milliseconds per frame: pre-processing, model and decoding. */
  medianMs: number;
  p90Ms: number;
}

/** The result of a trial run. */
export interface TrialResult {
  loadMs: number;
  /** Of the last run. */
  runMs: number;
}

/** Runs models outside the appliance's process, where a crash does no harm. */
export interface ModelTrials {
  /**
   * Loads the model, runs it on two generated pictures and on its golden picture if it has one. Rejects with
   * `model_refused`, the reason and the remedy.
   */
  tryModel(model: InstalledModel): Promise<TrialResult>;
  /** Runs the model for about two seconds in each way that this box has. Rejects like `tryModel`. */
  bench(model: InstalledModel): Promise<BenchRow[]>;
}
