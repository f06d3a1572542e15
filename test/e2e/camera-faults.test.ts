import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { type RtspServer, startRtspServer } from "../support/cameras/rtsp-server.ts";
import { until } from "../support/box/wait.ts";

const password = "c4nary-S3cret/pass";

let box: Appliance;
let camera: RtspServer;

before(async () => {
  camera = await startRtspServer({ user: "viewer", password, auth: "digest", fps: 10 });
  box = await startAppliance({ yaml: "limits: { reads_per_minute: 1000000 }" });
  const answer = await box.post("/api/v1/surveillance/streams", {
    stream_id: "door",
    source: { type: "rtsp", url: camera.url, username: "viewer", password, fps_cap: 5 },
    behaviors: [{ type: "intrusion", zone: "all" }],
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
  });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
});

after(async () => {
  await box.stop();
  await camera.stop();
});

async function stream(): Promise<Record<string, any>> {
  return (await box.get("/api/v1/surveillance/streams/door")).body.data;
}

async function becomes(state: string, code?: string): Promise<void> {
  await until(
    async () => {
      const now = await stream();
      return now["state"] === state && (code === undefined || now["last_error"]?.code === code);
    },
    { deadlineMs: 45_000, what: `state ${state} ${code ?? ""}` },
  );
}

test("a camera is watched: frames come in and are looked at", async () => {
  await becomes("watching");
  await until(async () => (await stream())["fps_detected"] > 0, { what: "detected frames" });
});

test("a picture of the stream is a JPEG with what was seen drawn in", async () => {
  const ask = () => box.fetch("/api/v1/surveillance/streams/door/snapshot.jpg");
  let answer = await ask();
  // A machine that is busy may not get a picture decoded in time, and says so.
  await until(async () => {
    if (answer.status === 200) return true;
    assert.equal(answer.status, 409, await answer.text());
    answer = await ask();
    return false;
  });
  const jpeg = Buffer.from(await answer.arrayBuffer());
  assert.equal(jpeg.subarray(0, 2).toString("hex"), "ffd8");
});

test("the live view sends one picture after the other", async () => {
  const answer = await box.fetch("/api/v1/surveillance/streams/door/live.mjpeg");
  assert.match(answer.headers.get("content-type") ?? "", /^multipart\/x-mixed-replace/);
  let bytes = "";
  for await (const chunk of answer.body!) {
    bytes += Buffer.from(chunk).toString("latin1");
    if (bytes.split("\xff\xd8\xff").length > 4) break;
  }
});

test("a camera that loses power is offline with a sentence, and comes back by itself", async () => {
  await camera.kill();
  await becomes("offline", "stream_unreachable");
  const says = async () => /Check the port/.test((await stream())["last_error"].message);
  await until(says, { what: "a sentence that says what to check" });
  await camera.restart();
  await becomes("watching");
});

test("a password that was changed on the camera is told apart, and recovers when changed back", async () => {
  await camera.restart({ user: "viewer", password: "another", auth: "digest" });
  await becomes("offline", "stream_auth_failed");
  await camera.restart({ user: "viewer", password, auth: "digest" });
  await becomes("watching");
});

test("the password is in no log, answer or process list", async () => {
  assert.ok(!box.output().includes(password), "log");
  for (const path of ["streams/door", "streams", `incidents`]) {
    const answer = await box.fetch(`/api/v1/surveillance/${path}`);
    assert.ok(!(await answer.text()).includes(password), path);
  }
  const jobs = await box.fetch("/api/v1/jobs");
  assert.ok(!(await jobs.text()).includes(password), "jobs");
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    for (const file of ["cmdline", "environ"]) {
      const text = readProc(`/proc/${pid}/${file}`);
      if (pid === String(process.pid) || text.includes("rtsp-server.py")) continue;
      assert.ok(!text.includes(password), `${pid}/${file}: ${text.slice(0, 200)}`);
    }
  }
});

function readProc(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

test("the stream goes on with its job after kill -9, and ends when its job is cancelled", async () => {
  const { job_id: jobId } = await stream();
  await box.kill();
  await box.restart();
  await becomes("watching");
  assert.equal((await stream())["job_id"], jobId);
  const cancelled = await box.post(`/api/v1/jobs/${jobId}/cancel`);
  assert.equal(cancelled.status, 200);
  const job = await box.get(`/api/v1/jobs/${jobId}?wait_for_completion=true&timeout_seconds=15`);
  assert.equal(job.body.status, "cancelled");
});
