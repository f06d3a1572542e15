import assert from "node:assert/strict";
import { test } from "node:test";
import type { Example, Marking } from "../../../../src/perception/learning/examples.ts";
import {
  type CameraExamples,
  learnCamera,
} from "../../../../src/perception/learning/learn-camera.ts";

const subject = { model: { name: "net", sha256: "0".repeat(64) }, siteScore: 0.4 };
const size = 24;

/** Numbers from -1 to 1, the same on every run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % (2 ** 31 - 1);
    return (state / 2 ** 31) * 2 - 1;
  };
}

/** Examples whose first feature says which kind they are; the others are noise. */
function marked(marking: Marking, count: number, score: number): Example[] {
  const next = noise(count + score * 100 + marking.length);
  const mean = marking === "false_alarm" ? 2.5 : -2.5;
  return Array.from({ length: count }, (_, index) => ({
    streamId: "yard",
    label: "person",
    marking,
    atMs: index * 1000,
    score,
    features: Float32Array.from({ length: size }, (__, at) => next() + (at === 0 ? mean : 0)),
  }));
}

const camera = (...own: Example[][]): CameraExamples => ({
  streamId: "yard",
  own: own.flat(),
  realElsewhere: [],
});
const golden = (first: number) => ({
  label: "person",
  box: [0.1, 0.2, 0.3, 0.4],
  score: 0.8,
  features: Float32Array.from({ length: size }, (_, at) => (at === 0 ? first : 0)),
});

test("a veto removes the false alarms of a camera and keeps its real ones", () => {
  const lesson = learnCamera(
    camera(marked("real", 20, 0.6), marked("false_alarm", 20, 0.6)),
    subject,
    [golden(-2.5)],
  );
  assert.deepEqual(lesson.before, { realFound: 20, falseRaised: 20, missesFound: 0 });
  assert.equal(lesson.after.realFound, 20);
  assert.ok(lesson.after.falseRaised <= 10, `${lesson.after.falseRaised} false alarms are left`);
  assert.equal(lesson.learnt?.veto?.weights.length, size);
  assert.equal(lesson.reason, null);
});

test("a veto that would drop a golden object is refused by name", () => {
  const examples = camera(marked("real", 20, 0.6), marked("false_alarm", 20, 0.6));
  const lesson = learnCamera(examples, subject, [golden(3)]);
  assert.deepEqual(lesson.reason, {
    kind: "drops_golden",
    object: "person at [0.1, 0.2, 0.3, 0.4]",
  });
  assert.deepEqual([lesson.learnt, lesson.after], [null, lesson.before]);
});

test("marks of one kind teach nothing, and the lesson says which kind is missing", () => {
  const onlyFalse = learnCamera(camera(marked("false_alarm", 20, 0.6)), subject, []);
  assert.deepEqual(onlyFalse.reason, { kind: "one_class", missing: "real" });
  const onlyReal = learnCamera(camera(marked("real", 20, 0.6)), subject, []);
  assert.deepEqual(onlyReal.reason, { kind: "one_class", missing: "false_alarm" });
  const few = learnCamera(
    camera(marked("real", 3, 0.6), marked("false_alarm", 20, 0.6)),
    subject,
    [],
  );
  assert.deepEqual(few.reason, { kind: "too_few" });
});

test("real alarms of other cameras serve a camera that has none", () => {
  const elsewhere = marked("real", 20, 0.6).map((one) => ({ ...one, streamId: "gate" }));
  const own = marked("false_alarm", 20, 0.6);
  const lesson = learnCamera({ streamId: "yard", own, realElsewhere: elsewhere }, subject, []);
  assert.equal(lesson.reason, null);
  assert.ok(lesson.after.falseRaised < lesson.before.falseRaised);
});

test("misses lower the threshold of their class where no false alarm comes in", () => {
  const plain = (marking: Marking, count: number, score: number): Example[] =>
    marked(marking, count, score).map((one) => ({ ...one, features: null }));
  const examples = camera(
    plain("real", 8, 0.7),
    plain("miss", 8, 0.3),
    plain("false_alarm", 8, 0.15),
  );
  const lesson = learnCamera(examples, subject, []);
  assert.deepEqual(lesson.after, { realFound: 8, falseRaised: 0, missesFound: 8 });
  const threshold = lesson.learnt?.thresholds["person"] ?? Number.NaN;
  assert.ok(threshold > 0.15 && threshold <= 0.3, `${threshold}`);
  assert.equal(lesson.learnt?.veto, null);
});

test("marks that the net cannot tell apart change nothing", () => {
  const same = marked("real", 20, 0.6);
  const examples = camera(
    same,
    same.map((one) => ({ ...one, marking: "false_alarm" as const })),
  );
  const lesson = learnCamera(examples, subject, []);
  assert.deepEqual([lesson.reason, lesson.learnt], [{ kind: "not_better" }, null]);
});

test("the same marks give the same lesson", () => {
  const examples = camera(marked("real", 20, 0.6), marked("false_alarm", 20, 0.6));
  assert.deepEqual(learnCamera(examples, subject, []), learnCamera(examples, subject, []));
});
