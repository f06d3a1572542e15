import assert from "node:assert/strict";
import { test } from "node:test";
import { FfmpegIngest } from "../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import { RtspRelay } from "../../../src/adapters/rtsp-relay/rtsp-relay.ts";
import type { CameraWatcher } from "../../../src/cameras/camera.ts";
import { CameraRegistry } from "../../../src/cameras/camera-registry.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { politely, startRtspPeer } from "../../support/cameras/rtsp-peer.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { until } from "../../support/box/wait.ts";

const healthy = 15;
const fps = 10;
const framesEach = 40;

/** Keeps the times of what arrives, and how often there was another header. */
class Times implements CameraWatcher {
  readonly ptsSec: number[] = [];
  inits = 0;
  forget(): void {
    this.ptsSec.length = 0;
    this.inits = 0;
  }
  onInit(): void {
    this.inits += 1;
  }
  onFragment({ ptsSec }: { ptsSec: number }): void {
    this.ptsSec.push(ptsSec);
  }
  readonly troubles: string[] = [];
  onStatus({ problem }: { problem: { message: string } | null }): void {
    if (problem) this.troubles.push(problem.message);
  }
}

test("one broken camera of sixteen: the others lose no frame", async (t) => {
  const server = await startRtspServer({ size: "160x90", fps });
  t.after(() => server.stop());
  // It signs in and plays like a camera, and then sends what is no RTSP, at once and again.
  const broken = await startRtspPeer((request) =>
    request.method === "PLAY"
      ? { raw: Buffer.alloc(200_000, 0x55), close: true }
      : politely(request),
  );
  t.after(() => broken.stop());
  const ingest = new FfmpegIngest({ relay: new RtspRelay(), log: silentLogger });
  const registry = new CameraRegistry({ ingest, clock: systemClock, log: silentLogger });
  t.after(() => registry.stop());
  const watchers = Array.from({ length: healthy }, () => new Times());
  for (const [at, watcher] of watchers.entries()) {
    registry.acquire({ kind: "rtsp", url: `${server.url}?camera=${at}` }, watcher);
  }
  const haveSeen = (frames: number): Promise<void> =>
    until(() => watchers.every(({ ptsSec }) => ptsSec.length >= frames), {
      deadlineMs: 90_000,
      what: "frames of every healthy camera",
    });
  // One server plays all of them, and begins again for those that come later.
  await haveSeen(10);
  for (const watcher of watchers) watcher.forget();
  const bad = registry.acquire({ kind: "rtsp", url: broken.url }, new Times());
  await haveSeen(framesEach);
  assert.equal(bad.status().state, "offline");
  assert.ok(bad.status().connects >= 2, "it was tried again meanwhile");
  for (const { ptsSec, inits, troubles } of watchers) {
    assert.deepEqual([inits, troubles], [0, []]);
    for (const [at, sec] of ptsSec.entries()) {
      if (at === 0) continue;
      assert.ok(Math.abs(sec - ptsSec[at - 1]! - 1 / fps) < 0.002, ptsSec.join(" "));
    }
  }
});
