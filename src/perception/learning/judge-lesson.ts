import { isVetoed, type LearntCamera, learntScore } from "../core/learnt.ts";
import type { Example, GoldenExample, LearningOutcome } from "./examples.ts";

/** Parts, in the order of time, of which each is judged by what the others teach. */
const foldCount = 5;

/** True when an object with this score and description raises an alarm under the lesson; null: without one. */
export function isRaised(
  one: Pick<GoldenExample, "label" | "features"> & { score: number | null },
  learnt: LearntCamera | null,
  siteScore: number,
): boolean {
  const { label, score, features } = one;
  if (score === null) return false;
  if (!learnt) return score >= siteScore;
  if (learnt.veto && isVetoed(learnt.veto, label, features ?? undefined)) return false;
  return learntScore(learnt, label, score) >= learnt.siteScore;
}

/** Counts the marked objects that raise an alarm, by their marking; `raised` holds these objects. */
export function outcomeOf(
  examples: readonly Example[],
  raised: ReadonlySet<Example>,
): LearningOutcome {
  const count = (marking: Example["marking"]): number =>
    examples.filter((one) => one.marking === marking && raised.has(one)).length;
  return {
    realFound: count("real"),
    falseRaised: count("false_alarm") + count("unmarked"),
    missesFound: count("miss"),
  };
}

/** The examples that raise an alarm under one lesson. */
export function raisedBy(
  examples: readonly Example[],
  learnt: LearntCamera | null,
  siteScore: number,
): Set<Example> {
  return new Set(examples.filter((one) => isRaised(one, learnt, siteScore)));
}

/** The examples that raise an alarm where none is judged by a lesson that it was part of; `examples` by time. */
export function raisedWhenHeldOut(
  examples: readonly Example[],
  learn: (part: readonly Example[], fold: number) => LearntCamera | null,
  siteScore: number,
): Set<Example> {
  const raised = new Set<Example>();
  for (let fold = 0; fold < foldCount; fold += 1) {
    const isHeldOut = (at: number): boolean =>
      Math.floor((at * foldCount) / examples.length) === fold;
    const learnt = learn(
      examples.filter((_, at) => !isHeldOut(at)),
      fold,
    );
    for (const [at, one] of examples.entries()) {
      if (isHeldOut(at) && isRaised(one, learnt, siteScore)) raised.add(one);
    }
  }
  return raised;
}

/** True when fewer marked objects come out wrong and no fewer real ones are found. */
export function isBetter(after: LearningOutcome, before: LearningOutcome): boolean {
  const gain = before.falseRaised - after.falseRaised + after.missesFound - before.missesFound;
  return gain > 0 && after.realFound >= before.realFound;
}
