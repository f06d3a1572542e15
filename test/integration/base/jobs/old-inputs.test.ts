import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Vault } from "../../../../src/base/secrets/vault.ts";
import type { Jobs } from "../../../../src/base/jobs/jobs.ts";
import type { JsonObject } from "../../../../src/base/jobs/job.ts";
import { filesHolding } from "../../../support/box/files-holding.ts";
import { caller, echoOperation, makeJobs } from "../../../support/jobs/make-jobs.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const secret = "rtsp://a:s3cr3t-of-the-camera@10.0.0.9/live";
const input = { source: { kind: "rtsp", url: secret }, zones: "z".repeat(100_000) };
const stream = {
  ...echoOperation({ input, inputEcho: {} }),
  jobType: "surveillance.stream" as const,
};

/** Handles stream jobs and keeps the inputs that they saw; without workers when `concurrency` is 0. */
function watching(seen: JsonObject[], concurrency: number) {
  return (jobs: Jobs): void =>
    jobs.register({
      type: "surveillance.stream",
      concurrency,
      run: (context) => {
        seen.push(context.input as JsonObject);
        return Promise.resolve({});
      },
    });
}

/** A data directory with large inputs in clear, as releases before layout 2 left them. */
async function plant(t: TestContext, count: number): Promise<{ dir: string; vault: Vault }> {
  const dir = await tempDir(t);
  const old = await makeJobs(t, { dir, setup: watching([], 0) });
  for (let n = 0; n < count; n += 1)
    await old.jobs.submit(stream, { text: "" }, { caller: caller() });
  await old.stop();
  // The clear blob of a sealing that was killed before it removed it.
  await writeFile(join(dir, "blobs/01a204cc-e92b-73f0-9355-ec0123456789"), secret);
  const vault = new Vault({ path: join(dir, "key"), make: true });
  await vault.start();
  return { dir, vault };
}

test("large inputs in clear are sealed after the start, and nothing in the data directory holds them", async (t) => {
  const { dir, vault } = await plant(t, 3);
  assert.equal((await filesHolding(dir, [secret])).length, 4);
  const { jobs, blobs, stop } = await makeJobs(t, { dir, vault, setup: watching([], 0) });
  const isClean = async (): Promise<boolean> => (await filesHolding(dir, [secret])).length === 0;
  await until(isClean, { what: "sealed inputs", deadlineMs: 30_000 });
  assert.equal((await blobs.list()).length, 3);
  for (const { org, id } of jobs.open()) assert.ok(await jobs.hasReadableInput(org, id));
  await stop();

  const seen: JsonObject[] = [];
  const again = await makeJobs(t, { dir, vault, setup: watching(seen, 4) });
  await until(() => seen.length === 3, { what: "the jobs", deadlineMs: 30_000 });
  for (const each of seen) assert.deepEqual(each, input);
  await again.stop();
});

test("jobs that run while their inputs are sealed see them whole", async (t) => {
  const { dir, vault } = await plant(t, 12);
  const seen: JsonObject[] = [];
  const { jobs, stop } = await makeJobs(t, { dir, vault, setup: watching(seen, 4) });
  await until(() => jobs.open().length === 0, { what: "the jobs", deadlineMs: 30_000 });
  assert.equal(seen.length, 12);
  for (const each of seen) assert.deepEqual(each, input);
  await stop();
});
