import assert from "node:assert/strict";
import { test } from "node:test";
import type { CameraWatcher } from "../../../src/cameras/camera.ts";
import type { Fragment, SourceSpec } from "../../../src/cameras/source.ts";
import { FramesOfStreams } from "../../../src/perception/streams/frame-times.ts";
import type { StreamRunner } from "../../../src/perception/streams/stream-runner.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";

const source: SourceSpec = { kind: "rtsp", url: "rtsp://10.0.0.9/main" };
const runner = () => ({ task: { source } }) as unknown as StreamRunner;

const eye = runner();

function framesOf(running: { get(): StreamRunner | undefined }) {
  const clock = new FakeClock();
  const watchers: CameraWatcher[] = [];
  let released = 0;
  const cameras = {
    acquire: (_: SourceSpec, watcher: CameraWatcher) => {
      watchers.push(watcher);
      return { release: async () => void (released += 1) } as never;
    },
  };
  const streams = new FramesOfStreams({ clock, cameras, running });
  const frame = (generation: number, ptsSec: number, ageMs: number): void => {
    const wallMs = clock.wallMs() - ageMs;
    void watchers.at(-1)!.onFragment({ generation, ptsSec, wallMs } as Fragment);
  };
  return { clock, streams, frame, watchers, released: () => released };
}

const shown = (mediaTimeSec: number, generation = 1) =>
  ({ by: "video", track: "main", generation, mediaTimeSec }) as const;

test("a frame is known by its run and its time, and a step of the wall clock makes none younger", () => {
  const { clock, streams, frame } = framesOf({ get: () => eye });
  const times = streams.follow("org", "eye");
  frame(1, 10, 150);
  const capturedMs = clock.monoMs() - 150;
  clock.jumpWall(-3_600_000);
  assert.equal(times.capturedMs(shown(10.0004)), capturedMs);
  assert.equal(times.newestMs(), capturedMs);
  assert.equal(times.capturedMs(shown(10.1)), null, "no frame of that time");
  assert.equal(times.capturedMs(shown(10, 2)), null, "another run");
  assert.equal(times.capturedMs({ ...shown(10), track: "sub" }), null);
});

test("frames of a WebRTC session are found by the time of their packets", () => {
  const { clock, streams, frame } = framesOf({ get: () => eye });
  streams.provideRtp(({ sessionId, rtpTime }) =>
    sessionId === "mine"
      ? { track: "main", generation: 1, mediaTimeSec: rtpTime / 90_000 }
      : undefined,
  );
  const times = streams.follow("org", "eye");
  frame(1, 10, 0);
  assert.equal(
    times.capturedMs({ by: "webrtc", sessionId: "mine", rtpTime: 900_000 }),
    clock.monoMs(),
  );
  assert.equal(times.capturedMs({ by: "webrtc", sessionId: "other", rtpTime: 900_000 }), null);
});

test("a stream that starts again is followed again, and one that is gone has no frames", () => {
  let now: StreamRunner | undefined = runner();
  const { streams, frame, watchers, released } = framesOf({ get: () => now });
  const times = streams.follow("org", "eye");
  frame(1, 10, 0);
  now = undefined;
  assert.equal(times.newestMs(), null);
  assert.equal(released(), 1);
  now = runner();
  assert.equal(times.newestMs(), null);
  frame(1, 3, 0);
  assert.notEqual(times.newestMs(), null);
  assert.equal(watchers.length, 2);
  times.close();
  assert.equal(times.newestMs(), null);
  assert.equal(released(), 2);
});
