import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { ext4Disk, needsLoop } from "../support/box/ext4-disk.ts";
import { until } from "../support/box/wait.ts";

/** Makes `count` empty files in `dir`, or fewer where the file system has no more inodes. */
async function makeFiles(dir: string, count: number): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (let at = 0; at < count; at += 1) {
    const error = await writeFile(join(dir, String(at)), "").catch((thrown: unknown) => thrown);
    if (error === undefined) continue;
    assert.equal((error as NodeJS.ErrnoException).code, "ENOSPC");
    return;
  }
}

async function alarmOf(box: Appliance): Promise<{ message: string } | undefined> {
  const { data } = (await box.get("/api/v1/system")).body;
  return data.alarms.find(({ code }: { code: string }) => code === "inodes_low");
}

/** Submits a picture of which a file will be kept; the job's address. */
async function submitPicture(box: Appliance): Promise<string> {
  const grey = { width: 320, height: 240, channels: 3, background: "#777" } as const;
  const picture = await sharp({ create: grey }).jpeg().toBuffer();
  const sent = await box.post("/api/v1/surveillance/streams", {
    input: { data: picture.toString("base64") },
    output: { format: "annotated" },
  });
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
  return `/api/v1/jobs/${sent.body.data.job_id}`;
}

test("a disk short of inodes raises an alarm; out of them, jobs wait for files, and both end by themselves", async (t) => {
  const disk = await ext4Disk(t, { mib: 192, inodes: 4000 });
  if (!disk) return t.skip(needsLoop);
  const others = join(disk.dir, "others");
  await makeFiles(join(others, "many"), 2500);
  const box = await startAppliance({
    dataDir: join(disk.dir, "data"),
    yaml: "limits: { reads_per_minute: 1000000 }",
  });
  try {
    assert.match((await alarmOf(box))!.message, /^The disk has room for only 1\d{3} more files/);

    await makeFiles(join(others, "rest"), 5000);
    const job = await submitPicture(box);
    const phase = async () => (await box.get(job)).body.data.payload.phase;
    await until(async () => (await phase()) === "waiting_for_space", { what: "the job waits" });
    const policy = { name: "yard", type: "intrusion" };
    const stored = await box.post("/api/v1/surveillance/policies", policy);
    assert.equal(stored.status, 201, "what lies in the store alone needs no inode");

    await rm(others, { recursive: true });
    await until(async () => (await box.get(job)).body.data.status === "completed", {
      what: "the job's end",
      deadlineMs: 90_000,
    });
    await until(async () => (await alarmOf(box)) === undefined, { what: "the end of the alarm" });
  } finally {
    await box.stop();
  }
});
