import assert from "node:assert/strict";
import { cp, readFile, truncate, writeFile } from "node:fs/promises";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { before, after, test } from "node:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { LmdbStore } from "../../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

const pageBytes = 4096;
let whole: Buffer;
let home: string;

const open = (dir: string): LmdbStore =>
  new LmdbStore({ dir, reserveBytes: 4096, log: silentLogger, clock: systemClock });

/** A store with a tree of three levels, long values, and pages that were freed. */
before(async () => {
  home = await mkdtemp(join(tmpdir(), "gatehouse-damage-"));
  const store = open(home);
  await store.start();
  for (let round = 0; round < 4; round += 1) {
    await store.transact((tx) => {
      for (let n = 0; n < 2000; n += 1) {
        if ((n + round) % 5 === 0) tx.remove(["org", n]);
        else tx.put(["org", n], { text: "x".repeat((n * 37) % 400), round });
      }
      for (let n = 0; n < 8; n += 1) tx.put(["org", "long", n], "y".repeat(30_000 + round * 500));
    });
  }
  await store.stop();
  whole = await readFile(join(home, "store", "data.mdb"));
});
after(() => rm(home, { recursive: true }));

/** A random number generator that a failing seed can be repeated with (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const pages = (): number => whole.length / pageBytes;
const overwritten = (from: number, bytes: Buffer): Buffer => {
  const copy = Buffer.from(whole);
  bytes.copy(copy, from);
  return copy;
};
const garbage = (length: number, random: () => number): Buffer =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

/** The meta page of the last commit; the other one is made again from it (`meta-repair.test.ts`). */
const newestMeta = (): number =>
  whole.readBigUInt64LE(152) >= whole.readBigUInt64LE(pageBytes + 152) ? 0 : 1;

/** What can happen to the file, by name. */
const forms: [string, () => Buffer][] = [
  ["cut to half", () => whole.subarray(0, pageBytes * Math.floor(pages() / 2))],
  ["cut to an odd size", () => whole.subarray(0, 12_345)],
  ["cut within the first page", () => whole.subarray(0, 100)],
  ["cut after the meta pages", () => whole.subarray(0, pageBytes * 2)],
  ["all zeros", () => Buffer.alloc(whole.length)],
  ["newer meta page zeroed", () => overwritten(pageBytes * newestMeta(), Buffer.alloc(pageBytes))],
  ["both meta pages zeroed", () => overwritten(0, Buffer.alloc(pageBytes * 2))],
  ["garbage", () => garbage(whole.length, randomOf(1))],
  [
    "garbage behind good meta pages",
    () => overwritten(pageBytes * 2, garbage(whole.length - pageBytes * 2, randomOf(2))),
  ],
  [
    "zeros behind good meta pages",
    () => overwritten(pageBytes * 2, Buffer.alloc(whole.length - pageBytes * 2)),
  ],
  ["text of another program", () => Buffer.from("not a database\n".repeat(5000))],
];

test("a damaged store is refused as such, and never ends the process by a signal", async (t) => {
  for (const [name, damaged] of forms) {
    const dir = await tempDir(t);
    mkdirSync(join(dir, "store"));
    await writeFile(join(dir, "store", "data.mdb"), damaged());
    await assert.rejects(open(dir).start(), { code: "store_damaged" }, name);
  }
});

test("pages overwritten at random are found, or the store works", async (t) => {
  const dir = await tempDir(t);
  mkdirSync(join(dir, "store"));
  let found = 0;
  for (let seed = 1; seed <= 16; seed += 1) {
    const random = randomOf(seed);
    const at = pageBytes * (2 + Math.floor(random() * (pages() - 2)));
    const length = Math.ceil(random() * pageBytes);
    const bytes = seed % 2 === 0 ? garbage(length, random) : Buffer.alloc(length, seed);
    await rm(join(dir, "store", "clean.json"), { force: true });
    await writeFile(join(dir, "store", "data.mdb"), overwritten(at, bytes));
    const store = open(dir);
    const refused = await store.start().then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
    if (refused !== undefined) {
      assert.equal(refused, "store_damaged", `seed ${seed}`);
      found += 1;
      continue;
    }
    // What was hit was free: everything is there and can be written.
    assert.equal(store.count(["org", "long"]), 8, `seed ${seed}`);
    for (let round = 0; round < 3; round += 1) {
      await store.transact((tx) => {
        for (let n = 0; n < 300; n += 1) tx.put(["org", n], `again ${round}`);
      });
    }
    await store.stop();
  }
  assert.ok(found > 4, `${found} of 16 were found`);
});

test("a whole store is read after a kill and not after a clean stop", async (t) => {
  const dir = await tempDir(t);
  await cp(join(home, "store"), join(dir, "store"), { recursive: true });
  const store = open(dir);
  await store.start();
  await store.stop();
  const mark = await readFile(join(dir, "store", "clean.json"), "utf8");
  // What the last clean stop left is opened as it is; anything else is read first.
  assert.match(mark, new RegExp(`"size":"${whole.length}"`));
  await truncate(join(dir, "store", "data.mdb"), whole.length - pageBytes * 100);
  await assert.rejects(open(dir).start(), { code: "store_damaged" });
});

test("an empty or missing store beside files of an earlier life is refused, and they stay", async (t) => {
  for (const prepare of ["missing", "empty", "new"]) {
    const dir = await tempDir(t);
    mkdirSync(join(dir, "store"));
    if (prepare === "empty") await writeFile(join(dir, "store", "data.mdb"), "");
    if (prepare === "new") {
      const fresh = open(dir);
      await fresh.start();
      await fresh.stop();
    }
    mkdirSync(join(dir, "assets"));
    await writeFile(join(dir, "assets", "a.jpg"), "evidence");
    await assert.rejects(
      open(dir).start(),
      { code: "store_lost", message: /assets \(1\)/ },
      prepare,
    );
    assert.equal(await readFile(join(dir, "assets", "a.jpg"), "utf8"), "evidence");
  }
});
