import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CoverageWire } from "../../src/perception/wire/coverage.ts";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { politely, type RtspPeer, startRtspPeer } from "../support/cameras/rtsp-peer.ts";
import { type RtspServer, startRtspServer } from "../support/cameras/rtsp-server.ts";
import { until } from "../support/box/wait.ts";

const isLong = process.env["TEST_LONG"] === "1";
/** With the broken ones there are sixteen. */
const healthy = isLong ? 14 : 4;
const seconds = isLong ? 60 : 5;
const fps = 5;

let box: Appliance;
let cameras: RtspServer;
let garbled: RtspServer;
let liar: RtspPeer;

before(async () => {
  const view = { size: "320x180", fps };
  [cameras, garbled] = await Promise.all([
    startRtspServer(view),
    startRtspServer({ ...view, damage: 20 }),
  ]);
  // It signs in and plays like a camera, and then sends what is no RTSP, at once and again.
  liar = await startRtspPeer((request) =>
    request.method === "PLAY"
      ? { raw: Buffer.alloc(200_000, 0x55), close: true }
      : politely(request),
  );
  box = await startAppliance({ yaml: "limits: { reads_per_minute: 1000000 }" });
});

after(async () => {
  await box.stop();
  await Promise.all([cameras.stop(), garbled.stop(), liar.stop()]);
});

async function watch(id: string, url: string): Promise<string> {
  const { status, body } = await box.post("/api/v1/surveillance/streams", {
    stream_id: id,
    source: { type: "rtsp", url, fps_cap: 2 * fps },
    model: "motion",
    motion: { mode: "always" },
  });
  assert.equal(status, 202, JSON.stringify(body));
  return body.data.job_id as string;
}

async function stream(id: string) {
  return (await box.get(`/api/v1/surveillance/streams/${id}`)).body.data;
}

/** What was looked at of a stream so far. */
async function looked(jobId: string) {
  const { body } = await box.get(`/api/v1/jobs/${jobId}?expand=diagnostics`);
  // Null until the stream runs.
  const stages = body.data.expanded.diagnostics.stages ?? { frames: 0, media_seconds: 0 };
  const drops = Object.values((stages.frames_dropped ?? {}) as Record<string, number>);
  return {
    frames: stages.frames as number,
    dropped: drops.reduce((sum, each) => sum + each, 0),
    mediaSec: stages.media_seconds as number,
  };
}

/** A broken camera is known by what the box says of it. */
async function says(id: string, what: string, isTrue: (wire: any) => boolean): Promise<void> {
  await until(async () => isTrue(await stream(id)), { deadlineMs: 60_000, what: `${id} ${what}` });
}

/** Lines of the log that say what was wrong, the newest. */
function warnings(log: string): string {
  const lines = log.split("\n").filter((line) => /"level":"?(warn|error|[45]0)/.test(line));
  return lines.slice(-20).join("\n").slice(-5000);
}

test("while one camera talks no RTSP and one sends what cannot be decoded, every frame of the others is looked at", async () => {
  await watch("liar", liar.url);
  await watch("garbled", garbled.url);
  const ids = Array.from({ length: healthy }, (_, at) => `good-${at}`);
  const jobs = await Promise.all(ids.map((id, at) => watch(id, `${cameras.url}?camera=${at}`)));
  for (const job of jobs) {
    await until(async () => (await looked(job)).mediaSec >= seconds, {
      deadlineMs: 120_000 + seconds * 1000,
      what: `${seconds} s of a healthy camera`,
    });
  }
  await says("liar", "is tried again and again", ({ state, connects }) => {
    return state === "offline" && connects >= 2;
  });
  await says("garbled", "sends pictures", ({ fps_in: fpsIn }) => fpsIn > 0);
  for (const [at, job] of jobs.entries()) {
    const { frames, dropped, mediaSec } = await looked(job);
    // What a busy machine drops it counts; nothing else may be missing.
    const sent = Math.round(mediaSec * fps) + 1;
    assert.ok(frames + dropped >= sent, `${frames} and ${dropped} dropped of ${sent}`);
    const { connects, last_error: error } = await stream(ids[at]!);
    assert.deepEqual([connects, error], [1, null], warnings(box.output()));
  }
  const { body } = await box.get("/api/v1/surveillance/coverage?limit=100");
  const rows = (body.data.data as CoverageWire[]).filter((row) => ids.includes(row.stream_id));
  assert.equal(new Set(rows.map((row) => row.stream_id)).size, healthy);
  // A machine with more load than processors may have to begin a decoder again; a broken camera that held the others
  // up would cost them all of their time.
  for (const { not_observed: lost } of rows) {
    const lostSec = lost.detector_down + lost.undecodable + lost.frozen;
    assert.ok(lostSec < seconds / 2, `${lostSec} s lost: ${warnings(box.output())}`);
  }
});
