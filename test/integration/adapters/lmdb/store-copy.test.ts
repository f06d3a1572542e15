import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { problemOf } from "../../../../src/adapters/lmdb/store-check.ts";
import { keptCopy } from "../../../../src/adapters/lmdb/kept-copy.ts";
import { openSnapshot } from "../../../../src/adapters/lmdb/snapshot.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { StoreCopy } from "../../../../src/system/store/store-copy.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** A store with one entry, and the part that copies it by a clock of the test. */
async function rig(t: TestContext) {
  const dataDir = await tempDir(t);
  const store = await makeStore(t, dataDir);
  await store.transact((tx) => tx.put(["org", "entry"], "first"));
  const clock = new FakeClock();
  const file = join(dataDir, "store-copy", "data.mdb");
  const faults = { hasRoom: true, damage: false, copies: 0 };
  const parts = {
    dataDir,
    clock,
    log: silentLogger,
    copy: { file, madeAtMs: async () => (await keptCopy(dataDir))?.madeAtMs },
    async copyTo(dir: string): Promise<void> {
      await store.copyTo(dir);
      faults.copies += 1;
      if (faults.damage) await writeFile(join(dir, "data.mdb"), Buffer.alloc(4096), { flag: "r+" });
    },
    problemOf: (dir: string, signal: AbortSignal) =>
      problemOf(dir, { isLowPriority: true, signal }),
    hasRoom: () => Promise.resolve(faults.hasRoom),
  };
  const copy = new StoreCopy(parts);
  await copy.start();
  t.after(() => copy.stop());
  const entry = async (): Promise<unknown> => {
    const reader = openSnapshot(join(dataDir, "store-copy"));
    const found = reader.get(["org", "entry"]);
    await reader.close();
    return found;
  };
  const reach = (state: string, madeAtMs: number | null): Promise<void> =>
    until(() => {
      const now = copy.describe();
      return now.state === state && now.madeAtMs === madeAtMs;
    });
  return { dataDir, store, clock, faults, copy, entry, reach, parts };
}

test("a checked copy of the store is made ten minutes after the start and replaced after a day", async (t) => {
  const { dataDir, store, clock, faults, copy, entry, reach } = await rig(t);
  assert.equal(copy.describe().state, "none");
  clock.advance(9 * minuteMs);
  assert.equal(faults.copies, 0);
  clock.advance(minuteMs);
  const firstMs = clock.wallMs();
  await reach("ok", firstMs);
  assert.equal((await keptCopy(dataDir))?.madeAtMs, firstMs);
  assert.equal((await stat(join(dataDir, "store-copy", "data.mdb"))).mode & 0o777, 0o600);
  assert.equal(await entry(), "first");

  await store.transact((tx) => tx.put(["org", "entry"], "second"));
  clock.advance(dayMs);
  await reach("ok", clock.wallMs());
  assert.equal(await entry(), "second");
  assert.equal(faults.copies, 2);
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(".unfinished"));
  assert.deepEqual(left, []);
});

test("a copy that is found damaged never takes the place of the sound one, and is tried again in an hour", async (t) => {
  const { clock, faults, copy, entry, reach } = await rig(t);
  clock.advance(10 * minuteMs);
  const firstMs = clock.wallMs();
  await reach("ok", firstMs);
  faults.damage = true;
  clock.advance(dayMs);
  await reach("unsound", firstMs);
  assert.match(copy.describe().problem!, /meta page 0/);
  assert.equal(await entry(), "first");

  faults.damage = false;
  clock.advance(50 * minuteMs);
  assert.equal(await entry(), "first");
  assert.equal(faults.copies, 2, "too early for the next attempt");
  clock.advance(10 * minuteMs);
  await reach("ok", clock.wallMs());
});

test("no copy is made while the disk is low, and one as soon as it is not", async (t) => {
  const { clock, faults, reach } = await rig(t);
  faults.hasRoom = false;
  clock.advance(10 * minuteMs);
  await reach("disk_low", null);
  assert.equal(faults.copies, 0);
  faults.hasRoom = true;
  clock.advance(10 * minuteMs);
  await reach("ok", clock.wallMs());
});

test("a restart clears what a killed process left and copies a store only when its copy is a day old", async (t) => {
  const { dataDir, clock, faults, copy, reach, parts } = await rig(t);
  clock.advance(10 * minuteMs);
  const firstMs = clock.wallMs();
  await reach("ok", firstMs);
  await copy.stop();
  const left = join(dataDir, ".unfinished-store-copy");
  await mkdir(left);
  const next = new StoreCopy(parts);
  await next.start();
  t.after(() => next.stop());
  await assert.rejects(readFile(left), { code: "ENOENT" });
  assert.deepEqual(next.describe(), { state: "ok", madeAtMs: firstMs, problem: null });
  clock.advance(23 * 60 * minuteMs);
  assert.equal(faults.copies, 1);
  clock.advance(60 * minuteMs);
  await until(() => next.describe().madeAtMs! > firstMs);
});

test("a store that is gone beside its copy is refused as lost, with the command that restores the copy", async (t) => {
  const { dataDir, store, clock, copy, reach } = await rig(t);
  clock.advance(10 * minuteMs);
  await reach("ok", clock.wallMs());
  await copy.stop();
  await store.stop();
  await rm(join(dataDir, "store"), { recursive: true });
  await assert.rejects(makeStore(t, dataDir), {
    code: "store_lost",
    message:
      /store-copy \(1\)\. A checked copy of 2026-01-01T00:10:00.000Z is kept; .*restore --copy/,
  });
});
