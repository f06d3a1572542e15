import { migrations } from "../../../src/system/store/migrations/migrations.ts";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { migrate, planMigrations } from "../../../src/system/store/migrate.ts";
import { claimStore, readMark, storeVersion } from "../../../src/system/store/store-version.ts";
import { repoDir } from "../../support/box/appliance.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { plantedMigrations } from "../../support/box/planted-migrations.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

const things = 57;

async function oldStore(t: TestContext, dir: string): Promise<LmdbStore> {
  const store = await makeStore(t, dir);
  await claimStore(store, 1);
  await store.transact((tx) => {
    for (let n = 0; n < things; n += 1) tx.put(["org", "thing", n], { changed: 1 });
  });
  return store;
}

const values = (store: LmdbStore): Set<number> =>
  new Set(
    store
      .range<{ changed: number }>({ prefix: ["org", "thing"] })
      .map(({ value }) => value.changed),
  );

test("the migrations of this release end at its layout, one step at a time", () => {
  assert.equal(migrations.at(-1)?.to ?? 1, storeVersion);
  assert.deepEqual(
    migrations.map(({ to }) => to),
    Array.from({ length: storeVersion - 1 }, (_, index) => index + 2),
  );
});

test("a migration that is killed at any step is gone on with, and changes every record once", async (t) => {
  const dir = await tempDir(t);
  await (await oldStore(t, dir)).stop();
  const child = join(repoDir, "test/support/box/migrate-child.ts");
  for (const killAt of [1, 3, 6]) {
    const { signal } = spawnSync(join(repoDir, "scripts/node"), [child, dir, String(killAt)]);
    assert.equal(signal, "SIGKILL", "it was killed");
  }
  const store = await makeStore(t, dir);
  assert.throws(() => planMigrations({ ...readMark(store), version: 9, readableFrom: 9 }, []), {
    code: "store_newer",
  });
  const plan = await migrate(store, plantedMigrations);
  assert.equal(plan.isResumed, true, "the kills left it half way");
  assert.deepEqual(values(store), new Set([123]), "both ran, in order, once for each record");
  assert.deepEqual(readMark(store), { v: 1, version: 3, readableFrom: 3 });
  assert.deepEqual(
    (await migrate(store, plantedMigrations)).steps,
    [],
    "a second run does nothing",
  );
  assert.deepEqual(values(store), new Set([123]));
});

test("an additive migration leaves the store to older programs, a destructive one does not", async (t) => {
  const store = await oldStore(t, await tempDir(t));
  await migrate(store, plantedMigrations.slice(0, 1));
  await claimStore(store, 1);
  assert.deepEqual(planMigrations(readMark(store), plantedMigrations).steps, [
    { to: 3, title: "adds 3" },
  ]);
  await migrate(store, plantedMigrations);
  await assert.rejects(claimStore(store, 1), { code: "store_newer" });
  await claimStore(store, 3);
});

test("`migrate` says what there is to do, and no command touches a store of a newer release", async (t) => {
  const dir = await tempDir(t);
  const store = await oldStore(t, dir);
  await store.stop();
  const where = ["--data-dir", dir];
  const plan = await gatehouse(["migrate", "--dry-run", "--json", ...where]);
  assert.equal(plan.code, 0, plan.stderr);
  assert.deepEqual(JSON.parse(plan.stdout), {
    from: 1,
    to: storeVersion,
    resumed: false,
    steps: migrations.map(({ to, title }) => ({ to, title })),
    done: false,
  });
  const newer = await makeStore(t, dir);
  await newer.transact((tx) => tx.put(["box", "store"], { v: 1, version: 9, readableFrom: 9 }));
  await newer.stop();
  for (const command of [["migrate"], ["keys", "list"], ["backup", join(dir, "b.tar")]]) {
    const refused = await gatehouse([...command, ...where, "--json"]);
    assert.equal(refused.code, 1, command[0]);
    assert.match(refused.stderr, /store_newer/, command[0]);
  }
  const half = await makeStore(t, dir);
  const mark = { v: 1, version: 1, readableFrom: 1, under: { to: 2, cursor: null } };
  await half.transact((tx) => tx.put(["box", "store"], mark));
  await assert.rejects(claimStore(half), { code: "store_migrating" });
});
