import assert from "node:assert/strict";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { FileBlobs } from "../../../../src/adapters/files/file-blobs.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

test("gives back what was put, until it is removed", async (t) => {
  const dir = join(await tempDir(t), "blobs");
  const blobs = new FileBlobs({ dir });
  await blobs.start();
  const bytes = Buffer.from([0, 1, 2, 255]);
  const id = await blobs.put(bytes);
  const other = await blobs.put(Buffer.alloc(0));
  assert.deepEqual(Buffer.from((await blobs.get(id))!), bytes);
  assert.deepEqual(new Set(await blobs.list()), new Set([id, other]));
  await blobs.remove(id);
  await blobs.remove(id);
  assert.equal(await blobs.get(id), undefined);
  assert.equal((await stat(dir)).mode & 0o777, 0o700);
});

test("a start removes what was being written when the process died", async (t) => {
  const dir = await tempDir(t);
  const blobs = new FileBlobs({ dir });
  await blobs.start();
  const id = await blobs.put(Buffer.from("whole"));
  await writeFile(join(dir, `.unfinished-${id}`), "ha");
  await new FileBlobs({ dir }).start();
  assert.deepEqual(await readdir(dir), [id]);
});

test("an id that is no id reaches no file", async (t) => {
  const dir = await tempDir(t);
  const blobs = new FileBlobs({ dir });
  await blobs.start();
  await assert.rejects(blobs.get("../../etc/passwd"), { code: "internal_error" });
  await assert.rejects(blobs.remove("../x"), { code: "internal_error" });
});
