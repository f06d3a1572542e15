import type { CameraLease, Cameras } from "../../cameras/camera.ts";
import type { SourceSpec, SourceStatus } from "../../cameras/source.ts";
import type { StreamRecorder } from "../../cameras/recording/stream-recorder.ts";
import type { StreamWire } from "../wire/surveillance.ts";

/** Keeps the main stream of a camera connected whose sub-stream is looked at, and records it. */
export function openMain(
  cameras: Cameras,
  source: SourceSpec,
  recorder: Pick<StreamRecorder, "init" | "push">,
): CameraLease {
  return cameras.acquire(source, {
    onInit: (init) => recorder.init(init),
    onFragment: (fragment) => recorder.push(fragment),
    onStatus() {},
  });
}

/** The main stream beside a sub-stream as the wire shows it; null without a sub-stream. */
export function mainWire(status: SourceStatus | undefined): StreamWire["main_source"] {
  if (status === undefined) return null;
  const { state, problem, fpsIn, codec, widthPx, heightPx } = status;
  const error = problem === null ? null : { code: problem.code, message: problem.message };
  return { state, last_error: error, fps_in: fpsIn, codec, width: widthPx, height: heightPx };
}
