import assert from "node:assert/strict";
import { copyFile, cp, mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { LmdbStore } from "../../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { gatehouse } from "../../../support/box/command-line.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

const pageBytes = 4096;
const zeros = Buffer.alloc(pageBytes);
const open = (dir: string): LmdbStore =>
  new LmdbStore({ dir, reserveBytes: 4096, log: silentLogger, clock: systemClock });
const dataOf = (dir: string): string => join(dir, "store", "data.mdb");
const copyOf = (dir: string): string => join(dir, "store", "meta.copy");
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Commits `count` times more; each commit leaves its number. */
async function commit(store: LmdbStore, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const last = store.get<number>(["last"]) ?? 0;
    await store.transact((tx) => {
      tx.put(["last"], last + 1);
      tx.put(["org", last + 1], "x".repeat(3000 + last * 700));
      if (last > 4) tx.remove(["org", last - 4]);
    });
  }
}

/** A store that was stopped cleanly after `commits` commits. */
async function stopped(t: TestContext, commits: number): Promise<string> {
  const dir = await tempDir(t);
  const store = open(dir);
  await store.start();
  await commit(store, commits);
  await store.stop();
  return dir;
}

/** A copy of what a killed box leaves: the file of an open store after `commits` commits. */
async function killed(t: TestContext, commits: number): Promise<string> {
  const [live, dir] = [await tempDir(t), await tempDir(t)];
  const store = open(live);
  await store.start();
  await commit(store, commits);
  await cp(join(live, "store"), join(dir, "store"), { recursive: true });
  await store.stop();
  return dir;
}

/** The meta page of the last commit, 0 or 1. */
async function newestOf(dir: string): Promise<0 | 1> {
  const bytes = await readFile(dataOf(dir));
  const at = (page: number): bigint => bytes.readBigUInt64LE(page * pageBytes + 152);
  return at(0) >= at(1) ? 0 : 1;
}

async function zero(dir: string, ...pages: number[]): Promise<Buffer> {
  const bytes = await readFile(dataOf(dir));
  for (const page of pages) zeros.copy(bytes, page * pageBytes);
  await writeFile(dataOf(dir), bytes);
  return bytes;
}

const asides = async (dir: string): Promise<string[]> =>
  (await readdir(join(dir, "store"))).filter((name) => name.startsWith("meta.damaged-"));

test("meta pages lost after a clean stop come back from their copy, without the loss of a commit", async (t) => {
  for (const commits of [9, 10]) {
    for (const pages of [[0], [1], [0, 1]]) {
      const what = `pages ${pages.join()} after ${commits} commits`;
      const dir = await stopped(t, commits);
      const damaged = await zero(dir, ...pages);
      const store = open(dir);
      await store.start();
      assert.equal(store.get(["last"]), commits, what);
      assert.equal(store.repair?.source, "the copy of the last clean stop", what);
      assert.match(store.repair.problem, new RegExp(`meta page ${pages[0]} is none`));
      assert.deepEqual(await readFile(store.repair.aside), damaged.subarray(0, 2 * pageBytes));
      await commit(store, 3);
      await store.stop();
      const again = open(dir);
      await again.start();
      assert.deepEqual([again.get(["last"]), again.repair], [commits + 3, null], what);
      await again.stop();
    }
  }
});

test("a meta page that rots without a trace in the file's times is found at the start", async (t) => {
  const dir = await stopped(t, 6);
  const at = 1_700_000_000;
  await utimes(dataOf(dir), at, at);
  const rested = open(dir);
  await rested.start();
  await rested.stop();
  const noted = await readFile(join(dir, "store", "clean.json"), "utf8");
  assert.match(noted, new RegExp(`"${at}000000000"`));
  await zero(dir, 1 - (await newestOf(dir)));
  await utimes(dataOf(dir), at, at);
  const store = open(dir);
  await store.start();
  assert.equal(store.get(["last"]), 6);
  assert.notEqual(store.repair, null);
  await store.stop();
});

test("no copy of the meta pages lies beside a store that is open for writing", async (t) => {
  const dir = await stopped(t, 3);
  assert.equal(await exists(copyOf(dir)), true);
  const store = open(dir);
  await store.start();
  assert.equal(await exists(copyOf(dir)), false);
  await store.stop();
  assert.deepEqual(
    await readFile(copyOf(dir)),
    (await readFile(dataOf(dir))).subarray(0, 2 * pageBytes),
  );
});

test("the older meta page of a killed box, when damaged, is made again from the newer one", async (t) => {
  for (const commits of [9, 10]) {
    const dir = await killed(t, commits);
    await zero(dir, 1 - (await newestOf(dir)));
    const store = open(dir);
    await store.start();
    assert.equal(store.get(["last"]), commits);
    assert.equal(store.repair?.source, "the other meta page");
    await commit(store, 4);
    await store.stop();
    const again = open(dir);
    await again.start();
    assert.equal(again.get(["last"]), commits + 4);
    await again.stop();
  }
});

test("a damaged newer meta page of a killed box is left to a person, who may go one commit back", async (t) => {
  for (const commits of [9, 10]) {
    const dir = await killed(t, commits);
    const damaged = await zero(dir, await newestOf(dir));
    await assert.rejects(open(dir).start(), {
      code: "store_damaged",
      message: /meta page [01] is none.*may be older.*gatehouse restore --older-meta/,
    });
    assert.deepEqual(await readFile(dataOf(dir)), damaged);
    assert.deepEqual(await asides(dir), []);

    const done = await gatehouse(["restore", "--older-meta", "--json", "--data-dir", dir]);
    assert.equal(done.code, 0, done.stderr);
    const { set_aside: aside } = JSON.parse(done.stdout) as { set_aside: string };
    assert.deepEqual(await readFile(join(aside, "data.mdb")), damaged);
    const store = open(dir);
    await store.start();
    assert.equal(store.get(["last"]), commits - 1);
    await commit(store, 2);
    await store.stop();
  }
});

test("a copy that is a commit old is never taken", async (t) => {
  for (const pages of [[0], [1], [0, 1]]) {
    const dir = await stopped(t, 8);
    const old = await readFile(copyOf(dir));
    const store = open(dir);
    await store.start();
    await commit(store, 1);
    await store.stop();
    const newest = await newestOf(dir);
    const isSafe = pages.length === 1 && pages[0] !== newest;
    await writeFile(copyOf(dir), old);
    const damaged = await zero(dir, ...pages);
    const again = open(dir);
    if (isSafe) {
      await again.start();
      assert.equal(again.get(["last"]), 9);
      assert.equal(again.repair?.source, "the other meta page");
      await again.stop();
      continue;
    }
    await assert.rejects(again.start(), { code: "store_damaged" }, pages.join());
    assert.deepEqual(await readFile(dataOf(dir)), damaged);
  }
});

test("meta pages are not repaired in a store that is damaged elsewhere, too", async (t) => {
  const dir = await stopped(t, 8);
  const bytes = await zero(dir, 0);
  bytes.fill(0xa5, 2 * pageBytes);
  await writeFile(dataOf(dir), bytes);
  await assert.rejects(open(dir).start(), { code: "store_damaged" });
  assert.deepEqual(await readFile(dataOf(dir)), bytes);
  assert.deepEqual(await asides(dir), []);
});

test("restoring the checked copy removes the copy of the former store's meta pages", async (t) => {
  const dir = await stopped(t, 5);
  await mkdir(join(dir, "store-copy"));
  await copyFile(dataOf(dir), join(dir, "store-copy", "data.mdb"));
  const store = open(dir);
  await store.start();
  await commit(store, 2);
  await store.stop();
  assert.equal(await exists(copyOf(dir)), true);
  const done = await gatehouse(["restore", "--copy", "--data-dir", dir]);
  assert.equal(done.code, 0, done.stderr);
  assert.equal(await exists(copyOf(dir)), false);
});
