import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Detector } from "../../src/adapters/inference/onnx/detector.ts";
import type { Executor } from "../../src/perception/models/executor.ts";
import type { InstalledModel } from "../../src/perception/models/installed-model.ts";
import { dogFrame, movedDog } from "../support/perception/moving-dog.ts";

/** An executor and the net of `support/moving-dog.ts` in the form that it takes. */
export interface ExecutorUnderTest {
  executor: Executor;
  model: InstalledModel;
}

/** What the suite needs of an implementation. */
export interface ExecutorMaker {
  /** Why it cannot run here, or false. */
  skip?: string | false;
  /** `isBroken`: the net gives a number that is none. */
  make(t: TestContext, isBroken: boolean): Promise<ExecutorUnderTest>;
}

/** Pixels by which a box may differ between executors. */
const TOLERANCE_PX = 0.01;
const dims = [1, 96, 128, 3];

async function assertSeesDog(detector: Detector): Promise<void> {
  const [boxes] = await detector.detect([dogFrame], 0.4);
  assert.equal(boxes!.length, 1);
  const { x1, y1, x2, y2, score, classIndex } = boxes![0]!;
  assert.equal(detector.labels[classIndex], "dog");
  assert.ok(Math.abs(score - 0.9526) < 0.001);
  const sides = [x1, y1, x2, y2];
  assert.ok(
    sides.every((side, at) => Math.abs(side - movedDog[at]!) < TOLERANCE_PX),
    `${sides.join()} instead of ${movedDog.join()}`,
  );
}

/** What every `Executor` promises. */
export function executorConformance(name: string, { skip = false, make }: ExecutorMaker): void {
  const promise = (what: string, run: (t: TestContext) => Promise<void>): void => {
    void test(`${name}: ${what}`, { skip }, run);
  };

  promise("the same picture gives the same boxes as everywhere", async (t) => {
    const { executor, model } = await make(t, false);
    assert.equal(await executor.obstacle(model), undefined);
    const detector = await Detector.load(model, executor);
    t.after(() => detector.close());
    await assertSeesDog(detector);
    await assertSeesDog(detector);
    assert.ok(detector.note.length > 0);
  });

  promise("a net that gives no numbers is refused by name", async (t) => {
    const { executor, model } = await make(t, true);
    await assert.rejects(Detector.load(model, executor), {
      code: "model_unavailable",
      message: /moving-dog.*not a number/,
    });
  });

  promise("a tensor of another shape or type is refused, and the net goes on", async (t) => {
    const { executor, model } = await make(t, false);
    const net = await executor.load(model);
    t.after(() => net.close());
    const floats = Float32Array.from(dogFrame);
    for (const wrong of [
      { data: dogFrame.subarray(0, dogFrame.length / 2), dims: [1, 48, 128, 3] },
      { data: floats, dims },
    ]) {
      await assert.rejects(net.run(wrong), { code: "model_unavailable" });
    }
    const outputs = await net.run({ data: dogFrame, dims });
    assert.deepEqual([...outputs.keys()], ["boxes", "logits"]);
    assert.deepEqual(outputs.get("boxes")!.dims, [1, 1, 4]);
  });

  promise("a net that is closed during a run lets it end, and takes no more", async (t) => {
    const { executor, model } = await make(t, false);
    const net = await executor.load(model);
    const run = net.run({ data: dogFrame, dims });
    const closing = net.close();
    const [outcome] = await Promise.allSettled([run]);
    await closing;
    await net.close();
    if (outcome.status === "rejected") {
      assert.equal((outcome.reason as { code?: string }).code, "model_unavailable");
    }
    await assert.rejects(net.run({ data: dogFrame, dims }), { code: "model_unavailable" });
  });

  promise("two loads of one model do not disturb each other", async (t) => {
    const { executor, model } = await make(t, false);
    const [first, second] = await Promise.all([
      Detector.load(model, executor),
      Detector.load(model, executor),
    ]);
    t.after(() => second.close());
    await Promise.all([assertSeesDog(first), assertSeesDog(second)]);
    await first.close();
    await assertSeesDog(second);
  });
}
