import type { Job } from "../../../../client/source/generated.ts";
import { Badge, type Tone } from "../../parts/notice.tsx";
import { words } from "../../words/words.ts";

const tones: Readonly<Record<Job["status"], Tone>> = {
  queued: "neutral",
  processing: "info",
  completed: "good",
  failed: "critical",
  cancelled: "warning",
};

/** How a job stands. */
export function JobBadge({ status }: Pick<Job, "status">) {
  return <Badge tone={tones[status]}>{words.value.jobs.statuses[status]}</Badge>;
}

/** Types that jobs have, in the order of the contract. */
export const jobTypes: readonly Job["type"][] = [
  "campaign.generation",
  "image.generation",
  "ad.generation",
  "image.edit",
  "ad.localization",
  "avatar.generation",
  "brand.extraction",
  "brand.projection",
  "health.triage",
  "clinical.decision_support",
  "clinical.medication_check",
  "clinical.notes",
  "clinical.adherence",
  "clinical.risk",
  "clinical.scan",
  "clinical.research",
  "clinical.wellness",
  "neural.decode",
  "surveillance.stream",
  "robot.run",
  "voice.preview",
];
