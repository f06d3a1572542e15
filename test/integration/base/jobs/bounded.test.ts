import assert from "node:assert/strict";
import { test } from "node:test";
import { isTerminal } from "../../../../src/base/jobs/job-terms.ts";
import { caller, echoOperation, handler, makeJobs } from "../../../support/jobs/make-jobs.ts";
import { until } from "../../../support/box/wait.ts";

test("jobs with a bound of their own wait in the queue, and hold up no others of their type", async (t) => {
  let most = 0;
  let running = 0;
  const doors = new Map<string, () => void>();
  const operation = echoOperation();
  const made = await makeJobs(t, {
    setup: (jobs) =>
      jobs.register({
        ...handler(async ({ job }) => {
          running += 1;
          most = Math.max(most, job.inputEcho["length"] === 1 ? running : 0);
          await new Promise<void>((open) => doors.set(job.id, open));
          running -= 1;
          return { payload: {} };
        }, Number.POSITIVE_INFINITY),
        bounded: { concurrency: 2, holds: (job) => job.inputEcho["length"] === 1 },
      }),
  });
  const submit = async (text: string) =>
    (await made.jobs.submit(operation, { text }, { caller: caller() })).job.id;
  const small: string[] = [];
  for (let count = 0; count < 5; count += 1) small.push(await submit("a"));
  await until(() => doors.size === 2);
  const state = (id: string) => made.jobs.get("default", id)!.status;
  assert.deepEqual(small.map(state).toSorted(), [
    "processing",
    "processing",
    "queued",
    "queued",
    "queued",
  ]);
  const large = await submit("many");
  await until(() => doors.has(large));
  doors.get(large)!();
  await until(() => isTerminal(state(large)));
  while (small.some((id) => !isTerminal(state(id)))) {
    for (const [id, open] of doors) {
      doors.delete(id);
      open();
    }
    await until(() => doors.size > 0 || small.every((id) => isTerminal(state(id))));
  }
  assert.equal(most, 2);
  assert.deepEqual(
    small.map(state),
    Array.from({ length: 5 }, () => "completed"),
  );
});
