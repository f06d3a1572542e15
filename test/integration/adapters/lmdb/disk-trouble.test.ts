import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { LmdbStore } from "../../../../src/adapters/lmdb/lmdb-store.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { ext4Disk, needsLoop } from "../../../support/box/ext4-disk.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { until } from "../../../support/box/wait.ts";

const text = "x".repeat(20_000);

interface Opened {
  store: LmdbStore;
  clock: FakeClock;
  fatal: unknown[];
}

async function openStore(t: TestContext, dir: string, reserveBytes = 4096): Promise<Opened> {
  const clock = new FakeClock();
  const fatal: unknown[] = [];
  const onFatal = (error: unknown): void => void fatal.push(error);
  const store = new LmdbStore({ dir, reserveBytes, log: silentLogger, clock, onFatal });
  await store.start();
  t.after(() => store.stop());
  return { store, clock, fatal };
}

/** Waits for the condition while the store looks at its disk. */
async function lookUntil(clock: FakeClock, condition: () => boolean): Promise<void> {
  await until(() => {
    clock.advance(1000);
    return condition();
  });
}

const codeOf = (settled: PromiseSettledResult<unknown>): string =>
  settled.status === "fulfilled" ? "" : (settled.reason as { code: string }).code;

test("a full ext4 disk under load fails every writer by name, and freed space ends it", async (t) => {
  const disk = await ext4Disk(t, { mib: 32 });
  if (!disk) return t.skip(needsLoop);
  const { store, clock, fatal } = await openStore(t, join(disk.dir, "data"), 2 * 1024 * 1024);
  const free = await disk.fill();
  const kept: number[] = [];
  const codes = new Set<string>();
  const lane = async (first: number): Promise<void> => {
    for (let round = 0; round < 40; round += 1) {
      const n = first * 1000 + round;
      const isEssential = first % 2 === 0;
      const write = store.transact((tx) => tx.put(["org", n], text), { essential: isEssential });
      const [settled] = await Promise.allSettled([write]);
      codes.add(codeOf(settled));
      if (settled.status === "fulfilled") kept.push(n);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, first) => lane(first)));
  assert.ok(codes.has("storage_full"), [...codes].join());
  assert.ok([...codes].every((code) => ["", "storage_full", "store_unwritable"].includes(code)));
  for (const n of kept) assert.equal(store.get(["org", n]), text);
  assert.notEqual(store.trouble(), null);

  await free();
  await lookUntil(clock, () => store.trouble() === null);
  await store.transact((tx) => tx.put(["org", "again"], 1));
  assert.equal(store.get(["org", "again"]), 1);
  assert.deepEqual(fatal, []);
});

test("a frozen disk fails its writers within the deadline, reads go on, and it ends by itself", async (t) => {
  const disk = await ext4Disk(t, { mib: 32 });
  if (!disk) return t.skip(needsLoop);
  const { store, clock, fatal } = await openStore(t, join(disk.dir, "data"));
  await store.transact((tx) => tx.put(["org", "before"], 1));
  disk.freeze();
  const hooks: string[] = [];
  const write = store.transact((tx) => {
    tx.put(["org", "during"], 1);
    tx.afterCommit(() => void hooks.push("during"));
  });
  const patient = store.transact((tx) => tx.put(["org", "patient"], 1), { outlastsStall: true });
  await Promise.all([
    assert.rejects(write, { code: "store_stalled" }),
    lookUntil(clock, isStalled),
  ]);
  await assert.rejects(
    store.transact((tx) => tx.put(["org", "later"], 1)),
    { code: "store_stalled" },
  );
  assert.equal(store.get(["org", "before"]), 1);
  assert.equal(store.pendingSinceMs, null, "starting again would not mend the disk");

  disk.thaw();
  await patient;
  assert.equal(store.trouble(), null);
  assert.equal(store.get(["org", "during"]), 1);
  assert.deepEqual(hooks, ["during"]);
  assert.equal(store.get(["org", "later"]), undefined);
  await store.transact((tx) => tx.put(["org", "after"], 1));
  assert.deepEqual(fatal, []);

  function isStalled(): boolean {
    return store.trouble()?.state === "stalled";
  }
});

test("a disk that has become read-only refuses writes by name, and what is stored can be read", async (t) => {
  const disk = await ext4Disk(t, { mib: 32 });
  if (!disk) return t.skip(needsLoop);
  const { store, fatal } = await openStore(t, join(disk.dir, "data"));
  await store.transact((tx) => tx.put(["org", "before"], text));
  await disk.breakReadOnly();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await assert.rejects(
      store.transact((tx) => tx.put(["org", "during"], 1), { essential: true }),
      {
        code: "store_unwritable",
        message: /^The disk refuses writes\. Look at the disk, its mount .{0,80}$/,
      },
    );
  }
  assert.equal(store.trouble()?.state, "unwritable");
  assert.equal(store.get(["org", "before"]), text);
  assert.equal(store.get(["org", "during"]), undefined);
  assert.deepEqual(fatal, []);
});

test("a store whose file takes no writes goes on by itself once it does", async (t) => {
  const disk = await ext4Disk(t, { mib: 32 });
  if (!disk) return t.skip(needsLoop);
  const { store, clock, fatal } = await openStore(t, join(disk.dir, "data"));
  await store.transact((tx) => tx.put(["org", "before"], 1));
  const file = join(disk.dir, "data", "store", "data.mdb");
  execFileSync("chattr", ["+i", file]);
  const attempts = Array.from({ length: 20 }, (_, n) =>
    store.transact((tx) => tx.put(["org", n], text)),
  );
  for (const each of await Promise.allSettled(attempts))
    assert.equal(codeOf(each), "store_unwritable");
  assert.equal(store.get(["org", "before"]), 1);
  execFileSync("chattr", ["-i", file]);
  await lookUntil(clock, () => store.trouble() === null);
  await store.transact((tx) => tx.put(["org", "after"], 1));
  assert.equal(store.get(["org", "after"]), 1);
  assert.deepEqual(fatal, []);
});
