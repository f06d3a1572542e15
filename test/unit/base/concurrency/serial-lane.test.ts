import assert from "node:assert/strict";
import { test } from "node:test";
import { SerialLane } from "../../../../src/base/concurrency/serial-lane.ts";

test("a serial lane runs work in order, one after the other", async () => {
  const lane = new SerialLane();
  const gate = Promise.withResolvers<void>();
  const steps: string[] = [];
  const first = lane.run(async () => {
    steps.push("first begins");
    await gate.promise;
    steps.push("first ends");
  });
  const second = lane.run(async () => {
    steps.push("second");
    return 2;
  });
  gate.resolve();
  await first;
  assert.equal(await second, 2);
  assert.deepEqual(steps, ["first begins", "first ends", "second"]);
});

test("work that fails rejects for its caller only", async () => {
  const lane = new SerialLane();
  const failing = lane.run(async () => {
    throw new TypeError("broken");
  });
  const next = lane.run(async () => "ran");
  await assert.rejects(failing, TypeError);
  assert.equal(await next, "ran");
  await lane.idle();
});
