import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { type Appliance, repoDir, startAppliance } from "../../support/box/appliance.ts";
import { launchShell, withoutBrowser } from "../../support/page/browser.ts";
import { processTimes } from "../../support/box/cpu-time.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { runFfmpeg } from "../../support/cameras/video-fragments.ts";

/** Does not block the tests beside it. */
const run = promisify(execFile);
const frozenMs = process.env["TEST_LONG"] === "1" ? 600_000 : 20_000;

/** Asks once a quarter of a second: requests are counted. */
async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  const isThere = async (): Promise<boolean> => (found = await ask()) !== undefined;
  await until(isThere, { what, everyMs: 250, deadlineMs: 120_000 });
  return found as T;
}

/** Size and number of the frames that a decoder gets out of a file, which must be whole. */
async function decoded(bytes: Uint8Array): Promise<{ frames: number; size: string }> {
  const args = "-xerror -f mov -i pipe:0 -map 0:v -fps_mode passthrough -f framecrc -".split(" ");
  const text = (await runFfmpeg(args, bytes)).toString();
  const frames = text.split("\n").filter((line) => line.startsWith("0,")).length;
  return { frames, size: /#dimensions 0: (\S+)/.exec(text)?.[1] ?? "" };
}

let camera: RtspServer;
let changing: RtspServer;
let box: Appliance;
let incidentId = "";
const streams = "/api/v1/surveillance/streams";

async function watch(id: string, { url }: RtspServer): Promise<void> {
  const { status } = await box.post(streams, {
    stream_id: id,
    source: { type: "rtsp", url },
    model: "motion",
    // One incident for as long as anything moves, however well it can be followed.
    behaviors: [{ type: "crowding", zone: "all", min_count: 1 }],
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
  });
  assert.equal(status, 202);
}

before(async () => {
  [camera, changing] = await Promise.all([
    startRtspServer({ size: "640x360", fps: 15 }),
    startRtspServer({ size: "320x180", fps: 15 }),
  ]);
  box = await startAppliance({ yaml: "recording: { mode: continuous }" });
  await Promise.all([watch("gate", camera), watch("changing", changing)]);
  incidentId = await eventually("an incident with a picture", async () => {
    const { body } = await box.get("/api/v1/surveillance/incidents?stream_id=gate&state=open");
    const found = body.data.data as { id: string; snapshot_url: string | null }[];
    return found.find((incident) => incident.snapshot_url !== null)?.id;
  });
});

after(async () => {
  await box?.stop();
  await Promise.all([camera?.stop(), changing?.stop()]);
});

/** Keeps every vision process from running, also those that replace a frozen one. */
function freezeVision(): { end(): number } {
  const seen = new Set<number>();
  const signal = (pid: number, name: "SIGSTOP" | "SIGCONT"): void => {
    try {
      process.kill(pid, name);
    } catch {
      // It was replaced.
    }
  };
  const freeze = (): void => {
    for (const { pid, args } of processTimes(box.pid)) {
      if (!args.includes("vision/child/main")) continue;
      signal(pid, "SIGSTOP");
      seen.add(pid);
    }
  };
  freeze();
  const timer = setInterval(freeze, 200);
  return {
    end() {
      clearInterval(timer);
      // A stopped process would outlive the box.
      for (const pid of seen) signal(pid, "SIGCONT");
      return seen.size;
    },
  };
}

const frozen = { fromSec: 0, toSec: 0 };

describe("while the vision process is frozen", { concurrency: true }, () => {
  it("stays so for its time, whatever replaces it", async () => {
    const freeze = freezeVision();
    const fromSec = (frozen.fromSec = Date.now() / 1000);
    const recordedMs = async (): Promise<number> => {
      const { body } = await box.get(`${streams}/gate/recordings?from=${fromSec}`);
      const spans = body.data.data as { to: number }[];
      return ((spans.at(-1)?.to ?? fromSec) - fromSec) * 1000;
    };
    const isLongEnough = async (): Promise<boolean> => (await recordedMs()) >= frozenMs;
    await until(isLongEnough, { everyMs: 500, deadlineMs: 3 * frozenMs, what: "its recording" });
    assert.ok(freeze.end() > 0);
    frozen.toSec = Date.now() / 1000;
  });

  it("a browser plays the clip of an incident that is still being recorded", async (t) => {
    if (withoutBrowser) return t.skip(String(withoutBrowser));
    const { clip } = await eventually("three seconds of clip", async () => {
      const { body } = await box.get(`/api/v1/surveillance/incidents/${incidentId}/evidence`);
      return body.data.clip.parts[0]?.duration_seconds > 3 ? body.data : undefined;
    });
    assert.equal(clip.state, "recording");
    const browser = await launchShell();
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
  });

  it("the export of an incident fits its sums, by the API and the command line", async (t) => {
    const dir = await tempDir(t);
    const byApi = join(dir, "api.zip");
    const answer = await box.fetch(`/api/v1/surveillance/incidents/${incidentId}/export.zip`);
    writeFileSync(byApi, Buffer.from(await answer.arrayBuffer()));
    const byCommand = join(dir, "command.zip");
    const flags = ["--data-dir", box.dataDir, "--output", byCommand];
    const command = join(repoDir, "scripts/gatehouse");
    await run(command, ["incidents", "export", incidentId, ...flags]);
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
    await assert.rejects(run(command, ["incidents", "export", incidentId, ...flags]));
  });

  it("a camera that changes size, then codec, in mid-stream is playable before and after", async () => {
    const spans = async (
      wanted: number,
    ): Promise<{ codec: string; width: number; url: string }[]> =>
      await eventually(`part ${wanted}`, async () => {
        const { body } = await box.get(`${streams}/changing/recordings`);
        const found = body.data.data as {
          codec: string;
          width: number;
          from: number;
          to: number;
          url: string;
        }[];
        const last = found.at(-1);
        return found.length >= wanted && last!.to - last!.from > 2 ? found : undefined;
      });
    await spans(1);
    await changing.switchFootage({ size: "160x120" });
    await spans(2);
    await changing.restart({ codec: "hevc", size: "480x270" });
    const found = await spans(3);
    assert.deepEqual(
      found.map(({ codec, width }) => `${codec} ${width}`),
      ["h264 320", "h264 160", "hevc 480"],
    );
    for (const [index, size] of ["320x180", "160x120", "480x270"].entries()) {
      const answer = await box.fetch(`${streams}/changing/clip.mp4?part=${index + 1}`);
      assert.deepEqual([answer.status, answer.headers.get("x-video-parts")], [200, "3"]);
      const video = await decoded(new Uint8Array(await answer.arrayBuffer()));
      assert.equal(video.size, size);
      assert.ok(video.frames > 25, `${video.frames} frames of ${size}`);
    }
  });
});

it("nothing was lost meanwhile, nor over kill -9 of the box", async () => {
  await box.kill();
  await box.restart();
  const { fromSec, toSec } = frozen;
  const { body } = await box.get(`${streams}/gate/recordings?from=${fromSec}&to=${toSec}`);
  const [span, ...rest] = body.data.data as { from: number; to: number }[];
  assert.deepEqual(rest, []);
  assert.ok(span!.from <= fromSec && span!.to >= toSec - 2.5, JSON.stringify({ span, toSec }));
});
