import type { DraftStep } from "./draft.ts";
import type { Fault } from "./faults.ts";

/** The steps with their branches, and how they change. */
export interface FlowProps {
  steps: readonly DraftStep[];
  faults: readonly Fault[];
  /** The step that is open. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** The index at which a new step is chosen. */
  adding: number | undefined;
  onAdding: (at: number | undefined) => void;
  /** Null for a reader who may not change them. */
  onChange: ((next: (before: readonly DraftStep[]) => DraftStep[], about: string) => void) | null;
  /** The step at which a trial is. */
  current: string | undefined;
}
