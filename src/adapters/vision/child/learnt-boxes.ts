import {
  isVetoed,
  type LearntCamera,
  learntScore,
  lowestScore,
} from "../../../perception/core/learnt.ts";
import type { Detector } from "../../inference/onnx/detector.ts";
import type { Candidate } from "../../inference/onnx/heads/nms.ts";

/** The camera's lessons if they were learnt with exactly this model; else undefined. */
function lessonsFor(
  learnt: LearntCamera | null | undefined,
  model: Detector,
): LearntCamera | undefined {
  return learnt?.model.sha256 === model.sha256 ? learnt : undefined;
}

/** The score from which the net's boxes are needed so that none above `minScore` is missed. */
export function neededScore(
  learnt: LearntCamera | null | undefined,
  model: Detector | undefined,
  minScore: number,
): number {
  const lessons = model && lessonsFor(learnt, model);
  return lessons ? lowestScore(lessons, minScore) : minScore;
}

/** The boxes that the camera's lessons leave, with the scores that they give. */
export function learntBoxes(
  boxes: readonly Candidate[],
  model: Detector,
  learnt: LearntCamera | null | undefined,
): readonly Candidate[] {
  const lessons = lessonsFor(learnt, model);
  if (!lessons) return boxes;
  const { veto } = lessons;
  return boxes.flatMap((box) => {
    const label = model.labels[box.classIndex]!;
    if (veto && isVetoed(veto, label, box.features)) return [];
    return [{ ...box, score: learntScore(lessons, label, box.score) }];
  });
}
