import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FfmpegIngest } from "../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import { RtspRelay } from "../../../src/adapters/rtsp-relay/rtsp-relay.ts";
import type { VisionHost } from "../../../src/adapters/vision/vision-host.ts";
import type { CameraLease } from "../../../src/cameras/camera.ts";
import { CameraRegistry } from "../../../src/cameras/camera-registry.ts";
import type { Fragment } from "../../../src/cameras/source.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import {
  childrenOf,
  startVision,
  until,
  watch,
  type Watched,
} from "../../support/perception/vision-watch.ts";

const fps = 15;

let camera: RtspServer;
let cameras: CameraRegistry;
let lease: CameraLease;
let vision: VisionHost;
let watched: Watched;
let stopVision: () => Promise<void>;
const arrived: Fragment[] = [];

before(async () => {
  camera = await startRtspServer({ fps });
  ({ vision, stop: stopVision } = await startVision());
  watched = watch(vision);
  const ingest = new FfmpegIngest({ relay: new RtspRelay({}), log: silentLogger });
  cameras = new CameraRegistry({ ingest, clock: systemClock, log: silentLogger });
  lease = cameras.acquire(
    { kind: "rtsp", url: camera.url },
    {
      onInit: (init) => watched.stream.init(init),
      onFragment: (fragment) => {
        arrived.push(fragment);
        void watched.stream.push(fragment);
      },
      onStatus: () => undefined,
    },
  );
  await until("a first result", () => watched.results.length > 0);
});

after(async () => {
  await lease.release();
  await watched.stream.close();
  await cameras.stop();
  await stopVision();
  await camera.stop();
});

/** Every frame since `from` arrived, in order, one frame apart, on the same connection. */
function assertNothingMissing(from: number): void {
  const run = arrived.slice(from);
  for (const [index, fragment] of run.entries()) {
    if (index === 0) continue;
    const gapSec = fragment.ptsSec - run[index - 1]!.ptsSec;
    assert.equal(fragment.generation, run[0]!.generation, "the camera's connection held");
    assert.ok(Math.abs(gapSec - 1 / fps) < 0.005, `a gap of ${gapSec.toFixed(3)} s`);
  }
  assert.equal(lease.status().connects, 1);
}

/** Waits until `count` more frames are in. */
async function moreFrames(count: number): Promise<void> {
  const goal = arrived.length + count;
  await until(`${count} more frames`, () => arrived.length >= goal);
}

for (const [signal, what] of [
  ["SIGKILL", "dies"],
  ["SIGSTOP", "is frozen"],
] as const) {
  test(`the ring keeps every frame while the vision process ${what}`, async () => {
    const from = arrived.length;
    process.kill(vision.pid!, signal);
    await until("the streams to hear of it", () => watched.health.at(-1) === "down");
    await until("the vision process to be back", () => watched.health.at(-1) === "up");
    await moreFrames(fps);
    assertNothingMissing(from);
    const seen = watched.results.length;
    await until("new results", () => watched.results.length > seen);
  });
}

for (const signal of ["SIGKILL", "SIGSTOP"] as const) {
  test(`the ring keeps every frame when a decoder gets ${signal}`, async () => {
    const from = arrived.length;
    const [decoder] = childrenOf(vision.pid!, "ffmpeg");
    process.kill(decoder!, signal);
    await moreFrames(3 * fps);
    assertNothingMissing(from);
    if (signal === "SIGSTOP") process.kill(decoder!, "SIGCONT");
    const seen = watched.results.length;
    await until("new results", () => watched.results.length > seen);
  });
}

test("a still of the newest picture can be made out of the ring after all of this", async () => {
  const gop = lease.ring.latestGop()!;
  const still = await vision.still({
    ...gop,
    masks: [],
    overlay: { boxes: [], zones: [] },
    maxWidthPx: 640,
  });
  assert.equal(Buffer.from(still.jpeg.subarray(0, 2)).toString("hex"), "ffd8");
});
