import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { CameraRegistry } from "../../../src/cameras/camera-registry.ts";
import type { SourceSpec } from "../../../src/cameras/source.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { openVideo } from "../../../src/perception/streams/own-video.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { FakeIngest } from "../../support/cameras/fake-ingest.ts";

const source: SourceSpec = { kind: "rtsp", url: "rtsp://camera/live" };

class Sink {
  readonly got: boolean[] = [];
  ended = 0;
  onFragment({ key }: { key: boolean }): void {
    this.got.push(key);
  }
  onEnd(): void {
    this.ended += 1;
  }
}

async function watchedCamera() {
  const ingest = new FakeIngest();
  const cameras = new CameraRegistry({ ingest, clock: new FakeClock(), log: silentLogger });
  const silent = { onInit() {}, onFragment() {}, onStatus() {} };
  cameras.acquire(source, silent);
  await Promise.resolve();
  return { ingest, cameras };
}

const wish = { source, track: "main", codecs: "h264" } as const;

suite("a camera's own video for viewers", () => {
  test("begins with the newest key frame, and one connection serves all viewers", async () => {
    const { ingest, cameras } = await watchedCamera();
    ingest.last.init();
    for (const [at, key] of [true, false, true, false].entries())
      void ingest.last.frame(at / 10, key);
    const sinks = [new Sink(), new Sink()];
    const opened = sinks.map((sink) => openVideo(cameras, wish, sink));
    await Promise.resolve();
    void ingest.last.frame(0.4);
    for (const [at, sink] of sinks.entries()) {
      assert.deepEqual(sink.got, [true, false, false]);
      assert.equal(opened[at]!.burstBytes, 200);
      assert.equal(opened[at]!.mimeCodec, "avc1.64001f");
    }
    assert.equal(ingest.runs.length, 1);
    opened[0]!.close();
    void ingest.last.frame(0.5);
    assert.deepEqual([sinks[0]!.got.length, sinks[1]!.got.length], [3, 4]);
  });

  test("ends when the camera has another header, and only once", async () => {
    const { ingest, cameras } = await watchedCamera();
    ingest.last.init();
    void ingest.last.frame(0, true);
    const sink = new Sink();
    openVideo(cameras, wish, sink);
    await Promise.resolve();
    ingest.last.init({ widthPx: 1280, heightPx: 720 });
    void ingest.last.frame(0.1, true);
    ingest.last.init({ widthPx: 640, heightPx: 360 });
    assert.deepEqual([sink.got, sink.ended], [[true], 1]);
  });

  test("is refused with the camera's trouble while there is no picture, and lets go of it", async () => {
    const { ingest, cameras } = await watchedCamera();
    assert.throws(() => openVideo(cameras, wish, new Sink()), { code: "stream_not_ready" });
    ingest.last.init();
    void ingest.last.frame(0, true);
    ingest.last.end({ code: "stream_unreachable", message: "The cable is out." });
    assert.throws(() => openVideo(cameras, wish, new Sink()), {
      code: "stream_not_ready",
      message: /cable/,
    });
    assert.equal(cameras.totals().sources, 1);
  });
});
