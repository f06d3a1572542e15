import type { LearntWire, MissWire } from "../wire/learning-answers.ts";
import type { LearningOutcome } from "./examples.ts";
import type { LearntLessons } from "./learnt-record.ts";
import { lessonSentence } from "./lesson-sentence.ts";
import type { MissRecord } from "./miss-record.ts";

/** The lessons on the wire. */
export function learntWire({ record, nameOf }: LearntLessons): LearntWire {
  const { atMs, modelName, lessons } = record;
  return {
    learnt_at: atMs / 1000,
    model: modelName,
    cameras: lessons.map((lesson) => ({
      stream_id: lesson.streamId,
      changed: lesson.learnt !== null,
      veto: lesson.learnt?.veto?.labels.slice() ?? [],
      min_scores: { ...lesson.learnt?.thresholds },
      marked: {
        real: lesson.marked.real,
        false_alarms: lesson.marked.falseAlarms,
        misses: lesson.marked.misses,
      },
      before: outcomeWire(lesson.before),
      after: outcomeWire(lesson.after),
      sentence: lessonSentence(lesson, nameOf(lesson.streamId)),
    })),
  };
}

function outcomeWire(outcome: LearningOutcome) {
  return {
    real_found: outcome.realFound,
    false_raised: outcome.falseRaised,
    misses_found: outcome.missesFound,
  };
}

/** A miss on the wire. */
export function missWire({ id, streamId, label, boxNorm, atMs, markedBy }: MissRecord): MissWire {
  return {
    id,
    object: "surveillance.miss",
    stream_id: streamId,
    label,
    box: [...boxNorm],
    created_at: atMs / 1000,
    created_by: markedBy,
  };
}
