import type {
  MovingCamera,
  MovingCameras,
  MovingPictureSink,
} from "../../base/core/moving-pictures.ts";
import type { Robots } from "./robots.ts";

/** The cameras of the fleet as sources of video. */
export class RobotCameras implements MovingCameras {
  readonly #robots: Pick<Robots, "unit">;

  constructor(robots: Pick<Robots, "unit">) {
    this.#robots = robots;
  }

  follow({ org, robotId, topic, fps }: MovingCamera, sink: MovingPictureSink): () => void {
    const driver = this.#robots.unit(org, robotId)?.parts.driver;
    if (driver?.followCamera) return driver.followCamera({ topic, fps }, sink);
    const reason = driver
      ? "The driver of this robot brings no pictures. Use the camera's own address."
      : `There is no robot ${robotId}. Add it, or correct the address.`;
    queueMicrotask(() => sink.onEnd(reason));
    return () => undefined;
  }

  has({ org, robotId }: Pick<MovingCamera, "org" | "robotId">): boolean {
    return this.#robots.unit(org, robotId)?.parts.driver.followCamera !== undefined;
  }
}
