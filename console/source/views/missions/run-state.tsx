import { Badge, type Tone } from "../../parts/notice.tsx";
import { words } from "../../words/words.ts";

const tones: Readonly<Record<string, Tone>> = {
  completed: "good",
  failed: "critical",
  cancelled: "neutral",
  waiting: "warning",
  asking: "warning",
  paused: "warning",
};

/** The state of a mission's run: that of its job, or what it does now. */
export function StateBadge({ state }: { state: string }) {
  const { runs, missions } = words.value;
  const names: Readonly<Record<string, string>> = {
    ...runs.statuses,
    ...runs.states,
    ...missions.states,
  };
  return <Badge tone={tones[state] ?? "info"}>{names[state] ?? state}</Badge>;
}
