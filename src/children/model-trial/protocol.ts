import type { InstalledModel } from "../../models/installed-model.ts";
import type { BenchRow, TrialResult } from "../../models/trials.ts";

/** The one message to the child. */
export type TrialTask =
  | { task: "try"; model: InstalledModel }
  /** `threads`: in how many ways the CPU is tried. */
  | { task: "bench"; model: InstalledModel; threads: readonly number[] };

/** The one message of the child; then it ends. */
export type TrialAnswer =
  | { result: TrialResult | BenchRow[] }
  /** Why the model cannot be used. */
  | { refusal: string };
