import type {
  MovingCamera,
  MovingCameras,
  MovingPictureSink,
} from "../../base/core/moving-pictures.ts";

/** The cameras of robots, which their module provides after this one has started. */
export class LateCameras implements MovingCameras {
  #cameras: MovingCameras | undefined;

  /** From now on these are meant. */
  provide(cameras: MovingCameras): void {
    this.#cameras = cameras;
  }

  follow(camera: MovingCamera, sink: MovingPictureSink): () => void {
    if (this.#cameras) return this.#cameras.follow(camera, sink);
    queueMicrotask(() => sink.onEnd("The box's robots have not started yet."));
    return () => undefined;
  }

  has(camera: Pick<MovingCamera, "org" | "robotId">): boolean {
    return this.#cameras?.has(camera) ?? false;
  }
}
