import assert from "node:assert/strict";
import { mkdir, open, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { openSnapshot } from "../../../src/adapters/lmdb/snapshot.ts";
import { Assets } from "../../../src/base/assets/assets.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { RecordingRecord } from "../../../src/robots/recordings/recording-record.ts";
import { RecordingStore } from "../../../src/robots/recordings/recording-store.ts";
import { segmentPath } from "../../../src/cameras/recording/segment-file.ts";
import { putSegment, type SegmentRecord } from "../../../src/cameras/recording/segment-record.ts";
import { createBackup } from "../../../src/system/backup/create.ts";
import {
  type BackupClass,
  type BackupManifest,
  usualClasses,
} from "../../../src/system/backup/manifest.ts";
import { readBackup } from "../../../src/system/backup/verify.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

function segment(id: string, name: SegmentRecord["class"]): SegmentRecord {
  return {
    id,
    org: "default",
    streamId: "gate",
    startMs: 1_790_000_000_000 + Number(id) * 60_000,
    class: name,
  } as SegmentRecord;
}

const segments = [segment("1", "continuous"), segment("2", "incident"), segment("3", "protected")];

async function boxOf(t: TestContext) {
  const dataDir = await tempDir(t);
  const store = await makeStore(t, dataDir);
  const place = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(dataDir, path)), { recursive: true });
    await writeFile(join(dataDir, path), text);
  };
  for (const one of segments) await place(segmentPath("recordings", one), `video ${one.id}`);
  for (const path of [
    "assets/aa/x.jpg",
    "assets/signing-key",
    "blobs/b",
    "tls/site-ca.key",
    "models/m.onnx",
  ]) {
    await place(path, path);
  }
  await symlink("/etc/passwd", join(dataDir, "assets/aa/link.jpg"));
  await store.transact((tx) => {
    for (const one of segments) putSegment(tx, one);
    tx.put(["box", "job-blob", "b"], { org: "default", jobId: "j" });
  });
  const make = async (classes: readonly BackupClass[], name: string): Promise<BackupManifest> => {
    const out = await open(join(dataDir, name), "wx");
    const staging = join(dataDir, ".backup-1");
    const request = { dataDir, staging, classes, program: "1.0.0", wallMs: () => 1 };
    const copyStore = (dir: string): Promise<void> => store.copyTo(dir);
    try {
      return await createBackup(out, request, { copyStore, openCopy: openSnapshot });
    } finally {
      await out.close();
    }
  };
  return { dataDir, store, make };
}

const pathsOf = ({ files }: BackupManifest): string[] => files.map(({ path }) => path).toSorted();

test("the recording of a robot is in a usual backup, its file and its record", async (t) => {
  const { dataDir, store, make } = await boxOf(t);
  const files = new Assets({
    store,
    clock: new FakeClock(),
    log: silentLogger,
    dir: join(dataDir, "assets"),
    publicUrl: "http://box",
    classes: { snapshot: { maxAgeMs: 1e9 } },
    maxBytes: 1e9,
  });
  // The box makes a real one.
  await rm(join(dataDir, "assets/signing-key"));
  await files.start();
  t.after(() => files.stop());
  const record = {
    v: 1,
    id: "01a20f1d-3941-7049-a80c-8479f6a2a7f4",
    org: "default",
    robotId: "tug",
    causes: [],
    fromMs: 0,
    toMs: 1,
    file: null,
    counts: { samples: 0, scans: 0, pictures: 0, entries: 0 },
    streamIds: [],
    hasOwnPictures: false,
  } satisfies RecordingRecord;
  const bytes = Buffer.from("what the robot did");
  const { file } = await new RecordingStore({ store, files }).put(record, bytes);
  const id = file!.assetId;
  const path = `assets/${id.slice(-2)}/${id}.mcap`;
  const usual = await make(usualClasses, "robot.tar");
  assert.ok(pathsOf(usual).includes(path), pathsOf(usual).join(" "));
  assert.equal(usual.files.find((each) => each.path === path)!.size_bytes, bytes.length);
  assert.equal(usual.missing, 0);
  await rm(join(dataDir, path));
  assert.equal((await make(usualClasses, "without.tar")).missing, 1, "a lost file is counted");
});

test("evidence is in a usual backup, continuous recordings only if asked for, keys and links never", async (t) => {
  const { dataDir, make } = await boxOf(t);
  const [continuous, incident, kept] = segments.map((one) => segmentPath("recordings", one));
  const usual = await make(usualClasses, "usual.tar");
  assert.deepEqual(pathsOf(usual), [
    "assets/aa/x.jpg",
    "blobs/b",
    "models/m.onnx",
    incident,
    kept,
    "store/data.mdb",
  ]);
  assert.equal(usual.missing, 0);
  const all = await make([...usualClasses, "recordings"], "all.tar");
  assert.ok(pathsOf(all).includes(continuous!));
  assert.deepEqual(pathsOf(await make([], "bare.tar")), ["store/data.mdb"]);
  assert.deepEqual(await readBackup(join(dataDir, "usual.tar")), usual);
  assert.ok(!(await readFile(join(dataDir, "usual.tar"))).includes("root:"));
  assert.ok(!(await readdir(dataDir)).includes(".backup-1"));
});

test("a file that the store names and that is gone is counted, and the rest is backed up", async (t) => {
  const { store, make } = await boxOf(t);
  await store.transact((tx) => {
    putSegment(tx, segment("4", "incident"));
    tx.put(["box", "job-blob", "gone"], { org: "default", jobId: "k" });
    tx.put(["box", "asset", "0000aa"], { ext: "jpg" });
  });
  const manifest = await make(usualClasses, "usual.tar");
  assert.equal(manifest.missing, 3);
  assert.equal(manifest.files.length, 6);
});
