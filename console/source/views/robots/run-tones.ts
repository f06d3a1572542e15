import type { Job } from "../../../../client/source/generated.ts";
import type { Tone } from "../../parts/notice.tsx";

/** The colour of a run's state. */
export const runTones = {
  queued: "info",
  processing: "info",
  completed: "good",
  failed: "critical",
  cancelled: "neutral",
} as const satisfies Record<Job["status"], Tone>;
