/** Most values that describe one box. A net with more feature channels is not described. */
export const maxFeatures = 1024;

/**
 * Tells the false alarms of one camera from real objects by the model's own features of a box: logistic regression
 * with the standardisation folded into the weights.
 */
export interface Veto {
  /** One for each value of a box's description; at most `maxFeatures`. */
  weights: readonly number[];
  bias: number;
  /** A box is dropped from this value of `weights · features + bias` on. */
  dropFrom: number;
  /** Classes that it was learnt for; boxes of other classes pass. */
  labels: readonly string[];
}

/** The lessons of a site's verdicts about one camera and one model. */
export interface LearntCamera {
  /** Only boxes of exactly this model are changed. */
  model: { name: string; sha256: string };
  veto: Veto | null;
  /** By class, the score of this camera that counts as `siteScore`. */
  thresholds: Readonly<Record<string, number>>;
  /** The site's `min_score` when the thresholds were learnt, 0–1. */
  siteScore: number;
}

/** The value that a veto compares with `dropFrom`; higher is more like a false alarm. */
export function vetoValue({ weights, bias }: Veto, features: ArrayLike<number>): number {
  return weights.reduce((sum, weight, at) => sum + weight * features[at]!, bias);
}

/** True when the veto drops a box of class `label`. A box without features passes. */
export function isVetoed(
  veto: Veto,
  label: string,
  features: ArrayLike<number> | undefined,
): boolean {
  if (features?.length !== veto.weights.length || !veto.labels.includes(label)) return false;
  return vetoValue(veto, features) >= veto.dropFrom;
}

/**
 * The score of a box once the camera's threshold of its class is applied: the threshold becomes `siteScore`, 0 and 1
 * stay, and the rest follows in straight lines. Classes without a threshold keep their score.
 */
export function learntScore(
  { thresholds, siteScore }: Pick<LearntCamera, "thresholds" | "siteScore">,
  label: string,
  score: number,
): number {
  const threshold = thresholds[label];
  if (threshold === undefined) return score;
  if (score < threshold) return (score / threshold) * siteScore;
  return siteScore + ((score - threshold) / (1 - threshold)) * (1 - siteScore);
}

/** The lowest score of a net that can become `minScore` with the camera's thresholds. */
export function lowestScore(
  { thresholds, siteScore }: Pick<LearntCamera, "thresholds" | "siteScore">,
  minScore: number,
): number {
  const share = minScore / siteScore;
  return Object.values(thresholds).reduce(
    (lowest, threshold) => Math.min(lowest, Math.min(1, share) * threshold),
    minScore,
  );
}
