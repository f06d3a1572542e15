import { fileURLToPath } from "node:url";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { CameraLesson } from "../../perception/learning/learn-camera.ts";
import type { MarkedPicture, ModelLearner } from "../../perception/learning/learning-port.ts";
import type { InstalledModel } from "../../perception/models/installed-model.ts";
import { type ChildExit, ChildHandle, describeExit } from "../child-process/child-handle.ts";
import { forkDisposable } from "../child-process/start-child.ts";
import type { FromLearningChild, ToLearningChild } from "./child/protocol.ts";

const entry = fileURLToPath(new URL("./child/main.ts", import.meta.url));
/** 3000 pictures at a second each on a slow, busy box, and a margin. */
const deadlineMs = 3_600_000;

/** Learns in a process of its own, at the lowest priority, one picture at a time. */
export class ModelLearning implements ModelLearner {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async learn(
    subject: { model: InstalledModel; siteScore: number },
    pictures: AsyncIterable<MarkedPicture>,
  ): Promise<CameraLesson[]> {
    const child = new ChildHandle<ToLearningChild, FromLearningChild>(forkDisposable(entry));
    const deadline = this.#clock.after(deadlineMs, () => child.kill());
    let answered = Promise.withResolvers<FromLearningChild>();
    const ended = child.listen((answer) => answered.resolve(answer));
    const ask = async (message: ToLearningChild): Promise<FromLearningChild> => {
      answered = Promise.withResolvers<FromLearningChild>();
      child.send(message);
      const answer = await Promise.race([answered.promise, ended]);
      if ("stderr" in answer) throw fail("learning_refused", endOf(answer));
      if (answer.type !== "refusal") return answer;
      throw fail("learning_refused", `models: ${answer.message}`);
    };
    try {
      await ask({ type: "open", ...subject });
      for await (const picture of pictures) await ask({ type: "picture", picture });
      const answer = await ask({ type: "learn" });
      return answer.type === "lessons" ? answer.lessons : [];
    } finally {
      deadline.cancel();
      child.kill();
    }
  }
}

function endOf(exit: ChildExit): string {
  return `models: the process that learns has ended (${describeExit(exit)}). Try again`;
}
