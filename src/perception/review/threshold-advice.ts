import type { IncidentRecord } from "../incidents/incident-record.ts";

/** A threshold with the numbers of judged incidents that it would have removed. */
export interface ThresholdOption {
  minScore: number;
  falseRemoved: number;
  trueRemoved: number;
}

/** The advice on a stream's thresholds from its judged incidents. */
export interface ThresholdAdvice {
  streamId: string;
  falsePositives: number;
  truePositives: number;
  /** The advised threshold; null for none. */
  minScore: number | null;
  /** Thresholds that remove one more false incident each, lowest first. */
  options: ThresholdOption[];
  sentence: string;
}

/** Scores are compared in hundredths, as a technician would write them. */
const steps = 100;

/**
 * Advises a higher `min_score` from the incidents that people judged: the threshold that removes most false
 * ones and no true one. An incident below the threshold would not have been raised.
 */
export function adviseThreshold(
  streamId: string,
  judged: readonly IncidentRecord[],
): ThresholdAdvice {
  const scores = (verdict: string): number[] =>
    judged.filter((one) => one.verdict === verdict).map((one) => one.confidence);
  const falseScores = scores("false_positive");
  const trueScores = scores("true_positive");
  const below = (list: readonly number[], minScore: number): number =>
    list.filter((score) => score < minScore).length;
  const options = Array.from({ length: steps - 1 }, (_, index) => (index + 1) / steps)
    .map((minScore) => ({
      minScore,
      falseRemoved: below(falseScores, minScore),
      trueRemoved: below(trueScores, minScore),
    }))
    .filter((one, index, all) => one.falseRemoved > (all[index - 1]?.falseRemoved ?? 0));
  const best = options.findLast((one) => one.trueRemoved === 0) ?? null;
  const counts = { falsePositives: falseScores.length, truePositives: trueScores.length };
  return {
    streamId,
    ...counts,
    minScore: best?.minScore ?? null,
    options,
    sentence: sentenceOf(counts, best),
  };
}

function sentenceOf(
  counts: Pick<ThresholdAdvice, "falsePositives" | "truePositives">,
  best: ThresholdOption | null,
): string {
  const { falsePositives: wrong, truePositives: right } = counts;
  if (wrong === 0) return "No incident of this stream is marked as a false positive.";
  if (best === null) return "No min_score removes a false incident without a true one.";
  const doubt =
    right === 0 ? "; no incident is marked as true, so mark some before relying on it" : "";
  return `A min_score of ${best.minScore} would have removed ${best.falseRemoved} of ${wrong} false incidents and 0 of ${right} true ones${doubt}.`;
}
