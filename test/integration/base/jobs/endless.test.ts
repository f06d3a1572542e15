import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { endlessAttempts } from "../../../../src/base/jobs/job.ts";
import type { PreparedJob } from "../../../../src/base/jobs/operation.ts";
import { until } from "../../../support/box/wait.ts";
import {
  caller,
  echoOperation,
  handler,
  makeJobs,
  untilAborted,
} from "../../../support/jobs/make-jobs.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";

const own = caller();
const camera: Partial<PreparedJob> = {
  deadlineMs: null,
  maxAttempts: endlessAttempts,
  tags: { streamId: "gate" },
};

/** A running job of a camera among ended ones. */
async function rig(t: TestContext) {
  let isHeld = false;
  const { jobs } = await makeJobs(t, {
    setup: (made) => {
      made.operations.register(echoOperation());
      made.register(handler((context) => (isHeld ? untilAborted(context) : Promise.resolve({}))));
    },
  });
  const submit = async (prepared: Partial<PreparedJob> = {}) =>
    (await jobs.submit(echoOperation(prepared), { text: "a" }, { caller: own })).job.id;
  const isEnded = (id: string) => jobs.get(own.org, id)!.status === "completed";
  const ended: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const id = await submit();
    await until(() => isEnded(id));
    ended.unshift(id);
  }
  isHeld = true;
  const running = await submit(camera);
  await until(() => jobs.get(own.org, running)!.status === "processing");
  return { jobs, ended, running };
}

test("a list without live jobs leaves out those of cameras, in every page and in the total", async (t) => {
  const { jobs, ended, running } = await rig(t);
  const page = { limit: 2, offset: 0 };
  assert.equal(jobs.list(own.org, {}, page).total, 4);
  const first = jobs.list(own.org, { live: false }, page);
  const ids = first.items.map(({ id }) => id);
  assert.deepEqual([ids, first.total, first.hasMore], [ended.slice(0, 2), 3, true]);
  const next = jobs.list(own.org, { live: false }, { ...page, after: first.nextCursor! });
  assert.deepEqual(
    next.items.map(({ id }) => id),
    ended.slice(2),
  );
  for (const filters of [
    { status: "processing" },
    { tags: { streamId: "gate" } },
    { status: "processing", type: "run" },
  ] as const) {
    assert.equal(jobs.list(own.org, filters, page).items[0]?.id, running);
    const without = jobs.list(own.org, { ...filters, live: false }, page);
    assert.deepEqual([without.items, without.total], [[], 0]);
  }
  const completed = jobs.list(own.org, { status: "completed", live: false }, page);
  assert.equal(completed.total, 3);
});

test("the job of a camera is not counted as running, and its deletion names the way to the camera", async (t) => {
  const { jobs, running } = await rig(t);
  assert.equal(jobs.counts().running, 0);
  const error = await codedError(() => jobs.remove(own.org, running));
  assert.equal(error.code, "conflict");
  assert.match(error.message, /`gate`.*DELETE \/api\/v1\/surveillance\/streams\/gate$/);
  assert.equal(jobs.get(own.org, running)!.status, "processing");
});
