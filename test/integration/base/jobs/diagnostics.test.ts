import assert from "node:assert/strict";
import { test } from "node:test";
import { fail } from "../../../../src/base/contract/fail.ts";
import type { Job } from "../../../../src/base/jobs/job.ts";
import { begun, crashed } from "../../../../src/base/jobs/lifecycle.ts";
import { caller, echoOperation, handler, makeJobs } from "../../../support/jobs/make-jobs.ts";
import { until } from "../../../support/box/wait.ts";

test("diagnostics show each phase and each attempt with times that were measured", async (t) => {
  let tries = 0;
  const { jobs } = await makeJobs(t, {
    random: () => 0,
    setup(made) {
      made.operations.register(echoOperation());
      made.register(
        handler(async ({ update }) => {
          tries += 1;
          await update({ phase: "reading" });
          if (tries === 1) throw fail("overloaded", "try again");
          await update({ phase: "writing", stages: { read: 2.5 } });
          return {};
        }),
      );
    },
  });
  const operation = jobs.operations.get("test.echo")!;
  const { job } = await jobs.submit(operation, { text: "x" }, { caller: caller() });
  const read = (): Job => jobs.get("default", job.id)!;
  await until(() => read().status === "completed");
  const { routing, steps, attempts, stages } = jobs.diagnostics(read());
  assert.equal(routing, null);
  assert.deepEqual(
    steps.map(({ name }) => name),
    ["queued", "running", "reading", "queued", "running", "reading", "writing"],
  );
  assert.ok(steps.every(({ duration_ms: ms }) => ms !== null && ms >= 0));
  assert.deepEqual(
    attempts.map(({ number, outcome, error_code: code }) => [number, outcome, code]),
    [
      [1, "retried", "overloaded"],
      [2, "completed", null],
    ],
  );
  assert.deepEqual(stages, { read: 2.5 });
  const total = steps.reduce((sum, step) => sum + step.duration_ms!, 0);
  assert.ok(total <= read().completedAtMs! - read().createdAtMs);
});

test("an attempt whose process died has no invented end", async (t) => {
  const { jobs } = await makeJobs(t, {
    setup(made) {
      made.operations.register(echoOperation());
      made.register(handler(async () => ({}), 0));
    },
  });
  const operation = jobs.operations.get("test.echo")!;
  const { job } = await jobs.submit(operation, { text: "x" }, { caller: caller() });
  const { steps, attempts } = jobs.diagnostics(crashed(begun(job, 1000), 9000));
  assert.deepEqual(
    steps.map(({ name, duration_ms: ms }) => [name, ms === null]),
    [
      ["queued", false],
      ["running", true],
      ["queued", true],
    ],
  );
  assert.deepEqual(attempts, [
    {
      number: 1,
      started_at: 1,
      duration_ms: null,
      outcome: "crashed",
      error_code: null,
      error_message: null,
    },
  ]);
});
