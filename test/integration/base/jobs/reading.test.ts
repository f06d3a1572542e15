import assert from "node:assert/strict";
import { test } from "node:test";
import type { JobFilters } from "../../../../src/base/jobs/job-list.ts";
import type { Jobs } from "../../../../src/base/jobs/jobs.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import {
  caller,
  echoOperation,
  handler,
  makeJobs,
  untilAborted,
} from "../../../support/jobs/make-jobs.ts";
import { until } from "../../../support/box/wait.ts";

const parked = { setup: (jobs: Jobs) => jobs.register(handler(untilAborted, 0)) };
const from = { caller: caller() };

/** Twelve jobs, one per millisecond: even ones of stream a with reference r, every third cancelled. */
async function twelve(jobs: Jobs, clock: FakeClock): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    clock.advance(1);
    const operation = echoOperation({
      tags: { streamId: n % 2 ? "b" : "a" },
      clientReferenceId: n % 2 ? null : "r",
    });
    const { job } = await jobs.submit(operation, { text: "" }, from);
    ids.push(job.id);
    if (n % 3 === 0) await jobs.cancel("default", job.id);
  }
  return ids;
}

test("lists are newest first and can be narrowed by each filter and by all together", async (t) => {
  const clock = new FakeClock();
  const { jobs } = await makeJobs(t, { ...parked, clock });
  const ids = await twelve(jobs, clock);
  const found = (filters: JobFilters): { at: number[]; total: number } => {
    const { items, total } = jobs.list("default", filters, { limit: 100, offset: 0 });
    return { at: items.map(({ id }) => ids.indexOf(id)), total };
  };
  const all = Array.from({ length: 12 }, (_, n) => 11 - n);
  const only = (want: (n: number) => boolean) => {
    const at = all.filter(want);
    return { at, total: at.length };
  };
  assert.deepEqual(
    found({}),
    only(() => true),
  );
  assert.deepEqual(
    found({ status: "cancelled" }),
    only((n) => n % 3 === 0),
  );
  assert.deepEqual(
    found({ type: "run" }),
    only(() => true),
  );
  assert.deepEqual(
    found({ type: "voice.preview" }),
    only(() => false),
  );
  assert.deepEqual(
    found({ clientReferenceId: "r" }),
    only((n) => n % 2 === 0),
  );
  assert.deepEqual(
    found({ tags: { streamId: "b" } }),
    only((n) => n % 2 === 1),
  );
  assert.deepEqual(
    found({ tags: { streamId: "b" }, status: "queued", type: "run" }),
    only((n) => n % 2 === 1 && n % 3 !== 0),
  );
  assert.deepEqual(
    found({ clientReferenceId: "r", tags: { streamId: "b" } }),
    only(() => false),
  );
  assert.deepEqual(jobs.list("other", {}, { limit: 10, offset: 0 }).items, []);
});

test("pages by cursor give each job once, also while jobs are added and ended", async (t) => {
  const clock = new FakeClock();
  const { jobs } = await makeJobs(t, { ...parked, clock });
  const ids = await twelve(jobs, clock);
  for (const filters of [{}, { type: "run", status: "queued" }] as JobFilters[]) {
    const expected = jobs.list("default", filters, { limit: 100, offset: 0 }).items;
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const page = { limit: 3, offset: 0, ...(after ? { after } : {}) };
      const { items, nextCursor, hasMore } = jobs.list("default", filters, page);
      assert.equal(hasMore, nextCursor !== null);
      seen.push(...items.map(({ id }) => id));
      after = nextCursor;
      clock.advance(1);
      await jobs.submit(echoOperation(), { text: "" }, from);
    } while (after);
    assert.deepEqual(
      seen,
      expected.map(({ id }) => id),
    );
  }
  const second = jobs.list("default", { status: "cancelled" }, { limit: 2, offset: 1 });
  assert.deepEqual(
    second.items.map(({ id }) => ids.indexOf(id)),
    [6, 3],
  );
  assert.throws(() => jobs.list("default", {}, { limit: 2, offset: 0, after: "bad" }), {
    code: "invalid_query_parameter",
    param: "after",
  });
});

test("a long poll is woken by the end of its job, and changes nothing when it leaves", async (t) => {
  const gate = Promise.withResolvers<void>();
  const made = await makeJobs(t, {
    setup: (jobs) =>
      jobs.register(
        handler(async () => {
          await gate.promise;
          return {};
        }),
      ),
  });
  const { jobs } = made;
  const { job } = await jobs.submit(echoOperation(), { text: "" }, from);
  const leave = new AbortController();
  const wait = { timeoutMs: 60_000, keyId: "k" };
  const left = jobs.waitForTerminal("default", job.id, { ...wait, signal: leave.signal });
  const stays = jobs.waitForTerminal("default", job.id, {
    ...wait,
    signal: new AbortController().signal,
  });
  assert.equal(jobs.counts().waiters, 2);
  leave.abort();
  assert.notEqual((await left)?.status, "completed");
  gate.resolve();
  assert.equal((await stays)?.status, "completed");
  assert.equal(jobs.counts().waiters, 0);
  assert.equal(
    await jobs.waitForTerminal("other", job.id, { ...wait, signal: leave.signal }),
    undefined,
  );
});

test("a long poll ends with its time, with the job as it is", async (t) => {
  const clock = new FakeClock();
  const { jobs } = await makeJobs(t, { ...parked, clock });
  const { job } = await jobs.submit(echoOperation(), { text: "" }, from);
  const { signal } = new AbortController();
  const waiting = jobs.waitForTerminal("default", job.id, { timeoutMs: 5000, keyId: "k", signal });
  clock.advance(5000);
  assert.equal((await waiting)?.status, "queued");
});

test("long polls are limited per key and per box", async (t) => {
  const clock = new FakeClock();
  const { jobs } = await makeJobs(t, {
    ...parked,
    clock,
    limits: { waiters: { perKey: 2, perBox: 3 } },
  });
  const { job } = await jobs.submit(echoOperation(), { text: "" }, from);
  const { signal } = new AbortController();
  const wait = (keyId: string) =>
    jobs.waitForTerminal("default", job.id, { timeoutMs: 5000, keyId, signal });
  const held = [wait("a"), wait("a")];
  await assert.rejects(wait("a"), { code: "too_many_waiters" });
  held.push(wait("b"));
  await assert.rejects(wait("c"), { code: "too_many_waiters" });
  clock.advance(5000);
  await Promise.all(held);
  const again = wait("a");
  clock.advance(5000);
  await again;
});

test("inputs go a day after the end, records after thirty, and the oldest when there are too many", async (t) => {
  const dayMs = 24 * 3_600_000;
  const clock = new FakeClock();
  const retention = { jobMs: 30 * dayMs, inputMs: dayMs, maxJobs: 5 };
  const { jobs, store, blobs } = await makeJobs(t, { ...parked, clock, limits: { retention } });
  const { job } = await jobs.submit(echoOperation(), { text: "x".repeat(200_000) }, from);
  await jobs.cancel("default", job.id);
  clock.jumpWall(dayMs + 1);
  await jobs.purge();
  assert.deepEqual(await blobs.list(), []);
  assert.equal(jobs.get("default", job.id)?.status, "cancelled");
  clock.jumpWall(30 * dayMs);
  assert.equal(await jobs.purge(), 1);
  assert.equal(jobs.get("default", job.id), undefined);
  const ids = await twelve(jobs, clock);
  await jobs.purge();
  const left = ids.filter((id) => jobs.get("default", id));
  assert.equal(left.length, 8, "only ended jobs may go");
  for (const id of left) await jobs.cancel("default", id);
  assert.equal(await jobs.purge(), 3);
  assert.deepEqual(
    ids.filter((id) => jobs.get("default", id)),
    left.slice(3),
  );
  clock.jumpWall(40 * dayMs);
  await jobs.purge();
  clock.jumpWall(40 * dayMs);
  await jobs.purge();
  const rest = store
    .range({ prefix: ["default"] })
    .filter(({ key }) => !String(key[1]).startsWith("event"));
  assert.deepEqual(rest, [], "no index entry outlives its job");
  await until(async () => (await blobs.list()).length === 0);
});

test("the ready text of a job follows every change, and goes with the job", async (t) => {
  const { jobs } = await makeJobs(t, { setup: (made) => made.register(handler(untilAborted)) });
  const { job } = await jobs.submit(echoOperation(), { text: "" }, from);
  const read = (): { status: string } => JSON.parse(jobs.text("default", job.id)!.json);
  await until(() => read().status === "processing");
  assert.equal(jobs.text("default", job.id), jobs.text("default", job.id));
  assert.equal(jobs.text("other", job.id), undefined);
  await jobs.cancel("default", job.id);
  await until(() => read().status === "cancelled");
  const now = jobs.get("default", job.id)!;
  assert.deepEqual(read(), JSON.parse(JSON.stringify(jobs.toWire(now))));
  await jobs.remove("default", job.id);
  assert.equal(jobs.text("default", job.id), undefined);
});
