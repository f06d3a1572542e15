import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import {
  childrenOf,
  everything,
  feed,
  isRunning,
  startVision,
  until,
  watch,
} from "../../../support/perception/vision-watch.ts";

// Each test has a vision process of its own, and mostly waits.
describe("a vision process whose decoders stop", { concurrency: true }, () => {
  const noise = "nullsrc=size=640x360:rate=15,geq=random(1)*255:128:128";
  const scenes = [
    // 25 frames do not fit into what may wait for a decoder.
    ["of a busy picture", { input: ["-f", "lavfi", "-i", noise], seconds: 60, gop: 15 }, false],
    // Everything fits into the pipe before it for a long time.
    ["of few bytes", { size: "96x64", fps: 5, seconds: 150, gop: 20 }, false],
    [
      "of an idle scene, at key frames four seconds apart",
      {
        input: ["-f", "lavfi", "-i", "color=size=320x180:rate=5:color=gray"],
        seconds: 150,
        gop: 20,
      },
      true,
    ],
  ] as const;

  for (const [what, clipOptions, isIdle] of scenes) {
    test(`a frozen decoder ${what} is replaced, and the stream hears of it`, async (t) => {
      const { vision, stop } = await startVision();
      t.after(stop);
      const clip = await makeClip(clipOptions);
      const motion = isIdle ? ({ mode: "auto", sensitivity: 0.5 } as const) : everything.motion;
      const watched = watch(vision, { motion }, { mayIdle: () => isIdle });
      const { stream, results, problems, health } = watched;
      const feeding = feed(stream, clip);
      t.after(() => feeding.stop());
      await until("a first result", () => results.length > 2);
      if (isIdle) await until("the scene to idle", () => stream.idleGopSec() !== null);
      const [decoder] = childrenOf(vision.pid!, "ffmpeg");
      process.kill(decoder!, "SIGSTOP");
      await until("the problem", () => problems.length > 0);
      assert.equal(problems[0]!.code, "stream_broken");
      const seen = results.length;
      await until("new results", () => results.length > seen);
      await until("the frozen decoder to be gone", () => !isRunning(decoder!));
      assert.deepEqual(health, []);
      await stream.close();
    });
  }

  test("a frozen decoder of a live view is replaced", async (t) => {
    const { vision, stop } = await startVision();
    t.after(stop);
    const clip = await makeClip({ seconds: 60, gop: 20 });
    const watched = watch(vision);
    const feeding = feed(watched.stream, clip);
    t.after(() => feeding.stop());
    await until("a first result", () => watched.results.length > 0);
    const own = childrenOf(vision.pid!, "ffmpeg");
    let pictures = 0;
    const view = vision.live(watched.streamId, {
      fps: 5,
      maxWidthPx: 160,
      overlay: () => ({ boxes: [], zones: [] }),
      onJpeg: () => (pictures += 1),
    });
    await until("pictures", () => pictures > 2);
    const decoder = childrenOf(vision.pid!, "ffmpeg").find((pid) => !own.includes(pid));
    process.kill(decoder!, "SIGSTOP");
    await until("the frozen decoder to be gone", () => !isRunning(decoder!));
    const seen = pictures;
    await until("pictures again", () => pictures > seen);
    view.close();
    await watched.stream.close();
  });

  test("a decoder whose camera pauses in the middle of reordered frames is left alone", async (t) => {
    const { vision, stop } = await startVision();
    t.after(stop);
    const clip = await makeClip({ seconds: 4, gop: 40, output: ["-bf", "3"] });
    const { stream, results, problems } = watch(vision);
    stream.init(clip.init);
    for (const fragment of clip.fragments.slice(0, 20)) await stream.push(fragment);
    await until("the frames before the pause", () => results.length > 10);
    const [decoder] = childrenOf(vision.pid!, "ffmpeg");
    // Longer than a decoder may be frozen: the silence itself is what is tried.
    const fromMs = performance.now();
    await until("the pause to be over", () => performance.now() - fromMs > 7_000);
    for (const fragment of clip.fragments.slice(20)) await stream.push(fragment);
    await until("the frames after the pause", () => results.length > 30);
    assert.deepEqual(childrenOf(vision.pid!, "ffmpeg"), [decoder]);
    assert.deepEqual(problems, []);
    await stream.close();
  });
});
