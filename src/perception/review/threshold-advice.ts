import type { AdviceWire } from "../wire/incident.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";

/** Scores are compared in hundredths, as a technician would write them. */
const steps = 100;

/**
 * Advises a higher `min_score` from the incidents that people judged: the threshold that removes most false
 * ones and no true one. An incident below the threshold would not have been raised.
 */
export function adviseThreshold(streamId: string, judged: readonly IncidentRecord[]): AdviceWire {
  const scores = (verdict: string): number[] =>
    judged.filter((one) => one.verdict === verdict).map((one) => one.confidence);
  const falseScores = scores("false_positive");
  const trueScores = scores("true_positive");
  const below = (list: readonly number[], minScore: number): number =>
    list.filter((score) => score < minScore).length;
  const options = Array.from({ length: steps - 1 }, (_, index) => (index + 1) / steps)
    .map((minScore) => ({
      min_score: minScore,
      false_removed: below(falseScores, minScore),
      true_removed: below(trueScores, minScore),
    }))
    .filter((one, index, all) => one.false_removed > (all[index - 1]?.false_removed ?? 0));
  const best = options.findLast((one) => one.true_removed === 0) ?? null;
  const counts = { false_positives: falseScores.length, true_positives: trueScores.length };
  return {
    object: "surveillance.advice",
    stream_id: streamId,
    ...counts,
    min_score: best?.min_score ?? null,
    options,
    sentence: sentenceOf(counts, best),
  };
}

function sentenceOf(
  counts: { false_positives: number; true_positives: number },
  best: { min_score: number; false_removed: number } | null,
): string {
  const { false_positives: wrong, true_positives: right } = counts;
  if (wrong === 0) return "No incident of this stream is marked as a false positive.";
  if (best === null) return "No min_score removes a false incident without a true one.";
  const doubt =
    right === 0 ? "; no incident is marked as true, so mark some before relying on it" : "";
  return `A min_score of ${best.min_score} would have removed ${best.false_removed} of ${wrong} false incidents and 0 of ${right} true ones${doubt}.`;
}
