import type { InferenceServerAddress } from "../../../perception/models/inference-servers.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import type { BenchRow, TrialResult } from "../../../perception/models/trials.ts";

/** The one message to the child. */
export type TrialTask =
  | { task: "try"; model: InstalledModel }
  /** `threads`: in how many ways the CPU is tried; `servers`: all that the site lists. */
  | {
      task: "bench";
      model: InstalledModel;
      threads: readonly number[];
      servers: readonly InferenceServerAddress[];
    };

/** The one message of the child; then it ends. */
export type TrialAnswer =
  | { result: TrialResult | BenchRow[] }
  /** The reason for which the model cannot be used. */
  | { refusal: string };
