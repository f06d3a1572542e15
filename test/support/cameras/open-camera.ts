import type { TestContext } from "node:test";
import { FfmpegIngest } from "../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import { RtspRelay } from "../../../src/adapters/rtsp-relay/rtsp-relay.ts";
import type { OpenVideo, VideoSink } from "../../../src/base/core/own-video.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { CameraRegistry } from "../../../src/cameras/camera-registry.ts";
import { openVideo } from "../../../src/perception/streams/own-video.ts";
import { until } from "../box/wait.ts";
import { type RtspServer, type RtspServerOptions, startRtspServer } from "./rtsp-server.ts";

/** A real camera with its sound on, as the box has it. */
export interface OpenCamera {
  camera: RtspServer;
  /** Starts its own video for one viewer. */
  open(sink: VideoSink): OpenVideo;
}

/** Starts a camera and connects to it until the test ends; resolves when its sound has arrived. */
export async function startOpenCamera(
  t: Pick<TestContext, "after">,
  options: RtspServerOptions,
): Promise<OpenCamera> {
  const camera = await startRtspServer({ size: "320x240", fps: 10, ...options });
  const ingest = new FfmpegIngest({ relay: new RtspRelay(), log: silentLogger });
  const registry = new CameraRegistry({ ingest, clock: systemClock, log: silentLogger });
  t.after(async () => {
    await registry.stop();
    await camera.stop();
  });
  const source = { kind: "rtsp", url: camera.url, sound: true } as const;
  let heard = 0;
  registry.acquire(source, {
    onInit() {},
    onFragment: ({ sound }) => void (heard += sound ? 1 : 0),
    onStatus() {},
  });
  // The camera's reports, which come within 5 s, tell which sound belongs to which frame.
  await until(() => heard > 60, { what: "sound of the camera", deadlineMs: 60_000 });
  return {
    camera,
    open: (sink) =>
      openVideo(registry, { source, track: "main", codecs: "any", audio: true }, sink),
  };
}
