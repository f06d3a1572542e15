import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { safePath, safeTarget } from "../../../../src/base/archive/safe-path.ts";
import { readTar } from "../../../../src/base/archive/tar-reader.ts";
import { tarOf, type TarMember } from "../../../../src/base/archive/tar-writer.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

const long = `${"deep/".repeat(40)}größe-${"x".repeat(120)}.txt`;
const members: TarMember[] = [
  { path: "a.txt", sizeBytes: 5, body: [Buffer.from("hello")], atMs: 1_700_000_000_000 },
  { path: "empty", sizeBytes: 0 },
  { path: "dir", sizeBytes: 0, type: "directory", mode: 0o755 },
  { path: "link", sizeBytes: 0, type: "symlink", target: "a.txt" },
  { path: long, sizeBytes: 1000, body: [Buffer.alloc(600, 1), Buffer.alloc(400, 2)] },
];

async function bytesOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The archive in pieces of `size` bytes, as a slow disk would give it. */
async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Buffer, size: number) {
  const found: { path: string; type: string; target: string; body: Buffer }[] = [];
  for await (const { path, type, target, body } of readTar(pieces(bytes, size))) {
    found.push({ path, type, target, body: await bytesOf(body) });
  }
  return found;
}

test("an archive reads back as it was written, in pieces of any size, and tar(1) reads it too", async (t) => {
  const bytes = await bytesOf(tarOf(members));
  for (const size of [1, 511, 512, 700, bytes.length]) {
    const found = await read(bytes, size);
    assert.deepEqual(
      found.map(({ path, type, target }) => [path, type, target]),
      members.map(({ path, type = "file", target = "" }) => [path, type, target]),
    );
    assert.equal(found[0]!.body.toString(), "hello");
    assert.equal(found[4]!.body.length, 1000);
  }
  const dir = await tempDir(t);
  await writeFile(join(dir, "a.tar"), bytes);
  execFileSync("tar", ["xf", "a.tar"], { cwd: dir });
  assert.equal(await readFile(join(dir, "link"), "utf8"), "hello");
  assert.equal((await readFile(join(dir, long))).length, 1000);
  execFileSync("tar", ["--format=pax", "-cf", "b.tar", "a.txt", "link", long.slice(0, 5)], {
    cwd: dir,
  });
  const theirs = await read(await readFile(join(dir, "b.tar")), 4096);
  assert.ok(theirs.some(({ path }) => path === long));
});

test("bodies that nobody reads are skipped", async () => {
  const paths: string[] = [];
  for await (const { path } of readTar(tarOf(members))) paths.push(path);
  assert.equal(paths.length, members.length);
});

test("what is cut, changed or of another kind is refused with archive_invalid", async (t) => {
  const bytes = await bytesOf(tarOf(members));
  const invalid = { code: "archive_invalid" };
  await assert.rejects(read(bytes.subarray(0, 514), 512), invalid);
  await assert.rejects(read(bytes.subarray(0, bytes.length - 1024), 512), invalid, "no end");
  const changed = Buffer.from(bytes);
  changed[3] = 0x58;
  await assert.rejects(read(changed, 512), invalid, "the sum of the header");
  const dir = await tempDir(t);
  execFileSync("sh", ["-c", "echo 1 >a && ln a b && tar cf c.tar a b"], { cwd: dir });
  await assert.rejects(read(await readFile(join(dir, "c.tar")), 512), invalid, "a hard link");
});

test("a body that is shorter or longer than it said ends the writing", async () => {
  const short = [{ path: "x", sizeBytes: 10, body: [Buffer.alloc(4)] }];
  await assert.rejects(bytesOf(tarOf(short)), { code: "store_failed" });
  const long = [{ path: "x", sizeBytes: 2, body: [Buffer.alloc(4)] }];
  await assert.rejects(bytesOf(tarOf(long)), { code: "store_failed" });
});

test("paths and links that lead out of the folder are refused", () => {
  assert.equal(safePath("a/./b//c/"), "a/b/c");
  for (const path of ["", "/etc/passwd", "../x", "a/../../x", "a\\b", "a\0b", "x".repeat(2000)]) {
    assert.throws(() => safePath(path), { code: "archive_invalid" }, path);
  }
  assert.equal(safeTarget("bin/a", "../lib/a"), "../lib/a");
  for (const target of ["/etc", "../../x", "../.."]) {
    assert.throws(() => safeTarget("bin/a", target), { code: "archive_invalid" }, target);
  }
});

test("an archive with anything but zeros where it is filled up is refused", async () => {
  const bytes = await bytesOf(tarOf(members));
  for (const at of [512 + 5, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 0x01;
    await assert.rejects(read(changed, 700), { code: "archive_invalid" }, `byte ${at}`);
  }
});
