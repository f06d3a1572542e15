import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Assets } from "../../../../src/base/assets/assets.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { Job } from "../../../../src/base/jobs/job.ts";
import type { Jobs } from "../../../../src/base/jobs/jobs.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import {
  caller,
  echoOperation,
  handler,
  makeJobs,
  untilAborted,
} from "../../../support/jobs/make-jobs.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Above 64 KiB, so that the input is a file. */
const large = "secret".repeat(20_000);

async function rig(t: TestContext, run: Parameters<typeof handler>[0] = async () => ({})) {
  const clock = new FakeClock();
  const dir = await tempDir(t);
  const removed: string[] = [];
  const files: { assets?: Assets } = {};
  const made = await makeJobs(t, {
    dir,
    clock,
    attachments: {
      async removeOfJob(org, jobId) {
        removed.push(jobId);
        await files.assets?.removeOfJob(org, jobId);
      },
    },
    limits: {
      retention: {
        jobMs: 30 * dayMs,
        inputMs: dayMs,
        inputMsByType: { run: hourMs },
        maxJobs: 100,
      },
    },
    setup: (jobs) => {
      jobs.operations.register(echoOperation());
      jobs.register(handler(run));
    },
  });
  const assets = new Assets({
    dir: join(dir, "assets"),
    store: made.store,
    clock,
    log: silentLogger,
    publicUrl: "http://box",
    classes: { picture: { maxAgeMs: null } },
    maxBytes: 1e6,
  });
  files.assets = assets;
  await assets.start();
  t.after(() => assets.stop());
  return { ...made, clock, assets, removed };
}

async function endedJob(jobs: Jobs, text: string, key?: string, org = "default"): Promise<Job> {
  const idempotency = key === undefined ? {} : { idempotency: { key, fingerprint: "f" } };
  const operation = jobs.operations.all()[0]!;
  const { job } = await jobs.submit(operation, { text }, { caller: caller(org), ...idempotency });
  const wait = { timeoutMs: 60_000, keyId: "k", signal: AbortSignal.timeout(20_000) };
  return (await jobs.waitForTerminal(org, job.id, wait))!;
}

async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test("a deleted job leaves no record, input, file or idempotency record, on the disk either", async (t) => {
  const { dir, store, jobs, assets, clock } = await rig(t);
  const job = await endedJob(jobs, large, "once");
  const other = await endedJob(jobs, large, "twice");
  const put = (jobId: string) =>
    assets.put({
      org: "default",
      bytes: Buffer.from(jobId),
      mime: "image/png",
      ext: "png",
      class: "picture",
      expiresAtMs: clock.wallMs() + dayMs,
      jobId,
    });
  for (let n = 0; n < 20; n += 1) await put(job.id);
  const kept = await put(other.id);
  assert.equal((await filesBelow(join(dir, "blobs"))).length, 2);

  assert.equal((await jobs.remove("default", job.id))!.id, job.id);

  assert.equal(jobs.get("default", job.id), undefined);
  assert.equal((await filesBelow(join(dir, "blobs"))).length, 1);
  const files = await filesBelow(join(dir, "assets"));
  assert.deepEqual(files.toSorted(), [`${kept.id}.png`, "signing-key"].toSorted());
  assert.equal(jobs.idempotency.find("default", "once"), undefined);
  assert.notEqual(jobs.idempotency.find("default", "twice"), undefined);
  const entries = ["default", "box"].flatMap((first) => store.range({ prefix: [first] }));
  const mentions = entries
    .filter((entry) => JSON.stringify(entry).includes(job.id))
    .map(({ key }) => key.find((part, at) => at > 0 && typeof part === "string"));
  assert.deepEqual([...new Set(mentions)].toSorted(), ["event", "job-gone", "job-gone-due"]);
});

test("only an ended job of the own organisation can be deleted, and only once", async (t) => {
  const { jobs, removed } = await rig(t, untilAborted);
  const operation = jobs.operations.all()[0]!;
  const { job } = await jobs.submit(operation, { text: "a" }, { caller: caller() });
  await assert.rejects(jobs.remove("default", job.id), { code: "conflict" });
  await jobs.cancel("default", job.id);
  const wait = { timeoutMs: 60_000, keyId: "k", signal: AbortSignal.timeout(20_000) };
  await jobs.waitForTerminal("default", job.id, wait);
  assert.equal(await jobs.remove("other", job.id), undefined);
  assert.deepEqual(removed, []);
  assert.ok(await jobs.remove("default", job.id));
  assert.deepEqual(removed, [job.id]);
  assert.equal(await jobs.remove("default", job.id), undefined);
  assert.deepEqual([jobs.isGone("default", job.id), jobs.isGone("other", job.id)], [true, false]);
});

test("inputs go at the age of their class, jobs at theirs, and the mark of a job 30 days later", async (t) => {
  const { dir, jobs, store, clock } = await rig(t);
  const job = await endedJob(jobs, large, "once");
  clock.advance(hourMs + 60_000);
  await jobs.purge();
  assert.deepEqual(await filesBelow(join(dir, "blobs")), []);
  assert.ok(jobs.get("default", job.id));
  clock.jumpWall(30 * dayMs);
  await jobs.purge();
  assert.equal(jobs.get("default", job.id), undefined);
  assert.equal(jobs.isGone("default", job.id), true);
  assert.equal(store.count(["default", "idempotency-of-job"]), 0);
  clock.jumpWall(30 * dayMs + 60_000);
  await jobs.purge();
  assert.equal(jobs.isGone("default", job.id), false);
  assert.deepEqual(
    [store.count(["default", "job-gone"]), store.count(["box", "job-gone-due"])],
    [0, 0],
  );
});

test("after its deletion a job's idempotency key is free for a new job", async (t) => {
  const { jobs } = await rig(t);
  const first = await endedJob(jobs, "a", "once");
  assert.equal((await endedJob(jobs, "a", "once")).id, first.id);
  await jobs.remove("default", first.id);
  assert.notEqual((await endedJob(jobs, "a", "once")).id, first.id);
});
