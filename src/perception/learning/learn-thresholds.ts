import type { Example } from "./examples.ts";

/** Marked objects of a kind and a class that a lesson needs at least: with fewer, chance decides. */
export const leastMarked = 5;
/** Thresholds are compared in hundredths, as a technician would write them. */
const hundredths = 100;
/** Lowest threshold: below it a net's boxes are noise. */
const leastThreshold = 0.1;
const greatestThreshold = 0.9;

/** The classes of which enough real objects, raised or missed, are marked. */
export function labelsWithReal(examples: readonly Example[]): string[] {
  const counts = new Map<string, number>();
  for (const { label, marking } of examples) {
    if (marking === "real" || marking === "miss") counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= leastMarked).map(([label]) => label);
}

/**
 * For each class the score that keeps every real object that `siteScore` keeps, finds most misses and raises the
 * fewest false alarms; among equally good ones the middle of the widest run. Classes that `siteScore` serves as well
 * are left out, and those of which too few real objects are marked.
 */
export function learnThresholds(
  examples: readonly Example[],
  siteScore: number,
): Record<string, number> {
  const thresholds: Record<string, number> = {};
  for (const label of labelsWithReal(examples)) {
    const own = examples.filter((one) => one.label === label);
    const threshold = bestThreshold(own, siteScore);
    if (threshold !== undefined) thresholds[label] = threshold;
  }
  return thresholds;
}

function bestThreshold(examples: readonly Example[], siteScore: number): number | undefined {
  const before = costAt(examples, siteScore);
  const options: { threshold: number; cost: number }[] = [];
  for (let step = leastThreshold * hundredths; step <= greatestThreshold * hundredths; step += 1) {
    const threshold = Math.round(step) / hundredths;
    if (realAbove(examples, threshold) < realAbove(examples, siteScore)) break;
    options.push({ threshold, cost: costAt(examples, threshold) });
  }
  const least = Math.min(...options.map(({ cost }) => cost));
  if (options.length === 0 || least >= before) return undefined;
  return middleOfWidestRun(options, least);
}

/** Errors at a threshold: false alarms and unmarked boxes raised, and misses not found. */
function costAt(examples: readonly Example[], threshold: number): number {
  return examples.filter(({ marking, score }) => {
    const isAbove = score !== null && score >= threshold;
    if (marking === "miss") return !isAbove;
    return marking !== "real" && isAbove;
  }).length;
}

function realAbove(examples: readonly Example[], threshold: number): number {
  return examples.filter(
    ({ marking, score }) => marking === "real" && score !== null && score >= threshold,
  ).length;
}

function middleOfWidestRun(
  options: readonly { threshold: number; cost: number }[],
  cost: number,
): number {
  let widest: number[] = [];
  let run: number[] = [];
  for (const option of options) {
    run = option.cost === cost ? [...run, option.threshold] : [];
    if (run.length > widest.length) widest = run;
  }
  return widest[widest.length >> 1]!;
}
