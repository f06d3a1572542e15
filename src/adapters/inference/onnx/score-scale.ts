/**
 * The score that a net has at its best operating point, once it is scaled: the default of
 * `perception.min_score`. One setting then means the same with every net.
 */
export const operatingScore = 0.4;

/** Maps the scores of a net to the scale that all nets share, and back; 0 and 1 stay what they are. */
export interface ScoreScale {
  scaled(score: number): number;
  raw(score: number): number;
}

/**
 * The scale of a net that is at its best at `minScore` (its manifest's `min_score`): a power that
 * takes `minScore` to `operatingScore`. A net that names no score is taken as it is.
 */
export function scoreScale(minScore: number | undefined): ScoreScale {
  const isUsable = minScore !== undefined && minScore > 0 && minScore < 1;
  const power = isUsable ? Math.log(operatingScore) / Math.log(minScore) : 1;
  return { scaled: (score) => score ** power, raw: (score) => score ** (1 / power) };
}
