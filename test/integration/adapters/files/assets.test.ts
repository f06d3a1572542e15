import assert from "node:assert/strict";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { type AssetsParts, Assets, unnamedMs } from "../../../../src/base/assets/assets.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

const dayMs = 24 * 3_600_000;
const classes = { preview: { maxAgeMs: dayMs }, evidence: { maxAgeMs: null } };

async function open(t: TestContext, more: Partial<AssetsParts> = {}) {
  const clock = new FakeClock();
  const dir = more.dir ?? join(await tempDir(t), "assets");
  const store = more.store ?? (await makeStore(t));
  const publicUrl = "http://box.local:8080";
  const parts = {
    dir,
    store,
    clock,
    log: silentLogger,
    publicUrl,
    classes,
    maxBytes: 1e6,
    ...more,
  };
  const assets = new Assets(parts);
  await assets.start();
  t.after(() => assets.stop());
  const put = async (text: string, change: { class?: string; expiresAtMs?: number } = {}) => {
    const { id } = await assets.put({
      org: "default",
      bytes: Buffer.from(text),
      mime: "image/jpeg",
      ext: "jpg",
      class: "evidence",
      expiresAtMs: null,
      ...change,
    });
    return id;
  };
  return { assets, clock, dir, store, put };
}

const restoredParts = { log: silentLogger, publicUrl: "http://box", classes, maxBytes: 1e6 };

/** The parts of a signed address. */
function partsOf(url: string) {
  const { pathname, searchParams } = new URL(url);
  const [id = "", extension = ""] = pathname.split("/").at(-1)!.split(".");
  return { id, extension, exp: searchParams.get("exp")!, sig: searchParams.get("sig")! };
}

test("a signed address opens the file, and no changed one does", async (t) => {
  const { assets, clock, put } = await open(t);
  const id = await put("picture", { expiresAtMs: clock.wallMs() + dayMs });
  const other = await put("other");
  const url = assets.url("default", id)!;
  assert.ok(url.startsWith(`http://box.local:8080/api/v1/assets/${id}.jpg?exp=`));
  const good = partsOf(url);
  const file = await assets.openSigned(good);
  assert.deepEqual([file?.sizeBytes, file?.contentType], [7, "image/jpeg"]);
  assert.equal(await readFile(file!.path, "utf8"), "picture");
  for (const bad of [
    { id: other },
    { extension: "png" },
    { exp: String(Number(good.exp) + 1) },
    { exp: `0${good.exp}` },
    { exp: "9e99" },
    { sig: good.sig.slice(0, -1) },
    { sig: `${good.sig.slice(0, -1)}${good.sig.endsWith("A") ? "B" : "A"}` },
    { sig: "" },
  ]) {
    assert.equal(await assets.openSigned({ ...good, ...bad }), undefined);
  }
  clock.advance(dayMs);
  assert.equal(await assets.openSigned(good), undefined);
});

test("a file is found within its organisation only", async (t) => {
  const { assets, put } = await open(t);
  const id = await put("x");
  assert.equal(assets.url("other", id), null);
  assert.equal(await assets.read("other", id), undefined);
  assert.equal(Buffer.from((await assets.read("default", id))!).toString(), "x");
});

test("files go at their own time or at that of their class, with their records", async (t) => {
  const { assets, clock, put, dir } = await open(t);
  const brief = await put("brief", { expiresAtMs: clock.wallMs() + 1000 });
  const preview = await put("preview", { class: "preview" });
  const kept = await put("kept");
  clock.advance(2000);
  await assets.sweep();
  assert.equal(assets.open(brief), undefined);
  assert.ok(assets.open(preview));
  clock.advance(dayMs);
  await assets.sweep();
  assert.equal(assets.open(preview), undefined);
  assert.ok(assets.open(kept));
  const left = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith(".jpg"));
  assert.equal(left.length, 1);
  assert.equal(assets.bytes, 4);
});

test("a file stays from the transaction on that names it, and goes when nothing came to name it", async (t) => {
  const { assets, clock, store, put } = await open(t);
  const expiresAtMs = clock.wallMs() + unnamedMs;
  const [named, unnamed] = [await put("named", { expiresAtMs }), await put("not", { expiresAtMs })];
  let url: string | null = null;
  await store.transact((tx) => {
    assets.keep(tx, "other", unnamed);
    assets.keep(tx, "default", named);
    url = assets.url("default", named, tx);
  });
  clock.advance(2 * unnamedMs);
  await assets.sweep();
  assert.equal(assets.open(unnamed), undefined);
  assert.ok(await assets.openSigned(partsOf(url!)), "its address has no end of an hour");
  await store.transact((tx) => assets.drop(tx, "default", named));
  clock.advance(60_000);
  await assets.sweep();
  assert.equal(assets.bytes, 0);
});

test("an address given under a key that is gone gets the signature of the one in its place", async (t) => {
  const { assets, clock, dir, store, put } = await open(t);
  const id = await put("picture", { expiresAtMs: clock.wallMs() + dayMs });
  const { pathname, search } = new URL(assets.url("default", id)!);
  await rm(join(dir, "signing-key"));
  const restored = new Assets({ ...restoredParts, dir, store, clock });
  await restored.start();
  t.after(() => restored.stop());
  const opens = (path: string) => restored.openSigned(partsOf(`http://box${path}`));
  assert.equal(await opens(pathname + search), undefined);
  assert.ok(await opens(restored.signed("default", pathname + search)));
  assert.equal(restored.signed("other", pathname + search), pathname + search);
});

test("when there is too much, the oldest of the least valuable class go first", async (t) => {
  const { assets, clock, put } = await open(t, { maxBytes: 1000 });
  const text = "x".repeat(200);
  const evidence = await put(text);
  const previews: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    clock.advance(1);
    previews.push(await put(text, { class: "preview" }));
  }
  clock.advance(1);
  const newest = await put(text);
  await assets.sweep();
  assert.equal(assets.open(previews[0]!), undefined);
  assert.ok(previews.slice(1).every((id) => assets.open(id)));
  for (let n = 0; n < 5; n += 1) {
    clock.advance(1);
    await put(text);
  }
  await assets.sweep();
  assert.ok(previews.every((id) => !assets.open(id)));
  assert.equal(assets.open(evidence), undefined);
  assert.equal(assets.open(newest), undefined);
  assert.equal(assets.bytes, 1000);
});

test("a start keeps files without record where they are too many for a crash, and lists them", async (t) => {
  const first = await open(t);
  const folder = dirname(first.assets.open(await first.put("kept"))!.path);
  await first.assets.stop();
  const names = Array.from(
    { length: 30 },
    (_, n) => `019b76da-a800-7721-9972-3a5c3dc221${String(n).padStart(2, "0")}.jpg`,
  );
  for (const name of names) await writeFile(join(folder, name), "x");
  const second = await open(t, { dir: first.dir, store: first.store });
  for (const name of names) await stat(join(folder, name));
  assert.equal(second.assets.unnamed?.count, 30);
  assert.equal((await readFile(second.assets.unnamed.list, "utf8")).trim().split("\n").length, 30);
});

test("a start removes files without record and records without file, and keeps the rest", async (t) => {
  const first = await open(t);
  const kept = await first.put("kept");
  const lost = await first.put("lost");
  const url = first.assets.url("default", kept)!;
  await rm(first.assets.open(lost)!.path);
  const orphan = join(
    dirname(first.assets.open(kept)!.path),
    "019b76da-a800-7721-9972-3a5c3dc221c9.jpg",
  );
  await writeFile(orphan, "x");
  await first.assets.stop();
  const second = await open(t, { dir: first.dir, store: first.store });
  assert.equal(second.assets.open(lost), undefined);
  await assert.rejects(stat(orphan));
  assert.equal(second.assets.bytes, 4);
  assert.ok(await second.assets.openSigned(partsOf(url)), "addresses outlive a restart");
  assert.equal((await stat(join(first.dir, "signing-key"))).mode & 0o777, 0o600);
});
