import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test, type TestContext } from "node:test";
import { FfmpegIngest } from "../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import { RtspRelay } from "../../../src/adapters/rtsp-relay/rtsp-relay.ts";
import type { CameraLease } from "../../../src/cameras/camera.ts";
import { CameraRegistry } from "../../../src/cameras/camera-registry.ts";
import type { Fragment, InitSegment } from "../../../src/cameras/source.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { peerSdp, politely } from "../../support/cameras/rtsp-peer.ts";
import { peerWith, Reader, session, transport } from "../../support/cameras/relay-reader.ts";
import { startRtspServer, type RtspServerOptions } from "../../support/cameras/rtsp-server.ts";
import { beepDelays, fileOf, tracksOf } from "../../support/cameras/sound.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";

interface Watched {
  lease: CameraLease;
  inits: InitSegment[];
  fragments: Fragment[];
  /** Another stream of the same camera. */
  join(options: { sound: boolean }): Watched;
  /** Connections to cameras. */
  sources(): number;
}

/** Watches a camera whose sound is on. */
async function watch(t: TestContext, options: RtspServerOptions): Promise<Watched> {
  const server = await startRtspServer({ size: "320x240", fps: 10, ...options });
  const ingest = new FfmpegIngest({ relay: new RtspRelay(), log: silentLogger });
  const registry = new CameraRegistry({ ingest, clock: systemClock, log: silentLogger });
  t.after(async () => {
    await registry.stop();
    await server.stop();
  });
  const join = ({ sound }: { sound: boolean }): Watched => {
    const inits: InitSegment[] = [];
    const fragments: Fragment[] = [];
    const lease = registry.acquire(
      { kind: "rtsp", url: server.url, ...(sound ? { sound } : {}) },
      {
        onInit(init) {
          inits.push(init);
          // A busy machine may stall the camera; the box then connects again, and another run of times begins.
          fragments.length = 0;
        },
        onFragment: (fragment) => void fragments.push(fragment),
        onStatus() {},
      },
    );
    return { lease, inits, fragments, join, sources: () => registry.totals().sources };
  };
  return join({ sound: true });
}

/** The frames so far, from the first key frame on. */
async function frames(seen: Watched, count: number): Promise<Fragment[]> {
  await until(() => seen.fragments.length >= count, {
    what: `${count} frames`,
    deadlineMs: 60_000,
  });
  return seen.fragments.slice();
}

// The tests mostly wait.
suite("sound of cameras", { concurrency: 5 }, () => {
  for (const [audio, codec] of [
    ["aac", "aac"],
    ["opus", "opus"],
    ["pcmu", "aac"],
    ["pcma", "aac"],
  ] as const) {
    test(`${audio} becomes a track of ${codec}, in step with the picture`, async (t) => {
      const seen = await watch(t, { audio });
      const fragments = await frames(seen, 30);
      assert.deepEqual(seen.lease.status().sound, { codec });
      const path = join(await tempDir(t), "live.mp4");
      await writeFile(path, fileOf(seen.inits.at(-1)!, fragments));
      assert.deepEqual(await tracksOf(path), ["h264,video", `${codec},audio`]);
      // The camera beeps with every key frame, once a second. Its reports come within 5 s; until then the arrival
      // places the sound. An encoder of AAC adds two frames of its own, 0.13 s, before the first.
      const mostLateSec = audio === "aac" ? 0.2 : 0.1;
      let heard = "";
      const isInStep = async (): Promise<boolean> => {
        if (seen.fragments.length === 0) return false;
        await writeFile(path, fileOf(seen.inits.at(-1)!, seen.fragments));
        const delays = await beepDelays(path);
        const last = delays.slice(-3);
        heard = `${delays.length} beeps, the last ${last.join(", ")} s from key frames, in ${seen.fragments.length} frames of run ${seen.inits.length}`;
        return last.length === 3 && last.every((delaySec) => delaySec < mostLateSec);
      };
      await until(isInStep, { deadlineMs: 90_000, everyMs: 1000 }).catch(() => assert.fail(heard));
      const steps = fragments.slice(1).map((each, at) => each.ptsSec - fragments[at]!.ptsSec);
      for (const step of steps.slice(2)) assert.ok(Math.abs(step - 0.1) < 0.001, `${step}`);
    });
  }

  test("a stream without sound shares the connection of one with sound, and gets none of it", async (t) => {
    const loud = await watch(t, { audio: "opus" });
    await frames(loud, 5);
    const quiet = loud.join({ sound: false });
    await frames(quiet, 15);
    assert.ok(loud.fragments.some(({ sound }) => sound !== undefined));
    assert.ok(quiet.fragments.every(({ sound }) => sound === undefined));
    assert.equal(quiet.inits.at(-1)!.sound, undefined);
    assert.deepEqual([quiet.lease.status().connects, quiet.sources()], [1, 1]);
    await loud.lease.release();
    await until(() => quiet.lease.status().connects === 2, { what: "a connection without sound" });
    quiet.fragments.length = 0;
    await frames(quiet, 5);
    const again = quiet.join({ sound: true });
    await until(() => again.fragments.some(({ sound }) => sound !== undefined), {
      what: "sound on a third connection",
      deadlineMs: 60_000,
    });
    assert.deepEqual([again.lease.status().connects, again.sources()], [3, 1]);
  });

  test("a camera without a microphone, and one with a foreign codec, send video without sound", async (t) => {
    const silent = await watch(t, {});
    await frames(silent, 5);
    assert.deepEqual(silent.lease.status().sound, { lack: "absent" });
    const foreign = await watch(t, { audio: "speex" });
    const fragments = await frames(foreign, 5);
    assert.deepEqual(foreign.lease.status().sound, { lack: "unsupported" });
    assert.ok(fragments.every(({ sound }) => sound === undefined));
  });
});

suite("the relay and a camera that refuses its sound", () => {
  const sdp = `${peerSdp}m=audio 0 RTP/AVP 0\r\na=control:sound\r\n`;

  test("the video goes on without it", async () => {
    const camera = await peerWith((request) => {
      if (request.method === "DESCRIBE") return { ...politely(request), body: sdp };
      return request.uri.endsWith("sound") ? { status: "461 Unsupported" } : politely(request);
    });
    const opened = await session(camera.url, { sound: true });
    assert.equal((opened.sound as { codec?: string }).codec, "pcmu");
    const reader = new Reader(opened.url);
    await reader.ask("SETUP", `${opened.url}/track`, transport);
    assert.match(await reader.ask("PLAY", opened.url, "Session: 12\r\n"), /200 OK/);
    assert.deepEqual(opened.sound, { lack: "absent" });
    assert.equal(opened.problem(), null);
  });

  test("without the site's leave no sound is set up", async () => {
    const camera = await peerWith((request) =>
      request.method === "DESCRIBE" ? { ...politely(request), body: sdp } : politely(request),
    );
    const opened = await session(camera.url);
    const reader = new Reader(opened.url);
    await reader.ask("SETUP", `${opened.url}/track`, transport);
    await reader.ask("PLAY", opened.url, "Session: 12\r\n");
    assert.equal(opened.sound, undefined);
    assert.ok(camera.requests.every(({ uri }) => !uri.includes("sound")));
  });
});
