import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { LmdbStore } from "../../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { storeConformance } from "../../../conformance/store.ts";
import { resizeDisk, smallDisk } from "../../../support/box/small-disk.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

async function openStore(t: TestContext, dir: string, reserveBytes = 4096): Promise<LmdbStore> {
  const store = new LmdbStore({ dir, reserveBytes, log: silentLogger, clock: systemClock });
  await store.start();
  t.after(() => store.stop());
  return store;
}

storeConformance("LMDB", async (t) => openStore(t, join(await tempDir(t), "data")));

test("the data directory is open to its owner only", async (t) => {
  const dir = join(await tempDir(t), "data");
  await openStore(t, dir);
  assert.equal((await stat(dir)).mode & 0o777, 0o700);
});

test("keeps its content over a stop and a start", async (t) => {
  const dir = await tempDir(t);
  const first = await openStore(t, dir);
  await first.transact((tx) => tx.put(["org", 1], "kept"));
  await first.stop();
  await first.stop();
  const second = await openStore(t, dir);
  assert.equal(second.get(["org", 1]), "kept");
});

test("sixty-four transactions at once share their flushes", async (t) => {
  const store = await openStore(t, await tempDir(t));
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 64 }, async (_, index) => {
      await store.transact((tx) => {
        running += 1;
        most = Math.max(most, running);
        tx.put(["org", index], index);
      });
      running -= 1;
    }),
  );
  assert.ok(most > 16, `${most} transactions were in one batch`);
});

/** A process that opens the store, says so, and holds it. */
async function holder(t: TestContext, dir: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../../support/store/store-holder.ts"), dir],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  t.after(() => child.kill("SIGKILL"));
  await once(child.stdout!, "data");
  return child;
}

test("refuses a directory that another process uses, naming it and the process", async (t) => {
  const dir = await tempDir(t);
  const child = await holder(t, dir);
  await assert.rejects(openStore(t, dir), (error: Error & { code?: string }) => {
    assert.equal(error.code, "store_locked");
    assert.match(error.message, new RegExp(`pid ${child.pid}\\b`));
    assert.ok(error.message.includes(dir));
    return true;
  });
});

test("takes over from a killed process at once, with everything it had stored", async (t) => {
  const dir = await tempDir(t);
  const child = await holder(t, dir);
  child.kill("SIGKILL");
  await once(child, "exit");
  const store = await openStore(t, dir);
  assert.equal(store.get(["org", "held"]), "by the child");
});

test("a pid file of some other living process locks nobody out", async (t) => {
  const dir = await tempDir(t);
  await writeFile(join(dir, "lock.pid"), `${process.ppid}\n`);
  const store = await openStore(t, dir);
  assert.equal(store.isFull(), false);
});

test("a full disk refuses writes, loses nothing, lets purges through, and ends by itself", async (t) => {
  const disk = await smallDisk(t, 24);
  if (!disk) return t.skip("needs the right to mount a tmpfs");
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  t.after(() => void process.off("unhandledRejection", note));
  const store = await openStore(t, join(disk, "data"), 4 * 1024 * 1024);
  const text = "x".repeat(50_000);
  const kept: number[] = [];
  for (let index = 0; !store.isFull(); index += 1) {
    assert.ok(index < 2000);
    const attempts = [0, 1, 2].map((lane) =>
      store.transact((tx) => tx.put(["org", index * 3 + lane], text)),
    );
    for (const [lane, { status, ...more }] of (await Promise.allSettled(attempts)).entries()) {
      if (status === "fulfilled") kept.push(index * 3 + lane);
      else assert.equal((more as { reason: { code: string } }).reason.code, "storage_full");
    }
  }
  assert.ok(kept.length > 50);
  await assert.rejects(
    store.transact((tx) => tx.put(["org", "more"], 1)),
    { code: "storage_full" },
  );
  for (const index of kept) assert.equal(store.get(["org", index]), text);
  assert.ok(store.refused > 0);

  await store.transact((tx) => tx.remove(["org", kept[0]!]), { essential: true });
  assert.equal(store.get(["org", kept[0]!]), undefined);

  resizeDisk(disk, 64);
  await until(() => !store.isFull());
  await store.transact((tx) => tx.put(["org", "more"], 1));
  assert.equal(store.get(["org", "more"]), 1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(unhandled, []);
});
