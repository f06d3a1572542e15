import { FfmpegMaskTranscoder } from "../../../src/adapters/ffmpeg/mask-transcoder.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import type { Cameras } from "../../../src/cameras/camera.ts";
import { LiveTranscodes } from "../../../src/perception/streams/live-transcodes.ts";

/** Live transcodes of a site that does not allow any. */
export function noTranscodes(cameras: Cameras): LiveTranscodes {
  const transcoder = new FfmpegMaskTranscoder();
  return new LiveTranscodes({ cameras, transcoder, clock: systemClock, max: () => 0 });
}
