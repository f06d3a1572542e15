import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { fail } from "../../../../src/base/contract/fail.ts";
import type { GatehouseError } from "../../../../src/base/core/errors.ts";
import type { Jobs } from "../../../../src/base/jobs/jobs.ts";
import type { Operation } from "../../../../src/base/jobs/operation.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import {
  caller,
  echoOperation,
  handler,
  makeJobs,
  untilAborted,
} from "../../../support/jobs/make-jobs.ts";
import { until } from "../../../support/box/wait.ts";

const echo = echoOperation();
const from = { caller: caller() };
const keyed = (key: string, fingerprint: string, org = "default") => ({
  caller: caller(org),
  idempotency: { key, fingerprint },
});
/** Jobs that stay queued. */
const parked = { setup: (jobs: Jobs) => jobs.register(handler(untilAborted, 0)) };

test("a body that breaks the schema is refused with the path of the field, and nothing is stored", async (t) => {
  const { jobs, store } = await makeJobs(t, parked);
  const cases: [unknown, string | undefined][] = [
    [{ text: 5 }, "text"],
    [{}, "text"],
    [{ text: "", extra: 1 }, "extra"],
    [{ text: "", times: [{ n: 1 }, { n: "1" }] }, "times[1].n"],
    [{ text: "", times: [{}] }, "times[0].n"],
    [{ text: "", times: [{ n: 1, "a/b~c": 1 }] }, "times[0].a/b~c"],
    [[], undefined],
    [null, undefined],
    [undefined, undefined],
  ];
  for (const [body, param] of cases) {
    await assert.rejects(jobs.submit(echo, body, from), (error: GatehouseError) => {
      assert.equal(error.code, "invalid_request_body");
      assert.equal(error.param, param);
      assert.equal(error.details?.length, 1);
      return true;
    });
  }
  assert.equal(store.count(["default", "job"]), 0);
});

test("a wrong field inside a union is named by the branch that was meant", async (t) => {
  const { jobs } = await makeJobs(t, parked);
  const closed = { additionalProperties: false };
  const source = Type.Union([
    Type.Object({ type: Type.Literal("rtsp"), url: Type.String() }, closed),
    Type.Object({ type: Type.Literal("file"), path: Type.String() }, closed),
  ]);
  const operation: Operation = { ...echo, inputSchema: Type.Object({ source }, closed) };
  const refused = (body: unknown, param: string) =>
    assert.rejects(jobs.submit(operation, body, from), { code: "invalid_request_body", param });
  await refused({ source: { type: "rtsp", url: 5 } }, "source.url");
  await refused({ source: { type: "file" } }, "source.path");
  await refused({}, "source");
});

test("what the operation refuses, before or in the transaction, leaves nothing behind", async (t) => {
  const { jobs, store, events } = await makeJobs(t, parked);
  const refusing = echoOperation({
    onAccept: () => {
      throw fail("conflict", "taken", { param: "stream_id" });
    },
  });
  await assert.rejects(jobs.submit(refusing, { text: "" }, keyed("k", "f")), { code: "conflict" });
  const preparing = {
    ...echo,
    prepare: () => {
      throw fail("feature_disabled", "no model");
    },
  };
  await assert.rejects(jobs.submit(preparing, { text: "" }, from), { code: "feature_disabled" });
  assert.equal(store.count(["default"]), 0);
  assert.equal(events.lastSeq(), 0);
  const again = await jobs.submit(echo, { text: "" }, keyed("k", "other"));
  assert.equal(again.replayed, false);
});

test("the records of onAccept appear with the job", async (t) => {
  const { jobs, store } = await makeJobs(t, parked);
  const claiming = echoOperation({
    onAccept: (tx, job) => tx.put(["default", "claim", "front-door"], { jobId: job.id }),
  });
  const { job } = await jobs.submit(claiming, { text: "" }, from);
  assert.deepEqual(store.get(["default", "claim", "front-door"]), { jobId: job.id });
});

test("one queued job too many is refused, per organisation", async (t) => {
  const { jobs } = await makeJobs(t, { ...parked, limits: { maxQueuedPerOrg: 3 } });
  const attempts = await Promise.allSettled(
    Array.from({ length: 10 }, () => jobs.submit(echo, { text: "" }, from)),
  );
  assert.equal(attempts.filter(({ status }) => status === "fulfilled").length, 3);
  await assert.rejects(jobs.submit(echo, { text: "" }, from), { code: "queue_full" });
  await jobs.submit(echo, { text: "" }, { caller: caller("other") });
  const { items } = jobs.list("default", {}, { limit: 1, offset: 0 });
  await jobs.cancel("default", items[0]!.id);
  await jobs.submit(echo, { text: "" }, from);
});

test("a hundred equal requests at once under one key are one job", async (t) => {
  const { jobs, store } = await makeJobs(t, parked);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => jobs.submit(echo, { text: "x" }, keyed("k", "f"))),
  );
  assert.equal(new Set(answers.map(({ job }) => job.id)).size, 1);
  assert.equal(answers.filter(({ replayed }) => !replayed).length, 1);
  assert.equal(store.count(["default", "job"]), 1);
});

test("a key answers again for the same request only, and only in its organisation", async (t) => {
  const { jobs } = await makeJobs(t, parked);
  const first = await jobs.submit(echo, { text: "a" }, keyed("k", "f1"));
  const again = await jobs.submit(echo, { text: "a" }, keyed("k", "f1"));
  assert.deepEqual([again.replayed, again.job.id], [true, first.job.id]);
  await assert.rejects(jobs.submit(echo, { text: "b" }, keyed("k", "f2")), {
    code: "idempotency_key_mismatch",
  });
  const other = await jobs.submit(echo, { text: "a" }, keyed("k", "f1", "other"));
  assert.equal(other.replayed, false);
});

test("what failed before acceptance is not remembered", async (t) => {
  const { jobs } = await makeJobs(t, parked);
  await assert.rejects(jobs.submit(echo, { text: 5 }, keyed("k", "bad")));
  const { replayed } = await jobs.submit(echo, { text: "good" }, keyed("k", "good"));
  assert.equal(replayed, false);
});

test("a request behind a slow first one waits two seconds, then is told to come back", async (t) => {
  const clock = new FakeClock();
  const { jobs } = await makeJobs(t, { ...parked, clock });
  const gate = Promise.withResolvers<void>();
  let preparing = false;
  const slow: Operation = {
    ...echo,
    prepare: async () => {
      preparing = true;
      await gate.promise;
      return { inputEcho: {}, input: {} };
    },
  };
  const first = jobs.submit(slow, { text: "" }, keyed("k", "f"));
  await until(() => preparing);
  await assert.rejects(jobs.submit(slow, { text: "" }, keyed("k", "g")), {
    code: "idempotency_key_mismatch",
  });
  const second = assert.rejects(jobs.submit(slow, { text: "" }, keyed("k", "f")), {
    code: "idempotency_request_in_progress",
    retryable: true,
    retryAfterSec: 1,
  });
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(2000);
  await second;
  const third = jobs.submit(slow, { text: "" }, keyed("k", "f"));
  gate.resolve();
  assert.equal((await third).job.id, (await first).job.id);
});

test("a key is remembered over a restart, for a day, and for a day after its job has ended", async (t) => {
  const hourMs = 3_600_000;
  const clock = new FakeClock();
  const made = await makeJobs(t, { ...parked, clock });
  const open = echoOperation({ deadlineMs: null });
  const { job } = await made.jobs.submit(open, { text: "" }, keyed("job", "f"));
  await made.jobs.idempotency.save("default", "plain", { fingerprint: "f", answer: { n: 1 } });
  await made.stop();
  const { jobs } = await makeJobs(t, { ...parked, clock, dir: made.dir });
  clock.jumpWall(23 * hourMs);
  assert.equal(await jobs.idempotency.trim(), 0);
  assert.deepEqual(jobs.idempotency.find("default", "plain")?.answer, { n: 1 });
  clock.jumpWall(2 * hourMs);
  assert.equal(await jobs.idempotency.trim(), 1);
  assert.equal(jobs.idempotency.find("default", "plain"), undefined);
  assert.equal((await jobs.submit(open, { text: "" }, keyed("job", "f"))).job.id, job.id);
  await jobs.cancel("default", job.id);
  clock.jumpWall(20 * hourMs);
  await jobs.idempotency.trim();
  assert.equal((await jobs.submit(open, { text: "" }, keyed("job", "f"))).replayed, true);
  clock.jumpWall(30 * hourMs);
  await jobs.idempotency.trim();
  assert.equal((await jobs.submit(open, { text: "" }, keyed("job", "f"))).replayed, false);
});

test("kept answers are limited per organisation, the oldest go", async (t) => {
  const clock = new FakeClock();
  const limits = { idempotency: { keepMs: 24 * 3_600_000, maxPerOrg: 40 } };
  const { jobs } = await makeJobs(t, { ...parked, clock, limits });
  for (let n = 0; n < 100; n += 1) {
    clock.jumpWall(1);
    const org = n % 2 ? "other" : "default";
    await jobs.idempotency.save(org, `k${n}`, { fingerprint: "f", answer: n });
  }
  assert.equal(await jobs.idempotency.trim(), 20);
  const { idempotency } = jobs;
  assert.equal(idempotency.find("default", "k18"), undefined);
  assert.equal(idempotency.find("default", "k20")?.answer, 20);
  assert.equal(idempotency.find("other", "k19"), undefined);
  assert.equal(idempotency.find("other", "k21")?.answer, 21);
});

test("a job that goes on until it is cancelled takes no other deadline", async (t) => {
  const { jobs } = await makeJobs(t, { setup: (made) => made.register(handler(untilAborted)) });
  const from = { caller: caller(), cancelAfterMs: 60_000 };
  const open = echoOperation({ deadlineMs: null });
  await assert.rejects(jobs.submit(open, { text: "" }, from), {
    code: "invalid_request_body",
    param: "Cancel-After",
  });
});
