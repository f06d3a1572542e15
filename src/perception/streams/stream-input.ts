import type { CameraLease, Cameras, CameraWatcher } from "../../cameras/camera.ts";
import type { StreamRecorder } from "../../cameras/recording/stream-recorder.ts";
import type { Fragment, InitSegment } from "../../cameras/source.ts";
import type { SoundWatch } from "../sound/sound-watch.ts";
import type { StreamTask } from "./stream-task.ts";

/** The camera connections of one stream: the watched source, and the main source beside a sub-stream. */
export class StreamInput {
  readonly #cameras: Cameras;
  readonly #task: Pick<StreamTask, "source" | "sub">;
  readonly #recorder: Pick<StreamRecorder, "init" | "push">;
  readonly #sound: Pick<SoundWatch, "onInit" | "onFragment">;
  #watched: CameraLease | undefined;
  #main: CameraLease | undefined;

  /** The recorder and the watch of the sound get the main source. */
  constructor(
    cameras: Cameras,
    task: Pick<StreamTask, "source" | "sub">,
    takers: {
      recorder: Pick<StreamRecorder, "init" | "push">;
      sound: Pick<SoundWatch, "onInit" | "onFragment">;
    },
  ) {
    this.#cameras = cameras;
    this.#task = task;
    this.#recorder = takers.recorder;
    this.#sound = takers.sound;
  }

  /** Connects; `listener` hears of the watched source. */
  open(listener: CameraWatcher): void {
    const { source, sub } = this.#task;
    const onMain = {
      onInit: (init: InitSegment) => {
        this.#recorder.init(init);
        this.#sound.onInit(init);
      },
      onFragment: (fragment: Fragment) => {
        this.#recorder.push(fragment);
        this.#sound.onFragment(fragment);
      },
    };
    if (sub) this.#main = this.#cameras.acquire(source, { ...onMain, onStatus() {} });
    this.#watched = this.#cameras.acquire(sub ?? source, {
      onInit: (init) => {
        if (!sub) onMain.onInit(init);
        listener.onInit(init);
      },
      onFragment: (fragment) => {
        if (!sub) onMain.onFragment(fragment);
        return listener.onFragment(fragment);
      },
      onStatus: (status) => listener.onStatus(status),
      onMetadata: (metadata) => listener.onMetadata?.(metadata),
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
