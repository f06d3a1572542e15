import type { Job } from "../../../../../client/source/generated.ts";
import { Badge, type Tone } from "../../../parts/notice.tsx";
import { words } from "../../../words/words.ts";

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

const everyType: Readonly<Record<Job["type"], true>> = {
  "campaign.generation": true,
  "image.generation": true,
  "ad.generation": true,
  "image.edit": true,
  "ad.localization": true,
  "avatar.generation": true,
  "brand.extraction": true,
  "brand.projection": true,
  "health.triage": true,
  "clinical.decision_support": true,
  "clinical.medication_check": true,
  "clinical.notes": true,
  "clinical.adherence": true,
  "clinical.risk": true,
  "clinical.scan": true,
  "clinical.research": true,
  "clinical.wellness": true,
  "neural.decode": true,
  "surveillance.stream": true,
  "robot.run": true,
  "voice.preview": true,
  "robot.command": true,
  run: true,
};

/** Types that jobs have, in the order of the contract; one that is missing above does not compile. */
export const jobTypes = Object.keys(everyType) as Job["type"][];
