import type { InstalledModel } from "./installed-model.ts";

/** How fast a model ran in one way of running it, on this box and beside whatever else it does. */
export interface BenchRow {
  /** Name of the executor, as `/api/v1/system` gives it. */
  executor: string;
  threads: number;
  runs: number;
  /** Milliseconds per frame: pre-processing, net and decoding. */
  medianMs: number;
  p90Ms: number;
}

/** What a model did when it was tried. */
export interface TrialResult {
  loadMs: number;
  /** Of the last run. */
  runMs: number;
}

/** Runs models apart from the appliance: what crashes there hurts nobody. */
export interface ModelTrials {
  /**
   * Loads the model, runs it on two made pictures and on its golden picture if it has one. Rejects
   * with `model_refused`, the reason, and what to do.
   */
  tryModel(model: InstalledModel): Promise<TrialResult>;
  /** Runs the model for about two seconds in each way that this box has. Rejects like `tryModel`. */
  bench(model: InstalledModel): Promise<BenchRow[]>;
}
