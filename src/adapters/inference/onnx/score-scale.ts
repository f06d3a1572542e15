/**
 * The score of a model at its best operating point, after scaling: the default of `perception.min_score`. One
 * setting then means the same with every model.
 */
export const operatingScore = 0.4;

/** Maps the scores of a model to the common scale, and back; 0 and 1 stay. */
export interface ScoreScale {
  scaled(score: number): number;
  raw(score: number): number;
}

/**
 * The scale of a model whose best operating point is `minScore` (its manifest's `min_score`): a power that
 * maps `minScore` to `operatingScore`. A model without a score stays unscaled.
 */
export function scoreScale(minScore: number | undefined): ScoreScale {
  const isUsable = minScore !== undefined && minScore > 0 && minScore < 1;
  const power = isUsable ? Math.log(operatingScore) / Math.log(minScore) : 1;
  return { scaled: (score) => score ** power, raw: (score) => score ** (1 / power) };
}
