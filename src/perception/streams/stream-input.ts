import type { CameraLease, Cameras, CameraWatcher } from "../../cameras/camera.ts";
import type { StreamRecorder } from "../../cameras/recording/stream-recorder.ts";
import type { StreamTask } from "./stream-task.ts";

/** The camera connections of one stream: the watched source, and the main source beside a sub-stream. */
export class StreamInput {
  readonly #cameras: Cameras;
  readonly #task: Pick<StreamTask, "source" | "sub">;
  readonly #recorder: Pick<StreamRecorder, "init" | "push">;
  #watched: CameraLease | undefined;
  #main: CameraLease | undefined;

  /** `recorder` gets the video of the main source. */
  constructor(
    cameras: Cameras,
    task: Pick<StreamTask, "source" | "sub">,
    recorder: Pick<StreamRecorder, "init" | "push">,
  ) {
    this.#cameras = cameras;
    this.#task = task;
    this.#recorder = recorder;
  }

  /** Connects; `listener` hears of the watched source. */
  open(listener: CameraWatcher): void {
    const { source, sub } = this.#task;
    const recorder = this.#recorder;
    if (sub) {
      this.#main = this.#cameras.acquire(source, {
        onInit: (init) => recorder.init(init),
        onFragment: (fragment) => recorder.push(fragment),
        onStatus() {},
      });
    }
    this.#watched = this.#cameras.acquire(sub ?? source, {
      onInit: (init) => {
        if (!sub) recorder.init(init);
        listener.onInit(init);
      },
      onFragment: (fragment) => {
        if (!sub) recorder.push(fragment);
        return listener.onFragment(fragment);
      },
      onStatus: (status) => listener.onStatus(status),
    });
    listener.onStatus(this.#watched.status());
  }

  /** The lease on the watched source; undefined before `open`. */
  get watched(): CameraLease | undefined {
    return this.#watched;
  }

  /** The lease on the main source beside a sub-stream; undefined without one. */
  get main(): CameraLease | undefined {
    return this.#main;
  }

  /** Releases both sources. Idempotent. */
  async close(): Promise<void> {
    await this.#watched?.release();
    await this.#main?.release();
  }
}
