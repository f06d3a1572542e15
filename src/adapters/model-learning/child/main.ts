import { constants, setPriority } from "node:os";
import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import type { Example, GoldenExample } from "../../../perception/learning/examples.ts";
import {
  type CameraLesson,
  learnCamera,
  type LearningSubject,
} from "../../../perception/learning/learn-camera.ts";
import { Detector } from "../../inference/onnx/detector.ts";
import { OnnxExecutor } from "../../inference/onnx/onnx-executor.ts";
import type { FromLearningChild, ToLearningChild } from "./protocol.ts";
import { examplesOf, goldenExamples } from "./read-examples.ts";

/** Newest real alarms of other cameras that a camera learns from, of each class. */
const maxElsewhere = 100;

interface OpenLearning {
  detector: Detector;
  subject: LearningSubject;
  golden: readonly GoldenExample[];
}

const examples: Example[] = [];
let open: OpenLearning | undefined;

async function answerTo(message: ToLearningChild): Promise<FromLearningChild> {
  if (message.type === "open") {
    const { model, siteScore } = message;
    const executor = new OnnxExecutor({ threads: 1 });
    const detector = await Detector.load({ ...model, withFeatures: true }, executor);
    const golden = await goldenExamples(detector, model);
    const { name, sha256 } = model.manifest;
    open = { detector, golden, subject: { model: { name, sha256 }, siteScore } };
    return { type: "ready" };
  }
  const { detector, subject } = open!;
  if (message.type === "picture") {
    // A damaged picture teaches nothing; the others do.
    const found = await examplesOf(detector, message.picture, subject.siteScore).catch(() => []);
    examples.push(...found);
    return { type: "ready" };
  }
  return { type: "lessons", lessons: lessons(open!) };
}

function lessons({ subject, golden }: OpenLearning): CameraLesson[] {
  const streamIds = [...new Set(examples.map(({ streamId }) => streamId))].toSorted();
  return streamIds.map((streamId) => {
    const own = examples.filter((one) => one.streamId === streamId);
    const real = examples.filter((one) => one.streamId !== streamId && one.marking === "real");
    const byLabel = Map.groupBy(real, ({ label }) => label);
    const realElsewhere = [...byLabel.values()].flatMap((list) => list.slice(0, maxElsewhere));
    return learnCamera({ streamId, own, realElsewhere }, subject, golden);
  });
}

setPriority(constants.priority.PRIORITY_LOW);
process.on("message", (message: ToLearningChild) => {
  void answerTo(message)
    .catch((error: unknown): FromLearningChild => {
      const reason = GatehouseError.find(error)?.message ?? describeError(error);
      return { type: "refusal", message: reason };
    })
    .then((answer) => process.send?.(answer));
});
process.on("disconnect", () => process.exit(0));
