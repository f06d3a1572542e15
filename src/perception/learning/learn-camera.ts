import { isVetoed, type LearntCamera } from "../core/learnt.ts";
import type { Example, GoldenExample, LearningOutcome } from "./examples.ts";
import { isBetter, isRaised, outcomeOf, raisedBy, raisedWhenHeldOut } from "./judge-lesson.ts";
import { labelsWithReal, leastMarked, learnThresholds } from "./learn-thresholds.ts";
import { type TrainedVeto, trainVeto, vetoAt } from "./train-veto.ts";

/** The model and the score of the site that lessons are for. */
export interface LearningSubject {
  model: { name: string; sha256: string };
  siteScore: number;
}

/** The result for one camera. */
export interface CameraLesson {
  streamId: string;
  marked: { real: number; falseAlarms: number; misses: number };
  /** The outcome for the marked objects today. */
  before: LearningOutcome;
  /** The same where each part is judged by what the others teach; equal to `before` without a lesson. */
  after: LearningOutcome;
  /** Null where nothing is changed. */
  learnt: LearntCamera | null;
  /** Why nothing is changed; null with a lesson. */
  reason: LessonRefusal | null;
}

/** Why a camera gets no lesson. `object`: the golden object that it would drop, such as `car at [0, 0.4, 0.2, 0.7]`. */
export type LessonRefusal =
  | { kind: "one_class"; missing: "real" | "false_alarm" }
  | { kind: "too_few" }
  | { kind: "not_better" }
  | { kind: "drops_golden"; object: string };

/** A camera's marked objects, and real ones of the site's other cameras. */
export interface CameraExamples {
  streamId: string;
  own: readonly Example[];
  /** Real alarms of other cameras: a quiet camera rarely has real ones of its own. */
  realElsewhere: readonly Example[];
}

/**
 * Learns a veto and thresholds for one camera and keeps what makes its marked objects come out better without losing a
 * real one: cross-validated over five parts in the order of time, and checked against the golden objects.
 */
export function learnCamera(
  camera: CameraExamples,
  subject: LearningSubject,
  golden: readonly GoldenExample[],
): CameraLesson {
  const { streamId, own, realElsewhere } = camera;
  const examples = [...own, ...realElsewhere].toSorted((a, b) => a.atMs - b.atMs);
  const today = raisedBy(examples, null, subject.siteScore);
  const before = outcomeOf(own, today);
  const lesson = { streamId, marked: countsOf(own), before, after: before, learnt: null };
  const lack = lackOf(examples);
  if (lack) return { ...lesson, reason: lack };
  const trials = tryForms(examples, subject);
  const better = trials.filter(({ raised }) =>
    isBetter(outcomeOf(examples, raised), outcomeOf(examples, today)),
  );
  let dropped: GoldenExample | undefined;
  for (const { learnt, raised } of better.toSorted((a, b) => b.gain - a.gain)) {
    dropped = golden.find((one) => isDropped(one, learnt, subject.siteScore));
    if (!dropped) return { ...lesson, after: outcomeOf(own, raised), learnt, reason: null };
  }
  if (!dropped) return { ...lesson, reason: { kind: "not_better" } };
  const object = `${dropped.label} at [${dropped.box.join(", ")}]`;
  return { ...lesson, reason: { kind: "drops_golden", object } };
}

interface Trial {
  learnt: LearntCamera;
  /** Examples that raise an alarm when each is held out. */
  raised: ReadonlySet<Example>;
  gain: number;
}

/** Tries every form; each part's veto is trained once. */
function tryForms(examples: readonly Example[], subject: LearningSubject): Trial[] {
  const trained = new Map<number, TrainedVeto | undefined>();
  const vetoOf = (part: readonly Example[], fold: number): TrainedVeto | undefined => {
    if (!trained.has(fold)) trained.set(fold, trainedOn(part));
    return trained.get(fold);
  };
  return forms.flatMap((form) => {
    const learn = (part: readonly Example[], fold: number): LearntCamera | null =>
      learnFrom(part, subject, { ...form, trained: vetoOf(part, fold) });
    const learnt = learn(examples, -1);
    if (!learnt) return [];
    const raised = raisedWhenHeldOut(examples, learn, subject.siteScore);
    const { falseRaised, missesFound } = outcomeOf(examples, raised);
    return [{ learnt, raised, gain: missesFound - falseRaised }];
  });
}

/** Trained on the classes of which both kinds are marked: what no real object vouches for is not dropped. */
function trainedOn(examples: readonly Example[]): TrainedVeto | undefined {
  const labels = labelsWithReal(examples).filter((label) =>
    examples.some((one) => one.label === label && one.marking === "false_alarm"),
  );
  const samples = examples.flatMap(({ features, marking, label }) =>
    features === null || marking === "unmarked" || !labels.includes(label)
      ? []
      : [{ features, isFalse: marking === "false_alarm" }],
  );
  return trainVeto(samples, labels);
}

function isDropped(one: GoldenExample, learnt: LearntCamera, siteScore: number): boolean {
  return isRaised(one, null, siteScore) && !isRaised(one, learnt, siteScore);
}

interface LessonForm {
  /** `share` of `vetoAt`; null: no veto. */
  vetoShare: number | null;
  thresholds: boolean;
}

/** The simplest and most careful first: it wins a tie. */
const forms: readonly LessonForm[] = [
  { vetoShare: null, thresholds: true },
  { vetoShare: 0.75, thresholds: false },
  { vetoShare: 0.5, thresholds: false },
  { vetoShare: 0.25, thresholds: false },
  { vetoShare: 0.75, thresholds: true },
  { vetoShare: 0.5, thresholds: true },
  { vetoShare: 0.25, thresholds: true },
];

function countsOf(examples: readonly Example[]): CameraLesson["marked"] {
  const count = (marking: Example["marking"]): number =>
    examples.filter((one) => one.marking === marking).length;
  return { real: count("real"), falseAlarms: count("false_alarm"), misses: count("miss") };
}

function lackOf(examples: readonly Example[]): LessonRefusal | undefined {
  const { real, falseAlarms, misses } = countsOf(examples);
  if (real + misses === 0) return { kind: "one_class", missing: "real" };
  if (falseAlarms + misses === 0) return { kind: "one_class", missing: "false_alarm" };
  const labels = labelsWithReal(examples);
  const own = countsOf(examples.filter((one) => labels.includes(one.label)));
  const isEnough = own.falseAlarms >= leastMarked || own.misses >= leastMarked;
  return isEnough ? undefined : { kind: "too_few" };
}

function learnFrom(
  examples: readonly Example[],
  { model, siteScore }: LearningSubject,
  form: LessonForm & { trained: TrainedVeto | undefined },
): LearntCamera | null {
  const { vetoShare, trained } = form;
  const veto = vetoShare !== null && trained ? vetoAt(trained, vetoShare) : null;
  const left = veto
    ? examples.filter(({ label, features }) => !isVetoed(veto, label, features ?? undefined))
    : examples;
  const thresholds = form.thresholds ? learnThresholds(left, siteScore) : {};
  if (vetoShare !== null && !veto) return null;
  if (form.thresholds && Object.keys(thresholds).length === 0) return null;
  return { model, veto, thresholds, siteScore };
}
