import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { type ZipEntry, zipOf } from "../../../../src/cameras/recording/zip.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const atMs = Date.UTC(2026, 10, 22, 12, 30, 10);
/** Another program's reader: names, sizes and whether every checksum fits. */
const reader = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    entries = archive.infolist()
    print(json.dumps({"count": len(entries), "bytes": sum(one.file_size for one in entries),
        "first": entries[0].filename, "damaged": archive.testzip()}))
`;

async function* entriesOf(list: Iterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  yield* list;
}

async function readBack(t: TestContext, entries: Iterable<ZipEntry>) {
  const path = join(await tempDir(t), "evidence.zip");
  await pipeline(zipOf(entriesOf(entries)), createWriteStream(path));
  const { stdout } = await promisify(execFile)("python3", ["-c", reader, path]);
  return JSON.parse(stdout) as { count: number; bytes: number; first: string; damaged: null };
}

test("an archive is read by another program, in UTF-8 and with every sum", async (t) => {
  const big = Buffer.alloc(3_000_000, 7);
  const body = (async function* () {
    yield big;
    yield big;
  })();
  const seen = await readBack(t, [
    { name: "Tor/ü.json", atMs, body: [Buffer.from("{}")] },
    { name: "Tor/clip.mp4", atMs, body },
    { name: "empty", atMs, body: [] },
  ]);
  assert.deepEqual(seen, { count: 3, bytes: 6_000_002, first: "Tor/ü.json", damaged: null });
});

const isLong = process.env["TEST_LONG"] !== undefined;
test("a clip beyond 4 GiB fits into an archive", { skip: !isLong && "--long" }, async (t) => {
  const piece = Buffer.alloc(64 * 1024 * 1024, 1);
  const seen = await readBack(t, [
    { name: "long.mp4", atMs, body: Array.from({ length: 70 }, () => piece) },
    { name: "after", atMs, body: [Buffer.from("x")] },
  ]);
  const bytes = 70 * piece.length + 1;
  assert.deepEqual(seen, { count: 2, bytes, first: "long.mp4", damaged: null });
});

test("a reader who leaves lets go of the file, and a body that fails fails the archive", async () => {
  let isReleased = false;
  const endless = (async function* () {
    try {
      for (;;) yield Buffer.alloc(1000);
    } finally {
      isReleased = true;
    }
  })();
  for await (const chunk of zipOf(entriesOf([{ name: "a", atMs, body: endless }]))) {
    if (chunk.length > 0) break;
  }
  await until(() => isReleased, { what: "the file to be let go of" });
  const failing = (async function* () {
    yield Buffer.alloc(10);
    throw new RangeError("gone");
  })();
  const read = async (): Promise<void> => {
    for await (const chunk of zipOf(entriesOf([{ name: "a", atMs, body: failing }]))) void chunk;
  };
  await assert.rejects(read(), { message: "gone" });
});
