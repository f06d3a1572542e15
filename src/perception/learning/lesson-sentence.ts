import type { CameraLesson, LessonRefusal } from "./learn-camera.ts";
import { leastMarked } from "./learn-thresholds.ts";

/** One sentence on what was changed for the camera that people call `name`, or why nothing was. */
export function lessonSentence(
  { marked, before, after, learnt, reason }: CameraLesson,
  name: string,
): string {
  if (!learnt) return `${name}: nothing is changed, because ${reasonWords(reason)}.`;
  const scores = Object.entries(learnt.thresholds).map(
    ([label, score]) => `${label} from ${score}`,
  );
  const changes = [
    ...(learnt.veto ? [`a veto for ${learnt.veto.labels.join(", ")}`] : []),
    ...(scores.length > 0 ? [`scores: ${scores.join(", ")}`] : []),
  ];
  const gains = [
    `false alarms ${before.falseRaised} → ${after.falseRaised}`,
    `misses found ${before.missesFound} → ${after.missesFound} of ${marked.misses}`,
    `real ones ${before.realFound} → ${after.realFound}`,
  ];
  return `${name}: ${changes.join("; ")} (${gains.join(", ")}).`;
}

function reasonWords(reason: LessonRefusal | null): string {
  switch (reason?.kind) {
    case "one_class":
      return reason.missing === "real"
        ? "only false alarms are marked; mark real ones too"
        : "only real alarms are marked; mark false ones or misses too";
    case "too_few":
      return `no class has ${leastMarked} real and ${leastMarked} false or missed marks; mark more`;
    case "drops_golden":
      return `the veto would drop the golden ${reason.object}; check the marks of this camera`;
    default:
      return "the marked incidents would not come out better";
  }
}
