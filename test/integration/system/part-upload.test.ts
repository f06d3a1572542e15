import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { Readable } from "node:stream";
import { test } from "node:test";
import { encodeHead } from "../../../src/base/archive/tar-format.ts";
import { PartUpload } from "../../../src/system/uploads/part-upload.ts";
import { smallDisk } from "../../support/box/small-disk.ts";

const head = encodeHead({
  path: "store/data.mdb",
  type: "file",
  sizeBytes: 8e6,
  mode: 0o600,
  atMs: 0,
  target: "",
});

test("a disk that becomes full during an upload answers storage_full and keeps nothing of it", async (t) => {
  const dir = await smallDisk(t, 4);
  if (dir === undefined) return t.skip("this test may not mount a disk");
  const upload = new PartUpload({
    dir,
    firstMember: "store/data.mdb",
    what: "a backup of Gatehouse",
    maxBytes: 1e9,
    roomBytes: async () => 1e9,
  });
  const chunks = [head, ...Array.from({ length: 8 }, () => Buffer.alloc(1e6))];
  const part = { name: "a.tar", offset: 0, sizeBytes: 8e6 + head.length };
  await assert.rejects(upload.take(Readable.from(chunks), part), { code: "storage_full" });
  assert.deepEqual(await readdir(dir), []);
  assert.equal(await upload.state(), null);
});

test("a part that breaks off stays, and the next one continues it", async (t) => {
  const dir = await smallDisk(t, 16);
  if (dir === undefined) return t.skip("this test may not mount a disk");
  const upload = new PartUpload({
    dir,
    firstMember: "store/data.mdb",
    what: "a backup of Gatehouse",
    maxBytes: 1e9,
    roomBytes: async () => 1e9,
  });
  const part = { name: "a.tar", offset: 0, sizeBytes: head.length + 2000 };
  const cut = async function* (): AsyncGenerator<Buffer> {
    yield head;
    throw new Error("the connection broke");
  };
  await assert.rejects(upload.take(Readable.from(cut()), part));
  const { receivedBytes } = (await upload.state())!;
  const rest = Buffer.concat([head, Buffer.alloc(2000)]).subarray(receivedBytes);
  const path = await upload.take(Readable.from([rest]), { ...part, offset: receivedBytes });
  assert.match(path!, /a\.tar$/);
});
