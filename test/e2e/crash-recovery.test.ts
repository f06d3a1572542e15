import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { until } from "../support/box/wait.ts";
import { assertOneEndEach } from "../support/jobs/ends.ts";

const grey = { create: { width: 64, height: 64, channels: 3, background: "#777" } } as const;
const picture = (await sharp(grey).png().toBuffer()).toString("base64");

const kills = process.env["TEST_LONG"] === "1" ? 100 : 3;

let box: Appliance;
/** Idempotency-Key → job id that its `202` named. */
const accepted = new Map<string, string>();

before(async () => {
  box = await startAppliance({
    yaml: "limits: { creates_per_minute: 1000000, reads_per_minute: 1000000 }",
  });
});

after(() => box.stop());

async function submit(key: string): Promise<string> {
  const answer = await box.post(
    "/api/v1/surveillance/streams",
    { input: { data: picture, mime_type: "image/png" }, client_reference_id: key },
    { "idempotency-key": key },
  );
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return answer.body.data.job_id as string;
}

/** Submits without a pause until the connection breaks; a broken answer is asked again later. */
async function loadUntilCrash(lane: string): Promise<string[]> {
  const unanswered: string[] = [];
  for (let n = 0; n < 1000; n += 1) {
    const key = `${lane}-${n}`;
    try {
      accepted.set(key, await submit(key));
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      unanswered.push(key);
      return unanswered;
    }
  }
  return unanswered;
}

test("no accepted job is lost, doubled or ended twice while the appliance is killed under load", async () => {
  for (let round = 0; round < kills; round += 1) {
    const lanes = [0, 1, 2, 3].map((lane) => loadUntilCrash(`r${round}-l${lane}`));
    const goal = accepted.size + 3 + round;
    await until(() => accepted.size >= goal, { deadlineMs: 30_000, what: "load" });
    await box.kill();
    const unanswered = (await Promise.all(lanes)).flat();
    await box.restart();
    for (const key of unanswered) accepted.set(key, await submit(key));
  }
  for (const [key, jobId] of accepted) {
    assert.equal(await submit(key), jobId, "the same key gives the same job after every crash");
  }
  for (const jobId of accepted.values()) {
    const path = `/api/v1/jobs/${jobId}?wait_for_completion=true&timeout_seconds=60`;
    const job = (await box.get(path)).body;
    // A job that was being worked on at three kills is given up: an end, told as such.
    const isEnd = job.status === "completed" || job.data.error?.code === "worker_crashed";
    assert.ok(isEnd, JSON.stringify(job));
  }
  assert.equal(new Set(accepted.values()).size, accepted.size);
  await box.terminate();
  await assertOneEndEach(box.dataDir, accepted.values());
  await box.restart();
});

test("a second appliance on the same data directory is refused, and the first goes on", async () => {
  await assert.rejects(startAppliance({ dataDir: box.dataDir }), /store_locked/);
  assert.equal((await box.get("/api/v1/jobs?limit=1")).status, 200);
});
