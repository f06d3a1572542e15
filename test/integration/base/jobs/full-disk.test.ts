import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { GatehouseError } from "../../../../src/base/core/errors.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { caller, echoOperation, handler, makeJobs } from "../../../support/jobs/make-jobs.ts";
import { resizeDisk, smallDisk } from "../../../support/box/small-disk.ts";
import { until } from "../../../support/box/wait.ts";

/** Writes into the store until it says that there is no room. */
async function fill(store: Awaited<ReturnType<typeof makeJobs>>["store"]): Promise<void> {
  for (let n = 0; !store.isFull(); n += 1) {
    assert.ok(n < 2000);
    await store
      .transact((tx) => tx.put(["default", "filler", n], "x".repeat(50_000)))
      .catch(() => {});
  }
}

test("on a full disk no job is accepted, what runs still ends, and nothing accepted is lost", async (t) => {
  const disk = await smallDisk(t, 24);
  if (!disk) return t.skip("needs the right to mount a tmpfs");
  const gate = Promise.withResolvers<void>();
  const made = await makeJobs(t, {
    dir: disk,
    setup: (jobs) =>
      jobs.register(
        handler(async () => {
          await gate.promise;
          return {};
        }, 1),
      ),
  });
  const { jobs, store } = made;
  const from = { caller: caller() };
  const accepted: string[] = [];
  const refusals: GatehouseError[] = [];
  for (let n = 0; refusals.length < 3; n += 1) {
    assert.ok(n < 900);
    // Some lie beside the store, some in it.
    const text = "x".repeat(n % 2 ? 100_000 : 30_000);
    await jobs.submit(echoOperation(), { text }, from).then(
      ({ job }) => accepted.push(job.id),
      (error: GatehouseError) => refusals.push(error),
    );
  }
  for (const { code, details } of refusals) {
    assert.deepEqual([code, details?.[0]?.rule], ["job_create_failed", "storage_full"]);
  }
  const blobs = (await readdir(join(disk, "blobs"))).filter(
    (name) => !/^[0-9a-f-]{36}$/.test(name),
  );
  assert.deepEqual(blobs, [], "no half-written body stays");
  gate.resolve();
  resizeDisk(disk, 96);
  await until(() => accepted.every((id) => jobs.get("default", id)?.status === "completed"), {
    deadlineMs: 60_000,
  });
  await until(() => !store.isFull());
  await jobs.submit(echoOperation(), { text: "again" }, from);
});

test("the end of a running job is written from the reserve while the disk is full", async (t) => {
  const disk = await smallDisk(t, 24);
  if (!disk) return t.skip("needs the right to mount a tmpfs");
  const gate = Promise.withResolvers<void>();
  let isRunning = false;
  const { jobs, store } = await makeJobs(t, {
    dir: disk,
    reserveBytes: 4 * 1024 * 1024,
    setup: (made) =>
      made.register(
        handler(async () => {
          isRunning = true;
          await gate.promise;
          return {};
        }, 1),
      ),
  });
  const { job } = await jobs.submit(echoOperation(), { text: "" }, { caller: caller() });
  await until(() => isRunning);
  await fill(store);
  gate.resolve();
  await until(() => jobs.get("default", job.id)?.status === "completed");
  assert.equal(store.isFull(), true);
});

test("a job that finds the disk full waits for room, and no attempt is used up", async (t) => {
  const disk = await smallDisk(t, 24);
  if (!disk) return t.skip("needs the right to mount a tmpfs");
  const clock = new FakeClock();
  const gate = Promise.withResolvers<void>();
  const { jobs, store } = await makeJobs(t, {
    dir: disk,
    clock,
    reserveBytes: 4 * 1024 * 1024,
    setup: (made, parts) =>
      made.register(
        handler(async () => {
          await gate.promise;
          await parts.store.transact((tx) => tx.put(["default", "made"], 1));
          return {};
        }, 1),
      ),
  });
  const { job } = await jobs.submit(echoOperation(), { text: "" }, { caller: caller() });
  await fill(store);
  gate.resolve();
  const phase = (): string | undefined => jobs.get("default", job.id)?.phase;
  for (let look = 0; look < 8; look += 1) {
    await until(() => phase() === "waiting_for_space");
    clock.advance(5000);
  }
  resizeDisk(disk, 96);
  await until(() => !store.isFull());
  await until(
    () => {
      clock.advance(5000);
      return jobs.get("default", job.id)?.status === "completed";
    },
    { what: "the job's end" },
  );
  assert.equal(jobs.get("default", job.id)?.failures, 0);
});
