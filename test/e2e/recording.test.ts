import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Appliance, repoDir, startAppliance } from "../support/appliance.ts";
import { launchBrowser, withoutBrowser } from "../support/browser.ts";
import { type RtspServer, startRtspServer } from "../support/rtsp-server.ts";
import { tempDir } from "../support/temp-dir.ts";

let camera: RtspServer;
let box: Appliance;
let incidentId = "";

/** Asks once a quarter of a second: requests are counted. */
async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const found = await ask();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${what} did not come`);
}

before(async () => {
  camera = await startRtspServer({ size: "640x360", fps: 15 });
  box = await startAppliance({ yaml: "recording: { mode: continuous }" });
  await box.post("/api/v1/surveillance/streams", {
    stream_id: "gate",
    source: { type: "rtsp", url: camera.url },
    model: "motion",
    behaviors: [{ type: "intrusion", zone: "all" }],
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
  });
  incidentId = await eventually("an incident with a picture", async () => {
    const { body } = await box.get("/api/v1/surveillance/incidents?stream_id=gate");
    const [incident] = body.data.data as { id: string; snapshot_url: string | null }[];
    return incident?.snapshot_url ? incident.id : undefined;
  });
});

after(async () => {
  await box.stop();
  await camera.stop();
});

test(
  "a browser plays the clip of an incident that is still being recorded",
  { skip: withoutBrowser },
  async (t) => {
    const { clip } = await eventually("three seconds of clip", async () => {
      const { body } = await box.get(`/api/v1/surveillance/incidents/${incidentId}/evidence`);
      return body.data.clip.parts[0]?.duration_seconds > 3 ? body.data : undefined;
    });
    assert.equal(clip.state, "recording");
    const browser = await launchBrowser();
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.setContent(`<video muted src="${clip.url}"></video>`);
    const played = (await page.evaluate(`new Promise((resolve) => {
    const video = document.querySelector("video");
    video.onerror = () => resolve({ error: video.error.message });
    video.ontimeupdate = () => {
      if (video.currentTime > 1) resolve({ duration: video.duration, width: video.videoWidth });
    };
    video.play().catch((error) => resolve({ error: String(error) }));
  })`)) as { error?: string; duration: number; width: number };
    assert.equal(played.error, undefined);
    assert.equal(played.width, 640);
    // It may have grown between the two questions.
    const [part] = clip.parts;
    assert.ok(played.duration >= part.duration_seconds - 0.2, `${played.duration} s`);
    assert.ok(played.duration < part.duration_seconds + 20, `${played.duration} s`);
  },
);

test("the export of an incident fits its sums, by the API and the command line", async (t) => {
  const dir = await tempDir(t);
  const byApi = join(dir, "api.zip");
  const answer = await box.fetch(`/api/v1/surveillance/incidents/${incidentId}/export.zip`);
  writeFileSync(byApi, Buffer.from(await answer.arrayBuffer()));
  const byCommand = join(dir, "command.zip");
  const flags = ["--data-dir", box.dataDir, "--output", byCommand];
  const command = join(repoDir, "scripts/gatehouse");
  execFileSync(command, ["incidents", "export", incidentId, ...flags], { stdio: "pipe" });
  for (const file of [byApi, byCommand]) {
    const out = `${file}.d`;
    mkdirSync(out);
    execFileSync("python3", ["-m", "zipfile", "-e", file, out]);
    const sums = readFileSync(join(out, "SHA256SUMS"), "utf8").trim().split("\n");
    assert.equal(sums.length, 7);
    for (const line of sums) {
      const [sum, name] = line.split("  ") as [string, string];
      const bytes = readFileSync(join(out, name));
      assert.equal(createHash("sha256").update(bytes).digest("hex"), sum, name);
    }
    assert.equal(readdirSync(out).length, 4);
  }
  assert.throws(() =>
    execFileSync(command, ["incidents", "export", incidentId, ...flags], { stdio: "pipe" }),
  );
});

test("nothing is lost while the vision process is frozen, nor over kill -9 of the box", async () => {
  const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(box.pid)]).toString();
  const vision = /^\s*(\d+) .*children\/vision\/main/m.exec(children)?.[1];
  assert.ok(vision, children);
  const fromSec = Date.now() / 1000;
  const frozenMs = process.env["TEST_LONG"] === "1" ? 600_000 : 20_000;
  const freeze = setInterval(() => {
    try {
      process.kill(Number(vision), "SIGSTOP");
    } catch {
      // It was replaced by a new one.
    }
  }, 200);
  await new Promise((resolve) => setTimeout(resolve, frozenMs));
  clearInterval(freeze);
  const toSec = Date.now() / 1000;
  await box.kill();
  await box.restart();
  const path = `/api/v1/surveillance/streams/gate/recordings?from=${fromSec}&to=${toSec}`;
  const { body } = await box.get(path);
  const [span, ...rest] = body.data.data as { from: number; to: number }[];
  assert.deepEqual(rest, []);
  assert.ok(span!.from <= fromSec && span!.to >= toSec - 2.5, JSON.stringify({ span, toSec }));
});
